package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No class of the system writes items except by decisions, which the record attends, and few say that they follow a recorded change. */
class NothingPastTheRecordTest {
    private static final Path SOURCES = Path.of(System.getProperty("basedir", "."), "src/main/java");
    private static final Pattern WRITE = Pattern.compile(
            "\\b(store|items|indexes)(\\([^()]*\\))?\\s*\\.(put|create|delete|update|putAll|deleteAll|transaction)\\(");

    /** Sites of the sample world are there before anybody acts; a count is nobody's change. */
    private static final Set<String> WRITES = Set.of("SampleWorld.java", "DocumentLimits.java");

    /**
     * Rows that follow their document, rules that follow their folder, what a schema implies, links that have expired, and the record of
     * refusals itself.
     */
    private static final Set<String> FOLLOWS = Set.of(
            "Deletions.java", "FolderMoves.java", "FormKiq.java", "Denials.java", "LinkOperations.java", "Actor.java");

    private static List<String> files(Pattern pattern) {
        try (Stream<Path> all = Files.walk(SOURCES)) {
            return all.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> pattern.matcher(read(file)).find())
                    .map(file -> file.getFileName().toString())
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

    @Test
    void writes_ofTheSystem_areDecisions() {
        assertThat(files(WRITE)).containsExactlyInAnyOrderElementsOf(WRITES);
        assertThat(files(Pattern.compile("Actor\\.following\\(\\)|Actor following\\(\\)")))
                .containsExactlyInAnyOrderElementsOf(FOLLOWS);
    }
}
