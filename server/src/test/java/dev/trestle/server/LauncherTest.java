package dev.trestle.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parts of {@code ./trestle} that answer before anything is built. */
class LauncherTest {
    private static final Path LAUNCHER =
            Path.of("..", "trestle").toAbsolutePath().normalize();

    private static final long SECONDS_MAX = 30;

    @TempDir
    Path elsewhere;

    @Test
    void help_fromAnotherDirectoryThroughALink_listsTheCommands() throws Exception {
        Path link = Files.createSymbolicLink(elsewhere.resolve("link"), LAUNCHER);
        Answer answer = run(Map.of(), link.toString(), "--help");
        assertThat(answer.code()).isZero();
        assertThat(answer.text())
                .contains(
                        "verify DIR",
                        "export --data DIR TABLE TARGET",
                        "import --data DIR",
                        "model check|docs|cloudformation|diff|migrate|repair [SYSTEM]",
                        "bench",
                        "test",
                        "licenses",
                        "format",
                        "--version");
    }

    @Test
    void version_ofLauncherAndProgram_agree() throws Exception {
        Answer answer = run(Map.of(), LAUNCHER.toString(), "--version");
        assertThat(answer.text().strip()).isEqualTo(new Version().getVersion()[0]);
    }

    @Test
    void command_misspelt_namesTheNearest() throws Exception {
        Answer answer = run(Map.of(), LAUNCHER.toString(), "verfiy");
        assertThat(answer.code()).isEqualTo(ExitCodes.USAGE);
        assertThat(answer.text()).contains("there is no command \"verfiy\"", "Did you mean \"verify\"?");
    }

    @Test
    void option_misspelt_namesTheNearest() throws Exception {
        Answer answer = run(Map.of(), LAUNCHER.toString(), "--verison");
        assertThat(answer.code()).isEqualTo(ExitCodes.USAGE);
        assertThat(answer.text()).contains("Did you mean \"--version\"?");
    }

    @Test
    void command_likeNoOther_suggestsNothing() throws Exception {
        Answer answer = run(Map.of(), LAUNCHER.toString(), "xyzzyxyzzy");
        assertThat(answer.code()).isEqualTo(ExitCodes.USAGE);
        assertThat(answer.text()).contains("there is no command").doesNotContain("Did you mean");
    }

    @Test
    void java_tooOldOrMissing_saysWhatWasFoundAndWhatToDo() throws Exception {
        Path old = Files.createDirectories(elsewhere.resolve("old-jdk/bin")).getParent();
        Path bin = Files.createDirectories(elsewhere.resolve("bin"));
        for (Path java : List.of(old.resolve("bin/java"), bin.resolve("java"))) {
            Files.writeString(java, "#!/bin/sh\necho 'openjdk version \"11.0.2\"' >&2\n");
            assertThat(java.toFile().setExecutable(true)).isTrue();
        }
        Files.writeString(old.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
        Answer answer = run(
                Map.of("JAVA_HOME", old.toString(), "PATH", bin + ":" + System.getenv("PATH")),
                LAUNCHER.toString(),
                "verify",
                "data");
        assertThat(answer.code()).isEqualTo(ExitCodes.PROBLEM);
        assertThat(answer.text()).contains("version 17 or newer", old + " is Java 11", "JAVA_HOME");
    }

    private record Answer(int code, String text) {}

    private Answer run(Map<String, String> environment, String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(elsewhere, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of(command)))
                .directory(elsewhere.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
            return new Answer(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly();
        }
    }
}
