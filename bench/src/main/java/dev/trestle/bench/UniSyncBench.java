package dev.trestle.bench;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** UniSync over HTTP: the board beside the same reads on DynamoDB Local, many users at once, and what a stage change costs as data grows. */
final class UniSyncBench {
    private static final int SHOWSETS = 1000;
    private static final int DEMO_SHOWSETS = 40;
    private static final int USERS = 200;
    private static final double BOARD_FLOOR = 5;
    private static final double GROWTH_MAX = 1.5;
    private static final int CHANGES = 400;
    private static final int NOTES = 2000;
    private static final Duration LOAD = Duration.ofSeconds(30);
    private static final int WARM_UP_TURNS = 8;

    /** Each user sends a sign of life, reads the board and moves a stage in so long: a minute's work in a sixth of it. */
    private static final Duration CYCLE = Duration.ofSeconds(10);

    private static final List<String> STATUSES = List.of("in_progress", "on_hold", "client_review", "engineer_review");

    private final PrintStream out;
    private final int rounds;
    private final long millis;
    private final List<String> missed = new ArrayList<>();
    private int changes;

    UniSyncBench(PrintStream out, int rounds, long millis) {
        this.out = out;
        this.rounds = rounds;
        this.millis = millis;
    }

    /** What was missed; {@code local} is where DynamoDB Local was fetched to, null to leave it out. */
    List<String> run(Path home, @Nullable Path local) throws IOException, ReflectiveOperationException {
        int port = ServerProcess.freePort();
        Files.writeString(home.resolve("trestle.conf"), "http.rate.user = 1000000\nhttp.rate.address = 1000000\n");
        List<String> command = new ArrayList<>(LaunchedJava.ask().serve(home.resolve("data"), 0, 0, port));
        command.add("--demo");
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        try (ServerProcess server = ServerProcess.start(home, port, command)) {
            String url = "http://localhost:" + port;
            // Not before: whoever tries to sign in too early, and again, is locked out.
            StartBench.awaitReady(port);
            UniSyncClient admin = UniSyncClient.ofDemonstration(http, url, "ulla");
            double before = costOfChange(server, admin, "SS-311-001");
            fill(admin);
            double after = costOfChange(server, admin, "SS-311-001");
            report(
                    String.format(
                            Locale.ROOT,
                            "stage change: %.2f ms of CPU with %d ShowSets, %.2f ms with %d and %d notes more",
                            before,
                            DEMO_SHOWSETS,
                            after,
                            SHOWSETS,
                            NOTES),
                    after <= before * GROWTH_MAX,
                    String.format(Locale.ROOT, "at most %.1f times", GROWTH_MAX));
            board(admin, local);
            load(admin);
        }
        return missed;
    }

    private void report(String line, boolean met, String floor) {
        out.printf("%s  floor %s  %s%n", line, floor, met ? "met" : "MISSED");
        if (!met) {
            missed.add(line);
        }
    }

    /** Processor time of the server for one change, the first ones left out: they warm it up. */
    private static double costOfChange(ServerProcess server, UniSyncClient client, String id) throws IOException {
        change(client, id);
        change(client, id);
        server.awaitQuiet();
        Duration start = server.cpuTime();
        change(client, id);
        return server.cpuTime().minus(start).toNanos() / 1e6 / CHANGES;
    }

    private static void change(UniSyncClient client, String id) throws IOException {
        for (int i = 0; i < CHANGES; i++) {
            client.stage(id, STATUSES.get(i % STATUSES.size()));
        }
    }

    private static void fill(UniSyncClient admin) throws IOException {
        for (int i = DEMO_SHOWSETS; i < SHOWSETS; i++) {
            admin.createShowSet("BENCH-" + i, i % 2 == 0 ? "311" : "312");
        }
        for (int i = 0; i < NOTES; i++) {
            admin.note(i % 2 == 0 ? "SS-311-001" : "BENCH-" + (DEMO_SHOWSETS + i % (SHOWSETS - DEMO_SHOWSETS)));
        }
    }

