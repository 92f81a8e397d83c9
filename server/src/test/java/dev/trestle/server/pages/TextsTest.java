package dev.trestle.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Problem.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All languages say all that the pages say: those of the frame, the console, and every system that brings pages. */
class TextsTest {
    private static final Pattern CODE = Pattern.compile("\\.withCode\\(\\s*\"([a-z0-9-]+)\"");

    /** A statement that refuses a field; texts in it may have semicolons. */
    private static final Pattern FIELD_REFUSED =
            Pattern.compile("(?:ApiException\\.invalid|new Violation)\\((?:\"(?:[^\"\\\\]|\\\\.)*\"|[^;\"])*;");

    /** Words of its own, other than the name of a field. */
    private static final Pattern WORDS = Pattern.compile("\"[^\"]* [^\"]*\"");

    /** A code of what is wrong with a row; "invalid" is a schema's, whose messages pages know. */
    private static final Pattern ROW_PROBLEM =
            Pattern.compile("new (?:ImportRow\\.)?Problem\\(\\s*[^,]+,\\s*\"(?!invalid)([a-z-]+)\"");

    private static final List<String> LANGUAGES = List.of("en", "zh", "zh-TW");
    private static final Pattern USED =
            Pattern.compile("\\bt\\('([^']+)'[,)]|(?:text|title): '([a-zA-Z]+\\.[a-zA-Z.]+)'");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\w+}");

    /** The directories of texts, from where the sources are. */
    static Stream<Path> areas() throws IOException {
        Path root = Path.of("..").toAbsolutePath().normalize();
        try (Stream<Path> modules =
                Stream.concat(Stream.of(root.resolve("server")), Files.list(root.resolve("systems")))) {
            return modules
                    .map(module -> module.resolve("src/main/resources/dev/trestle"))
                    .filter(Files::isDirectory)
                    .flatMap(TextsTest::textsUnder)
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private static Stream<Path> textsUnder(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(path -> path.endsWith("texts") && path.toString().contains("/site/")).toList().stream();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, String> texts(Path area, String language) throws IOException {
        return new TreeMap<>(Json.mapper()
                .readValue(
                        Files.readAllBytes(area.resolve(language + ".json")),
                        new TypeReference<Map<String, String>>() {}));
    }

    @ParameterizedTest
    @MethodSource("areas")
    void texts_ofAnArea_areCompleteInEveryLanguage(Path area) throws IOException {
        Map<String, String> english = texts(area, "en");
        for (String language : LANGUAGES) {
            Map<String, String> texts = texts(area, language);
            assertThat(texts.keySet()).as(language).isEqualTo(english.keySet());
            texts.forEach((key, text) -> {
                assertThat(text).as("%s in %s", key, language).isNotBlank();
                assertThat(placeholders(text))
                        .as("%s in %s", key, language)
                        .isEqualTo(placeholders(Objects.requireNonNull(english.get(key))));
            });
        }
    }

    @ParameterizedTest
    @MethodSource("areas")
    void texts_thatScriptsName_areThere(Path area) throws IOException {
        Path site = Objects.requireNonNull(area.getParent());
        TreeSet<String> known = new TreeSet<>(texts(area, "en").keySet());
        known.addAll(texts(Path.of("src/main/resources/dev/trestle/server/site/texts"), "en")
                .keySet());
        try (Stream<Path> files = Files.walk(site)) {
            List<Path> scripts = files.filter(path -> path.toString().endsWith(".js"))
                    .filter(path -> site.equals(areaOf(path)))
                    .toList();
            for (Path script : scripts) {
                assertThat(known).as(script.toString()).containsAll(used(Files.readString(script)));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"unisync", "docstore", "holdthatthought", "zentriqvision"})
    void codes_ofASystemsRefusals_haveTexts(String system) throws IOException {
        Path main = Path.of("..", "systems", system, "src", "main");
        TreeSet<String> known =
                new TreeSet<>(texts(main.resolve("resources/dev/trestle/systems/" + system + "/site/texts"), "en")
                        .keySet());
        TreeSet<String> codes = new TreeSet<>();
        try (Stream<Path> files = Files.walk(main.resolve("java"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                CODE.matcher(Files.readString(file)).results().forEach(found -> codes.add("error." + found.group(1)));
            }
        }
        assertThat(codes).isNotEmpty();
        known.addAll(texts(Path.of("src/main/resources/dev/trestle/server/site/texts"), "en")
                .keySet());
        assertThat(known).containsAll(codes);
    }

    /** What is wrong with a field is said by a code, so that it can be said in every language; a schema's messages are known to pages. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "../systems/unisync/src/main/java",
                "../systems/docstore/src/main/java",
                "../systems/holdthatthought/src/main/java",
                "../platform/src/main/java/dev/trestle/platform/identity",
                "../platform/src/main/java/dev/trestle/platform/uploads",
                "src/main/java/dev/trestle/server/admin",
                "src/main/java/dev/trestle/server/console"
            })
    void refusalsOfAField_haveCodes(String sources) throws IOException {
        Path site = Path.of("src/main/resources/dev/trestle/server/site");
        Set<String> known = new TreeSet<>(texts(site.resolve("texts"), "en").keySet());
        if (sources.endsWith("console")) {
            known.addAll(texts(site.resolve("console/texts"), "en").keySet());
        }
        boolean ofSystem = sources.contains("systems");
        try (Stream<Path> files = Files.walk(Path.of(sources))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                String source = Files.readString(file);
                assertThat(FIELD_REFUSED
                                .matcher(source)
                                .results()
                                .map(MatchResult::group)
                                .filter(statement -> WORDS.matcher(statement).find()))
                        .as("%s: refusals of a field without withCode", file)
                        .allMatch(statement -> CODE.matcher(statement).find());
                if (!ofSystem) {
                    assertThat(CODE.matcher(source).results().map(found -> "error." + found.group(1)))
                            .as(file.toString())
                            .allMatch(known::contains);
                }
            }
        }
    }

    @Test
    void codes_ofProblemsOfAnImport_haveTexts() throws IOException {
        Path unisync = Path.of("..", "systems", "unisync", "src", "main");
        Set<String> known = texts(unisync.resolve("resources/dev/trestle/systems/unisync/site/texts"), "en")
                .keySet();
        TreeSet<String> codes = new TreeSet<>();
        try (Stream<Path> files = Files.walk(unisync.resolve("java/dev/trestle/systems/unisync/transfer"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                ROW_PROBLEM
                        .matcher(Files.readString(file))
                        .results()
                        .forEach(found -> codes.add("unisync.import.problem." + found.group(1)));
            }
        }
        assertThat(codes).hasSizeGreaterThan(10);
        assertThat(known).containsAll(codes);
    }

    @Test
    void codes_ofKindsOfFailures_haveTexts() throws IOException {
        Map<String, String> texts = texts(Path.of("src/main/resources/dev/trestle/server/site/texts"), "en");
        // What a person's own clicks cannot bring about is said in the server's words.
        Set<Kind> programs = EnumSet.of(
                Kind.METHOD_NOT_ALLOWED,
                Kind.NOT_ACCEPTABLE,
                Kind.REQUEST_TIMEOUT,
                Kind.RANGE_NOT_SATISFIABLE,
                Kind.MISDIRECTED,
                Kind.NOT_IMPLEMENTED,
                Kind.PRECONDITION_REQUIRED);
        assertThat(EnumSet.complementOf(EnumSet.copyOf(programs)))
                .allSatisfy(kind -> assertThat(texts).containsKey("error." + kind.code()));
    }

    /** The nearest directory above a script that has texts. */
    private static Path areaOf(Path script) {
        Path directory = Objects.requireNonNull(script.getParent());
        while (!Files.isDirectory(directory.resolve("texts"))) {
            directory = Objects.requireNonNull(directory.getParent());
        }
        return directory;
    }

    private static List<String> used(String script) {
        return USED.matcher(script)
                .results()
                .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                .toList();
    }

    private static String placeholders(String text) {
        return PLACEHOLDER
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .sorted()
                .collect(Collectors.joining());
    }
}
