package dev.trestle.media;

import dev.trestle.media.MediaException.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a program: no shell, no input, an environment of its own, a directory of its own. It is killed with all its descendants when it
 * takes more time, memory or space than it may.
 */
public final class ChildProcess {
    private static final Logger LOG = LoggerFactory.getLogger(ChildProcess.class);
    private static final long LOOK_MS = 50;
    private static final int REPORT_MAX = 1 << 20;
    private static final int PAGE_BYTES = 4096;
    private static final int RESIDENT = 1;
    private static final int LOGGED_MAX = 2000;

    /** How a run ended. */
    public enum End {
        DONE,
        FAILED,
        TOO_SLOW,
        TOO_MUCH_MEMORY,
        TOO_MUCH_OUTPUT
    }

    /** {@code report} is the beginning of what it printed. */
    public record Result(End end, String report) {
        /** Refuses the file if the run did not end well. */
        public void check() {
            switch (end) {
                case DONE -> {}
                case TOO_SLOW -> throw tooLarge("The work took too long and was stopped. Try smaller or fewer files.");
                case TOO_MUCH_MEMORY ->
                    throw tooLarge("The work took too much memory and was stopped. Try smaller files.");
                case TOO_MUCH_OUTPUT -> throw tooLarge("The work wrote too much and was stopped. Try smaller files.");
                case FAILED -> {
                    LOG.warn("a child process failed: {}", report.substring(0, Math.min(LOGGED_MAX, report.length())));
                    if (report.contains("OutOfMemoryError")) {
                        throw tooLarge("The work took too much memory and was stopped. Try smaller files.");
                    }
                    throw new MediaException(Problem.DAMAGED, null, "The file cannot be read.");
                }
            }
        }

        private static MediaException tooLarge(String message) {
            return new MediaException(Problem.TOO_LARGE, null, message);
        }
    }

    private final Workspace space;
    private final MediaLimits limits;
    private final Runnable look;

    public ChildProcess(Workspace space, MediaLimits limits) {
        this(space, limits, () -> {});
    }

    /** {@code look} is called every now and then while the program runs. */
    public ChildProcess(Workspace space, MediaLimits limits, Runnable look) {
        this.space = space;
        this.limits = limits;
        this.look = look;
    }

    public Result run(List<String> command, Map<String, String> environment) throws IOException, InterruptedException {
        Path report = space.next("report");
        long before = space.size();
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(space.directory().toFile())
                .redirectErrorStream(true)
                .redirectOutput(report.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            End end = watch(process, before);
            return new Result(end, beginning(report));
        } finally {
            kill(process);
        }
    }

    private End watch(Process process, long before) throws InterruptedException {
        long began = System.nanoTime();
        while (!process.waitFor(LOOK_MS, TimeUnit.MILLISECONDS)) {
            look.run();
            if (System.nanoTime() - began > limits.time().toNanos()) {
                return End.TOO_SLOW;
            }
            if (resident(process) > limits.memory()) {
                return End.TOO_MUCH_MEMORY;
            }
            if (space.size() - before > limits.output()) {
                return End.TOO_MUCH_OUTPUT;
            }
        }
        if (space.size() - before > limits.output()) {
            return End.TOO_MUCH_OUTPUT;
        }
        return process.exitValue() == 0 ? End.DONE : End.FAILED;
    }

    /** What a process and its descendants hold of memory, in bytes; zero where the system does not tell. */
    public static long resident(Process process) {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .mapToLong(each -> resident(each.pid()))
                .sum();
    }

    private static long resident(long pid) {
        try {
            String[] pages =
                    Files.readString(Path.of("/proc/" + pid + "/statm")).split(" ");
            return Long.parseLong(pages[RESIDENT]) * PAGE_BYTES;
        } catch (IOException | RuntimeException e) {
            return 0;
        }
    }

    /** Ends a process and all its descendants. */
    public static void kill(Process process) {
        List<ProcessHandle> all = process.descendants().toList();
        process.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                LOG.error("a child process did not end after it was killed: {}", process.pid());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String beginning(Path report) throws IOException {
        try (InputStream in = Files.newInputStream(report)) {
            return new String(in.readNBytes(REPORT_MAX), StandardCharsets.UTF_8);
        }
    }
}
