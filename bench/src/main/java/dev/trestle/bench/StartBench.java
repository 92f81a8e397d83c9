package dev.trestle.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** From the start of the server's process until it is ready, and the memory that it has in use while it has nothing to do. */
final class StartBench {
    private static final double SECONDS_MAX = 2.5;
    private static final int RESIDENT_MB_MAX = 300;
    private static final double MB = 1024 * 1024;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** The answer says that storage is reached; it comes when every contract is loaded. */
    private static final byte[] QUESTION =
            "GET /health/ready HTTP/1.0\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final PrintStream out;
    private final int rounds;

    StartBench(PrintStream out, int rounds) {
        this.out = out;
        this.rounds = rounds;
    }

    /** What was missed; empty if all went well. */
    List<String> run(Path home) throws IOException {
        LaunchedJava java = LaunchedJava.ask();
        Path data = home.resolve("data");
        Start first = start(java, home.resolve("first"), data);
        out.printf(
                Locale.ROOT,
                "the first start, which makes the tables and the first administrator: %.2f s (%.2f s of CPU)%n",
                first.seconds,
                first.cpuSeconds);
        List<Start> starts = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            starts.add(start(java, home.resolve("start-" + round), data));
        }
        List<String> missed = new ArrayList<>();
        double median = median(starts, Start::seconds);
        double idle = median(starts, Start::residentMb);
        out.printf(
                Locale.ROOT,
                "every other, from the start of the Java process until it is ready: %.2f s (%.2f s of CPU)"
                        + "  floor %.1f s  %s%n",
                median,
                median(starts, Start::cpuSeconds),
                SECONDS_MAX,
                verdict(median < SECONDS_MAX, String.format(Locale.ROOT, "start: %.2f s", median), missed));
        out.printf(
                Locale.ROOT,
                "resident memory, idle: %.0f MB  floor %d MB  %s%n",
                idle,
                RESIDENT_MB_MAX,
                verdict(
                        idle < RESIDENT_MB_MAX,
                        String.format(Locale.ROOT, "idle resident memory: %.0f MB", idle),
                        missed));
        return missed;
    }

    private record Start(double seconds, double cpuSeconds, double residentMb) {}

    private static double median(List<Start> starts, Function<Start, Double> what) {
        return Duel.median(starts.stream().map(what).toList());
    }

    private static Start start(LaunchedJava java, Path directory, Path data) throws IOException {
        int port = ServerProcess.freePort();
        long start = System.nanoTime();
        try (ServerProcess server = ServerProcess.start(directory, port, java.serve(data, 0, 0, port))) {
            awaitReady(port);
            double seconds = (System.nanoTime() - start) / 1e9;
            double cpuSeconds = server.cpuTime().toMillis() / 1e3;
            server.awaitQuiet();
            return new Start(seconds, cpuSeconds, server.residentBytes() / MB);
        }
    }

    /** Waits until a server is ready. */
    static void awaitReady(int port) throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!isReady(port)) {
            if (System.nanoTime() > deadline) {
                throw new IOException("the server was not ready within " + PATIENCE);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private static boolean isReady(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(QUESTION);
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return answer.contains(" 200 ");
        }
    }

    private static String verdict(boolean met, String what, List<String> missed) {
        if (!met) {
            missed.add(what);
        }
        return met ? "met" : "MISSED";
    }
}
