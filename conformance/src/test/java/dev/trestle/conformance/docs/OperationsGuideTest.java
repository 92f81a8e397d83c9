package dev.trestle.conformance.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of docs/operations.md, in its order and in one shell, as an operator would; the server is on ports that are free. */
class OperationsGuideTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern BLOCK = Pattern.compile("```sh\\n(.*?)\\n```", Pattern.DOTALL);
    private static final long MINUTES_MAX = 10;

    private static final String SERVE = "./trestle serve --data data/ops";
    private static final String URL = "http://localhost:8080";

    private static final String FUNCTIONS = """
            set -eu -o pipefail -m
            serve() { # Until it has said where it is.
                : >serving
                ./trestle serve --data data/ops --port 0 --dynamodb-port 0 --s3-port 0 >serving 2>log &
                until grep -q '^Access key' serving; do kill -0 $!; sleep 0.1; done
                url=$(sed -n 's/^Server: *\\(http[^ ]*\\) .*/\\1/p' serving)
            }
            """;

    @TempDir
    Path directory;

    @Test
    void guide_everyCommand_worksInOrder() throws Exception {
        for (String name : new String[] {"trestle", "docs"}) {
            Files.createSymbolicLink(directory.resolve(name), ROOT.resolve(name));
        }
        StringBuilder script = new StringBuilder(FUNCTIONS);
        Matcher block = BLOCK.matcher(Files.readString(ROOT.resolve("docs/operations.md")));
        int blocks = 0;
        for (; block.find(); blocks++) {
            script.append(block.group(1)
                            .replace(SERVE + " &", "serve")
                            .replace(SERVE, "serve; kill %1; wait %1")
                            .replace(URL, "$url"))
                    .append('\n');
        }
        assertThat(blocks).isGreaterThanOrEqualTo(9);

        String printed = run(script.toString());

        assertThat(printed)
                .contains("Added ann@example.org.", "is in readers, writers", "ann@example.org is disabled.")
                .contains(
                        "operations",
                        "The backup is in",
                        "The table people-again is what the backup people-before held.")
                .contains("The store in data/restored is what data/ops/backups/nightly held.")
                .contains("The store is sound.", "Export of trestle-platform: ", "Made the table people-copy: ")
                .contains("\"status\":\"ready\"", "trestle_table_write_units_total{table=\"trestle-platform\"}")
                .contains("The backup of data/ops is in data/before-upgrade.");
        assertThat(Files.readString(directory.resolve("log")))
                .contains("administration", "createCopy", "addPerson")
                .doesNotContain("trk_");
    }

    private String run(String script) throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder("bash", "-c", script)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(MINUTES_MAX, TimeUnit.MINUTES);
        process.descendants().forEach(ProcessHandle::destroy); // a server that a failed command left behind
        if (!ended) {
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        assertThat(ended).as("ended in time: %s", text).isTrue();
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }
}
