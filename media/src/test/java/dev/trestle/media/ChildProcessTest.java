package dev.trestle.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that hang, grow and flood. */
class ChildProcessTest {
    private static final Map<String, String> PATH = Map.of("PATH", "/usr/bin:/bin");
    private static final MediaLimits SMALL = MediaLimits.DEFAULT
            .withTime(Duration.ofSeconds(60))
            .withMemory(200L << 20)
            .withOutput(4L << 20);

    @TempDir
    Path directory;

    private Workspace space;

    @BeforeEach
    void begin() throws Exception {
        space = Workspace.in(directory);
    }

    @AfterEach
    void end() {
        space.close();
    }

    private ChildProcess.Result run(MediaLimits limits, String... command) throws Exception {
        return new ChildProcess(space, limits).run(List.of(command), PATH);
    }

    @Test
    @Tag("once")
    void run_programThatHangs_isKilledWithItsChildren() throws Exception {
        // A number that no other process waits for.
        String seconds = String.valueOf(100_000 + ProcessHandle.current().pid());

        ChildProcess.Result result = run(
                SMALL.withTime(Duration.ofMillis(500)),
                "sh",
                "-c",
                "sleep " + seconds + " & sleep " + seconds + "; true");

        assertThat(result.end()).isEqualTo(ChildProcess.End.TOO_SLOW);
        assertThat(sleeping(seconds)).isEmpty();
    }

    private static Stream<ProcessHandle> sleeping(String seconds) {
        return ProcessHandle.allProcesses()
                .filter(each -> each.info().commandLine().orElse("").endsWith("sleep " + seconds));
    }

    @Test
    @Tag("once")
    void run_programThatGrows_isKilled() throws Exception {
        assertThat(run(SMALL, "tail", "/dev/zero").end()).isEqualTo(ChildProcess.End.TOO_MUCH_MEMORY);
    }

    @Test
    @Tag("once")
    void run_programThatFloods_isKilled() throws Exception {
        ChildProcess.Result result = run(SMALL, "yes");

        assertThat(result.end()).isEqualTo(ChildProcess.End.TOO_MUCH_OUTPUT);
        assertThat(result.report()).hasSizeLessThanOrEqualTo(1 << 20);
    }

    @Test
    void run_environment_isTheGivenOneAlone() throws Exception {
        ChildProcess.Result result = run(SMALL, "env");

        assertThat(result.end()).isEqualTo(ChildProcess.End.DONE);
        assertThat(result.report().lines()).containsExactly("PATH=/usr/bin:/bin");
    }

    @Test
    void run_programThatReadsInput_getsNone() throws Exception {
        assertThat(run(SMALL, "cat").end()).isEqualTo(ChildProcess.End.DONE);
        assertThat(run(SMALL, "false").end()).isEqualTo(ChildProcess.End.FAILED);
    }
}
