package dev.trestle.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** Programs that are not Java's. Where one is absent, the test that needs it says so loudly and does not run. */
public final class Tools {
    private static final long MINUTES_MAX = 10;

    private Tools() {}

    /** Goes on only if this command works here. */
    public static void require(String... command) throws InterruptedException {
        int code;
        try {
            code = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException absent) {
            code = -1;
        }
        if (code != 0) {
            notRun("needs " + String.join(" ", command));
        }
    }

    /** Ends the test as one that did not run, for a reason that its log shows. */
    public static void notRun(String why) {
        System.err.println("NOT RUN: " + why);
        Assumptions.abort("NOT RUN: " + why);
    }

    /** What a program prints, which must end well. */
    public static String run(Path directory, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile(directory, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        boolean ended = process.waitFor(MINUTES_MAX, TimeUnit.MINUTES);
        if (!ended) {
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        assertThat(ended).as("ended in time: %s%n%s", command, text).isTrue();
        assertThat(process.exitValue()).as("%s%n%s", command, text).isZero();
        return text;
    }
}
