package dev.trestle.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A failed test of a kill, a race or a loss is never tried again: it carries {@code @Tag("once")}, which {@code ./trestle test} goes by.
 * Which tests are such tests is told by their names. The sources of all modules are read for that, so that a new suite needs no list.
 */
class TriedOnceTest {
    private static final String TAG = "Tag(\"once\")";
    private static final Pattern SUITE = Pattern.compile(
            "Kill|Crash|Race|Concurren|PowerCut|Damage|Lincheck|UnderLoad|Soak|FullDisk|[/\\\\]crash[/\\\\]");
    private static final Pattern METHOD = Pattern.compile(
            "(?<annotations>(?: {4}@.*\\R(?: {8}.*\\R)*)+) {4}void (?<name>\\w*(?:[kK]illed|[cC]rash|[cC]oncurrent|UnderLoad|underLoad|"
                    + "[lL]oses?(?:No|And)|Threads(?!Of)|[rR]aced?_|powerCut)\\w*)\\(");
    private static final Pattern TEST = Pattern.compile("@(?:Test|ParameterizedTest|RepeatedTest)\\b");

    @Test
    void tests_ofKillsRacesAndLosses_areTaggedOnce() throws IOException {
        List<String> missing = new ArrayList<>();
        int suites = 0;
        Path root = Path.of("..").toRealPath();
        for (Path file : sources(root)) {
            String name = root.relativize(file).toString();
            String source = Files.readString(file);
            int body = source.indexOf("\nclass ");
            if (body < 0) {
                continue; // an abstract one, whose tests have a suite of their own
            }
            suites++;
            boolean whole = source.substring(0, body).contains(TAG);
            if (SUITE.matcher(name).find() && !whole) {
                missing.add(name);
            }
            for (Matcher method = METHOD.matcher(source); !whole && method.find(); ) {
                String annotations = method.group("annotations");
                if (TEST.matcher(annotations).find() && !annotations.contains(TAG)) {
                    missing.add(name + ": " + method.group("name"));
                }
            }
        }
        assertThat(suites).as("suites that were read").isGreaterThan(200);
        assertThat(missing).as("tests of kills, races or losses without " + TAG).isEmpty();
    }

    private static List<Path> sources(Path root) {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> pairs = Stream.concat(Files.list(root), Files.list(root.resolve("systems")))) {
            for (Path module : pairs.toList()) {
                Path tests = module.resolve("src/test/java");
                if (Files.isDirectory(tests)) {
                    try (Stream<Path> files = Files.walk(tests)) {
                        files.filter(file -> file.toString().endsWith("Test.java"))
                                .forEach(found::add);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }
}
