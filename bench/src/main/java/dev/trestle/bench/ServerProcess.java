package dev.trestle.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A server in a process of its own, on a port of this machine, whose output goes to a file. */
final class ServerProcess implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofSeconds(60);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final Duration QUIET_MAX = Duration.ofMinutes(1);
    private static final Duration QUIET_LOOK = Duration.ofMillis(500);
    private static final int QUIET_SHARE = 20;
    private static final int GRACE_SECONDS = 30;

    private final Process process;
    private final int port;
    private final Path log;

    private ServerProcess(Process process, int port, Path log) {
        this.process = process;
        this.port = port;
        this.log = log;
    }

    /** Starts a command that will listen on {@code port}, and waits until it does. */
    static ServerProcess start(Path home, int port, List<String> command) throws IOException {
        Files.createDirectories(home);
        Path log = home.resolve("output.log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putIfAbsent("MALLOC_ARENA_MAX", "2"); // as the launcher has it
        ServerProcess server = new ServerProcess(builder.start(), port, log);
        // A bench that is interrupted leaves no server behind.
        Runtime.getRuntime().addShutdownHook(new Thread(server.process::destroyForcibly, "stop server"));
        server.awaitListening();
        return server;
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitListening() throws IOException {
        long deadline = System.nanoTime() + START_MAX.toNanos();
        while (true) {
            try (Socket unused = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return;
            } catch (IOException notYet) {
                if (!process.isAlive() || System.nanoTime() > deadline) {
                    close();
                    throw new IOException("the server did not start: " + Files.readString(log, StandardCharsets.UTF_8));
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }

    int port() {
        return port;
    }

    /** How long its threads have been busy so far. */
    Duration cpuTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Waits until it has done what it does behind the answers, such as putting in order what was written; a minute at most. */
    void awaitQuiet() {
        long deadline = System.nanoTime() + QUIET_MAX.toNanos();
        Duration busy = QUIET_LOOK;
        while (busy.compareTo(QUIET_LOOK.dividedBy(QUIET_SHARE)) > 0 && System.nanoTime() < deadline) {
            Duration before = cpuTime();
            LockSupport.parkNanos(QUIET_LOOK.toNanos());
            busy = cpuTime().minus(before);
        }
    }

    /** The memory that it has in use. */
    long residentBytes() throws IOException {
        Process ps = new ProcessBuilder("ps", "-o", "rss=", "-p", Long.toString(process.pid())).start();
        return Long.parseLong(new String(ps.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip()) * 1024;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
