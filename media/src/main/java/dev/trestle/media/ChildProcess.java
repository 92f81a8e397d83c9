package dev.trestle.media;

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
final class ChildProcess {
    private static final Logger LOG = LoggerFactory.getLogger(ChildProcess.class);
    private static final long LOOK_MS = 50;
    private static final int REPORT_MAX = 1 << 20;
    private static final int PAGE_BYTES = 4096;
    private static final int RESIDENT = 1;

    /** How a run ended. */
    enum End {
        DONE,
        FAILED,
        TOO_SLOW,
        TOO_MUCH_MEMORY,
        TOO_MUCH_OUTPUT
    }

    /** {@code report} is the beginning of what it printed. */
    record Result(End end, String report) {}

    private final Workspace space;
    private final MediaLimits limits;

    ChildProcess(Workspace space, MediaLimits limits) {
        this.space = space;
        this.limits = limits;
    }

    Result run(List<String> command, Map<String, String> environment) throws IOException, InterruptedException {
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

    private static long resident(Process process) {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .mapToLong(each -> resident(each.pid()))
                .sum();
    }

    /** Zero where the system does not tell. */
    private static long resident(long pid) {
        try {
            String[] pages =
                    Files.readString(Path.of("/proc/" + pid + "/statm")).split(" ");
            return Long.parseLong(pages[RESIDENT]) * PAGE_BYTES;
        } catch (IOException | RuntimeException e) {
            return 0;
        }
    }

    private static void kill(Process process) throws InterruptedException {
        List<ProcessHandle> all = process.descendants().toList();
        process.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            LOG.error("a child process did not end after it was killed: {}", process.pid());
        }
    }

    private static String beginning(Path report) throws IOException {
        try (InputStream in = Files.newInputStream(report)) {
            return new String(in.readNBytes(REPORT_MAX), StandardCharsets.UTF_8);
        }
    }
}
