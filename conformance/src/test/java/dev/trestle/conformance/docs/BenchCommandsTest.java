package dev.trestle.conformance.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Short slices of the benchmarks that drive {@code ./trestle serve}: they run, and print their floors. What they measure is noise. */
class BenchCommandsTest {
    private static final Path LAUNCHER =
            Path.of("..", "trestle").toAbsolutePath().normalize();
    private static final long MINUTES_MAX = 10;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void wire_shortSlice_measuresAllOperations() throws Exception {
        assertThat(run("--wire", "--without-dynalite", "--items", "400", "--rounds", "1", "--millis", "20"))
                .contains("GetItem, 8 connections", "Query of 20, 8 connections", "PutItem, 64 connections")
                .contains(
                        "floor 35 % ", "floor 30 % ", "NOT COMPARED with dynalite", "NOT COMPARED with DynamoDB Local")
                .contains("resident memory of Trestle after all that");
    }

    @Test
    void start_oneRound_measuresTimeAndMemory() throws Exception {
        assertThat(run("start", "--rounds", "1"))
                .contains("DynamoDB's first answer", "ready, with every contract loaded", "resident memory, idle");
    }

    @Test
    void objects_smallOnes_measuresBothWays() throws Exception {
        assertThat(run("--objects", "--megabytes", "4", "--rounds", "1", "--millis", "20"))
                .contains("up, stored and synced", "down, into a file", "small ones, 8 connections", "floor 70 %");
    }

    private String run(String... arguments) throws Exception {
        Path output = directory.resolve("output");
        List<String> command = new ArrayList<>(List.of(LAUNCHER.toString(), "bench"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(MINUTES_MAX, TimeUnit.MINUTES);
        if (!ended) {
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        assertThat(ended).as(text).isTrue();
        assertThat(process.exitValue()).as(text).isBetween(0, 1); // 1 is a floor that was missed
        assertThat(text).doesNotContain("Exception");
        return text;
    }
}
