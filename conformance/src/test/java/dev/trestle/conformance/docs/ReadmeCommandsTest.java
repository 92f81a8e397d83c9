package dev.trestle.conformance.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of README.md, in its order, as a newcomer would: in one directory, copied from the page. */
class ReadmeCommandsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern BLOCK = Pattern.compile("```sh\\n(.*?)\\n```", Pattern.DOTALL);
    /** Running it here would never end: it is what runs this test. */
    private static final String THIS_VERY_RUN = "./trestle test";

    /** It serves until it is interrupted; here on ports that are free, until it has said how to sign in. */
    private static final String SERVES = "./trestle serve --demo\n";

    private static final String SERVES_A_WHILE = """
            ./trestle serve --demo --port 0 --dynamodb-port 0 --s3-port 0 >serving &
            until grep -q 'Demonstration:' serving; do kill -0 $!; sleep 0.1; done
            kill $!
            wait $!
            """;

    private static final long MINUTES_MAX = 10;

    @TempDir
    Path directory;

    @Test
    void readme_everyCommand_worksInOrder() throws Exception {
        for (String name : List.of("trestle", "docs")) {
            Files.createSymbolicLink(directory.resolve(name), ROOT.resolve(name));
        }
        List<String> blocks = blocks();
        assertThat(blocks).hasSizeGreaterThanOrEqualTo(4);
        StringBuilder everything = new StringBuilder();
        for (String block : blocks) {
            everything.append(run(block));
        }
        assertThat(everything.toString())
                .contains("plays=AttributeValue(N=1), song=AttributeValue(S=Our House)")
                .contains("3 songs")
                .contains("The store is sound.")
                .contains("The store in data/tour-again is what data/tour-backup held.")
                .contains("Export of Music: 3 items", "Made the table Music: 3 items")
                .contains("GetItem, item cache warm")
                .contains("healthy", "{\"next\":\"none\",\"accessToken\":\"");
    }

    private static List<String> blocks() throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(ROOT.resolve("README.md")));
        while (block.find()) {
            blocks.add(block.group(1).replace(THIS_VERY_RUN, "true").replace(SERVES, SERVES_A_WHILE));
        }
        return blocks;
    }

    private String run(String script) throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder("bash", "-eu", "-c", script)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(MINUTES_MAX, TimeUnit.MINUTES);
        if (!ended) {
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        assertThat(ended).as("ended in time: %s%n%s", script, text).isTrue();
        // A short bench on a busy machine may miss a floor: it says so with 1, and that is no fault of the command.
        int worst = script.contains("bench") ? 1 : 0;
        assertThat(process.exitValue()).as("%s%n%s", script, text).isBetween(0, worst);
        assertThat(text).as(script).doesNotContain("Exception", "Error:");
        return text;
    }
}