    private void board(UniSyncClient admin, @Nullable Path local) throws IOException, ReflectiveOperationException {
        JsonObject whole = admin.send("GET", "/unisync/v1/showsets?limit=1000", null);
        int rows = whole.getJsonArray("data").size();
        double ours = rate(admin::board);
        double changed = rate(() -> {
            admin.stage("SS-311-001", STATUSES.get(changes++ % STATUSES.size()));
            return admin.board();
        });
        out.printf(
                Locale.ROOT,
                "board of %d ShowSets in one request: %.1f a second; each after a change of one of them: %.1f a second%n",
                rows,
                ours,
                changed);
        if (local == null) {
            out.println("NOT COMPARED with DynamoDB Local: bench --dynamodb-local --unisync does.");
            return;
        }
        try (LocalPeer peer = LocalPeer.open(local)) {
            LocalBoard theirs = new LocalBoard(peer.client());
            theirs.load(whole.getJsonArray("data"));
            if (theirs.read() != rows) {
                throw new IllegalStateException("DynamoDB Local does not have the same board");
            }
            double rate = rate(theirs::read);
            report(
                    String.format(
                            Locale.ROOT,
                            "the same reads through the AWS SDK on DynamoDB Local: %.1f a second, %.1f times",
                            rate,
                            ours / rate),
                    ours >= BOARD_FLOOR * rate,
                    BOARD_FLOOR + " times");
        }
    }

    private interface Read {
        int run() throws IOException;
    }

    /** The median of several turns, after a longer one that warms up. */
    private double rate(Read read) throws IOException {
        List<Double> rates = new ArrayList<>();
        for (int round = 0; round <= rounds; round++) {
            long start = System.nanoTime();
            long nanos = TimeUnit.MILLISECONDS.toNanos(round == 0 ? WARM_UP_TURNS * millis : millis);
            int done = 0;
            while (System.nanoTime() - start < nanos) {
                read.run();
                done++;
            }
            if (round > 0) {
                rates.add(done * 1e9 / (System.nanoTime() - start));
            }
        }
        return Duel.median(rates);
    }

    private void load(UniSyncClient admin) throws IOException {
        List<UniSyncClient> users = new ArrayList<>();
        for (int i = 0; i < USERS; i++) {
            users.add(admin.addUser(i));
        }
        Map<String, Histogram> times = new TreeMap<>();
        for (String kind : List.of("board", "heartbeat", "stage change")) {
            times.put(kind, new ConcurrentHistogram(3));
        }
        AtomicInteger errors = new AtomicInteger();
        long end = System.nanoTime() + LOAD.toNanos();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < USERS; i++) {
            int number = i;
            Thread thread = new Thread(() -> work(users.get(number), number, end, times, errors), "user-" + i);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
        times.forEach((kind, each) -> out.printf(
                Locale.ROOT,
                "%d users, %s: %d requests, median %.1f ms, p99 %.1f ms%n",
                USERS,
                kind,
                each.getTotalCount(),
                each.getValueAtPercentile(50) / 1e6,
                each.getValueAtPercentile(99) / 1e6));
        report(USERS + " users: " + errors.get() + " errors", errors.get() == 0, "none");
    }

    private static void work(
            UniSyncClient user, int number, long end, Map<String, Histogram> times, AtomicInteger errors) {
        String own = "BENCH-" + (DEMO_SHOWSETS + number);
        long next = System.nanoTime() + CYCLE.toNanos() * number / USERS;
        for (int round = 0; next < end; round++) {
            LockSupport.parkNanos(next - System.nanoTime());
            if (System.nanoTime() < next) {
                continue; // woken too early
            }
            String status = STATUSES.get(round % STATUSES.size());
            timed(times, "heartbeat", errors, user::heartbeat);
            timed(times, "board", errors, user::board);
            timed(times, "stage change", errors, () -> user.stage(own, status));
            next += CYCLE.toNanos();
        }
    }

    private interface Request {
        void run() throws IOException;
    }

    private static void timed(Map<String, Histogram> times, String kind, AtomicInteger errors, Request request) {
        long start = System.nanoTime();
        try {
            request.run();
        } catch (IOException | UncheckedIOException e) {
            errors.incrementAndGet();
        }
        Histogram histogram = times.get(kind);
        if (histogram != null) {
            histogram.recordValue(System.nanoTime() - start);
        }
    }
}
