package dev.trestle.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * From the start of the server's process until DynamoDB's port answers, and until all is ready; and the memory that it has in use while
 * it has nothing to do.
 */
final class StartBench {
    private static final double ANSWER_SECONDS_MAX = 1.5;
    private static final double READY_SECONDS_MAX = 2.5;

    /** Of a server of DynamoDB and S3; and of one with systems, which is what is measured. */
    private static final int[] RESIDENT_MB_MAX = {200, 300};

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
                "the first start, which makes the tables and the first administrator: %.2f s to DynamoDB's first answer,"
                        + " %.2f s until ready (%.2f s of CPU)%n",
                first.answer.seconds,
                first.ready.seconds,
                first.ready.cpuSeconds);
        List<Start> starts = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            starts.add(start(java, home.resolve("start-" + round), data));
        }
        List<String> missed = new ArrayList<>();
        out.println("every other, from the start of the Java process");
        report("DynamoDB's first answer", starts, Start::answer, ANSWER_SECONDS_MAX, missed);
        report("ready, with every contract loaded", starts, Start::ready, READY_SECONDS_MAX, missed);
        double idle = median(starts, Start::residentMb);
        String memory = String.format(Locale.ROOT, "resident memory, idle: %.0f MB", idle);
        out.println(memory
                + Arrays.stream(RESIDENT_MB_MAX)
                        .mapToObj(floor -> "  floor " + floor + " MB  "
                                + verdict(idle < floor, memory + ", the floor is " + floor + " MB", missed))
                        .collect(Collectors.joining()));
        return missed;
    }

    private void report(
            String what, List<Start> starts, Function<Start, Moment> moment, double floor, List<String> missed) {
        double seconds = median(starts, start -> moment.apply(start).seconds);
        out.printf(
                Locale.ROOT,
                "  %s: %.2f s (%.2f s of CPU)  floor %.1f s  %s%n",
                what,
                seconds,
                median(starts, start -> moment.apply(start).cpuSeconds),
                floor,
                verdict(seconds < floor, String.format(Locale.ROOT, "%s: %.2f s", what, seconds), missed));
    }

    /** Since the start of the process: on the clock, and by its threads. */
    private record Moment(double seconds, double cpuSeconds) {}

    private record Start(Moment answer, Moment ready, double residentMb) {}

    private static double median(List<Start> starts, Function<Start, Double> what) {
        return Duel.median(starts.stream().map(what).toList());
    }

    private static Start start(LaunchedJava java, Path directory, Path data) throws IOException {
        int dynamoDb = ServerProcess.freePort();
        int port = ServerProcess.freePort();
        byte[] listTables = new WireSigner(Instant.now()).request("ListTables", "{}");
        List<String> command = java.serve(data, dynamoDb, 0, port);
        command.addAll(List.of("--access-key", SigningV4.KEY_ID + ":" + SigningV4.SECRET));
        long start = System.nanoTime();
        try (ServerProcess server = ServerProcess.start(directory, dynamoDb, command)) {
            await(dynamoDb, listTables);
            Moment answer = moment(start, server);
            awaitReady(port);
            Moment ready = moment(start, server);
            server.awaitQuiet();
            return new Start(answer, ready, server.residentBytes() / MB);
        }
    }

    private static Moment moment(long start, ServerProcess server) {
        return new Moment((System.nanoTime() - start) / 1e9, server.cpuTime().toMillis() / 1e3);
    }

    /** Waits until a server is ready. */
    static void awaitReady(int port) throws IOException {
        await(port, QUESTION);
    }

    /** Asks until the answer is 200, by connections of their own. */
    private static void await(int port, byte[] question) throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!isAnswered(port, question)) {
            if (System.nanoTime() > deadline) {
                throw new IOException("the server did not answer well within " + PATIENCE);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private static boolean isAnswered(int port, byte[] question) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(question);
            String status = new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
            return status != null && status.contains(" 200 ");
        } catch (ConnectException notYet) {
            return false;
        }
    }

    private static String verdict(boolean met, String what, List<String> missed) {
        if (!met) {
            missed.add(what);
        }
        return met ? "met" : "MISSED";
    }
}
