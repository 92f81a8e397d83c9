package dev.trestle.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.trestle.platform.api.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All systems share one page: none may change what another shows by its styles, its texts or its elements. */
class IsolationTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path FRAME = ROOT.resolve("server/src/main/resources/dev/trestle/server/site");
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern DEFINED = Pattern.compile("\\bdefine\\('([^']+)'");

    /** A rule without rules inside; what is before its brace. */
    private static final Pattern RULE = Pattern.compile("([^{};]+)\\{[^{}]*}");

    static Stream<Path> systems() throws IOException {
        try (Stream<Path> all = Files.list(ROOT.resolve("systems"))) {
            return all
                    .map(module ->
                            module.resolve("src/main/resources/dev/trestle/systems/" + module.getFileName() + "/site"))
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("systems")
    void styles_ofASystem_nameItsOwnElementsOrClassesOrRepeatTheFrames(Path site) {
        List<String> frames = files(FRAME, ".css").stream()
                .flatMap(sheet -> rules(read(sheet)).stream())
                .toList();
        List<String> owned = files(site, ".js").stream()
                .flatMap(script -> DEFINED.matcher(read(script)).results().map(found -> found.group(1)))
                .map(name -> name.substring(0, name.indexOf('-')))
                .distinct()
                .toList();
        for (Path sheet : files(site, ".css")) {
            String prefixes = String.join("|", prefixes(owned));
            Pattern own = Pattern.compile("(?:^|[\\s>+~.(#\\[])(?:" + prefixes + ")(?:-[\\w-]+)?(?![\\w-])");
            assertThat(rules(read(sheet)).stream().filter(rule -> !frames.contains(rule)))
                    .as("%s: selectors with a class or an element of the system's own", ROOT.relativize(sheet))
                    .isNotEmpty()
                    .allMatch(rule -> selectors(rule).stream()
                            .allMatch(selector -> own.matcher(selector).find()));
        }
    }

    /** Short prefixes that a system's classes have beside the name of its elements. */
    private static List<String> prefixes(List<String> elements) {
        Map<String, String> abbreviated = Map.of("unisync", "us", "docs", "doc", "docstore", "lib");
        List<String> all = new ArrayList<>(elements);
        elements.forEach(each -> all.add(abbreviated.getOrDefault(each, each)));
        return all;
    }

    /** Rules of elements, each on one line; not those of animations and of printed pages. */
    private static List<String> rules(String css) {
        return RULE.matcher(COMMENT.matcher(css).replaceAll(""))
                .results()
                .map(MatchResult::group)
                .map(rule -> rule.replaceAll("\\s+", " ").strip())
                .filter(rule -> !rule.startsWith("@") && !rule.matches("(?:from|to|\\d+%)[ ,{].*"))
                .toList();
    }

    /** A comma within parentheses separates no selectors. */
    private static List<String> selectors(String rule) {
        return Stream.of(rule.substring(0, rule.indexOf('{')).split(",(?![^(]*\\))"))
                .map(String::strip)
                .toList();
    }

    @Test
    void texts_ofSystemsAndOfTheFrame_haveKeysOfTheirOwn() throws IOException {
        Map<String, String> whose = new TreeMap<>();
        List<Path> areas = new ArrayList<>(systems().toList());
        areas.add(FRAME);
        for (Path site : areas) {
            for (Path texts : files(site, "en.json")) {
                Map<String, String> all =
                        Json.mapper().readValue(Files.readAllBytes(texts), new TypeReference<Map<String, String>>() {});
                all.keySet().forEach(key -> {
                    String before = whose.put(key, site.toString());
                    assertThat(before).as("whose %s is", key).isIn(null, site.toString());
                });
            }
        }
        assertThat(whose).hasSizeGreaterThan(1_000);
    }

    @Test
    void elements_ofAllPages_haveNamesOfTheirOwn() throws IOException {
        Map<String, Path> whose = new TreeMap<>();
        List<Path> areas = new ArrayList<>(systems().toList());
        areas.add(FRAME);
        for (Path script :
                areas.stream().flatMap(site -> files(site, ".js").stream()).toList()) {
            DEFINED.matcher(read(script))
                    .results()
                    .forEach(found -> assertThat(whose.put(found.group(1), script))
                            .as("where %s is defined a second time: %s", found.group(1), script)
                            .isNull());
        }
        assertThat(whose).hasSizeGreaterThan(50);
    }

    private static List<Path> files(Path site, String ending) {
        try (Stream<Path> all = Files.walk(site)) {
            return all.filter(path -> Objects.requireNonNull(path.getFileName())
                            .toString()
                            .endsWith(ending))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
