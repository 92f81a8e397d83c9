package dev.trestle.conformance.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A Java process of its own that runs a main class of these tests, and that may be killed. */
public final class ChildJvm implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 120;
    /** A child that hangs is killed, so that a test which waits for its words fails. */
    private static final long LIFE_MINUTES_MAX = 10;

    private final Process process;
    private final BufferedReader lines;
    private final Path errors;

    private ChildJvm(Process process, Path errors) {
        this.process = process;
        this.lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.errors = errors;
    }

    /** Starts {@code main} with a folder for temporary files of its own: {@code home}/tmp. */
    public static ChildJvm start(Path home, Class<?> main, Object... arguments) throws IOException {
        return start(home, List.of(), main, arguments);
    }

    /** The same behind another command, such as strace. */
    static ChildJvm start(Path home, List<String> behind, Class<?> main, Object... arguments) throws IOException {
        Path errors = home.resolve("stderr");
        List<String> command = new ArrayList<>(behind);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx256m");
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-XX:+UseSerialGC");
        command.add("-XX:ErrorFile=" + home.resolve("hs_err.log"));
        command.add("-Djava.library.path=" + System.getProperty("java.library.path"));
        command.add("-Djava.io.tmpdir=" + Files.createDirectories(temporary(home)));
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()));
        Process process = builder.start();
        CompletableFuture.delayedExecutor(LIFE_MINUTES_MAX, TimeUnit.MINUTES)
                .execute(() -> process.toHandle().destroyForcibly());
        return new ChildJvm(process, errors);
    }

    static Path temporary(Path home) {
        return home.resolve("tmp");
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** The next line that the child printed whole, or null when there is none to come. */
    @Nullable
    String readLine() throws IOException {
        return lines.readLine();
    }

    /** Reads until the child says this; what it said before. */
    public List<String> readUntil(String expected) throws IOException {
        List<String> read = new ArrayList<>();
        for (; ; ) {
            String line = readLine();
            if (line == null) {
                throw new AssertionError("the child ended without saying \"" + expected + "\": " + errors());
            }
            if (line.equals(expected)) {
                return read;
            }
            read.add(line);
        }
    }

    /**
     * Reads lines of a worker's name and the number of the step that it has done, and kills the child at the given number of them. What it had
     * said by then is read too.
     *
     * @return how many steps each worker has done
     */
    Map<String, Integer> killAfter(int acknowledgements) throws IOException, InterruptedException {
        Map<String, Integer> done = new HashMap<>();
        int read = 0;
        for (String line = readLine(); line != null; line = readLine()) {
            if (!line.matches("[a-z]+ [0-9]+")) {
                continue; // a line of a log
            }
            int space = line.indexOf(' ');
            done.put(line.substring(0, space), Integer.parseInt(line.substring(space + 1)) + 1);
            if (++read == acknowledgements) {
                kill();
            }
        }
        if (read < acknowledgements) {
            throw new AssertionError("the child ended after " + read + " acknowledgements: " + errors());
        }
        return done;
    }

    /** SIGKILL: no hook, no flush, no goodbye. Through the handle, because the process itself would also close our end of the pipe. */
    public void kill() throws InterruptedException {
        process.toHandle().destroyForcibly();
        waitFor();
    }

    int waitFor() throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("the child does not end");
        }
        return process.exitValue();
    }

    String errors() throws IOException {
        return Files.readString(errors);
    }

    /** Sends a line to the child. */
    void say(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        kill();
        lines.close();
    }
}
