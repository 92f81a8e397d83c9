package dev.trestle.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The S3 port beside plain files, in turns: a large object beside a copy of its file, small ones beside files that are synced. */
final class ObjectBench {
    private static final double LARGE_FLOOR = 0.7;
    private static final double SMALL_FLOOR = 0.5;
    private static final int SMALL_BYTES = 4096;
    private static final int[] CONNECTIONS = {8, 64};
    private static final long WARM_UP_PUTS = 20_000;
    private static final int WARM_UP_TURNS_MAX = 20;
    private static final int PUTS_PER_SECOND_MAX = 20_000;
    private static final double MB = 1e6;

    private final PrintStream out;
    private final int rounds;
    private final long millis;
    private final long largeBytes;
    private final ObjectRequests requests = new ObjectRequests();
    private final List<String> missed = new ArrayList<>();

    ObjectBench(PrintStream out, int rounds, long millis, long largeBytes) {
        this.out = out;
        this.rounds = rounds;
        this.millis = millis;
        this.largeBytes = largeBytes;
    }

    /** What was missed; empty if all went well. */
    List<String> run(Path home) throws IOException {
        out.printf(
                Locale.ROOT,
                "Objects over HTTP: one of %,d MB, and many of %d KB; Trestle checks signatures and checksums, and syncs%n"
                        + "Client and server share %d cores; the plain files have them for themselves%n",
                largeBytes / 1_000_000,
                SMALL_BYTES / 1024,
                Runtime.getRuntime().availableProcessors());
        int port = ServerProcess.freePort();
        try (ServerProcess server = new WireServers(home, LaunchedJava.ask()).objects(port)) {
            HttpLoad.ask(port, requests.createBucket());
            large(home, port);
            for (int connections : CONNECTIONS) {
                small(home, port, connections);
            }
            out.printf("resident memory of Trestle after all that: %d MB%n", server.residentBytes() / (1024 * 1024));
        }
        return missed;
    }

    private void large(Path home, int port) throws IOException {
        FileCopy copy = new FileCopy(Files.createDirectories(home.resolve("files")), largeBytes);
        LargeObject object = new LargeObject(port, requests, copy);
        Path received = home.resolve("files/received");
        List<Double> syncedCopies = new ArrayList<>();
        List<Double> ups = new ArrayList<>();
        List<Double> copies = new ArrayList<>();
        List<Double> downs = new ArrayList<>();
        for (int round = -1; round < rounds; round++) { // the first one is to warm up
            boolean counts = round >= 0;
            add(syncedCopies, copy.rate(true) / MB, counts);
            add(ups, object.up() / MB, counts);
            add(copies, copy.rate(false) / MB, counts);
            add(downs, object.down(received) / MB, counts);
            Files.delete(received);
        }
        Files.delete(copy.source());
        print("up, stored and synced", "a synced copy with MD5 and CRC-32", "MB/s", ups, syncedCopies, LARGE_FLOOR);
        print("down, into a file", "a copy with MD5 and CRC-32", "MB/s", downs, copies, LARGE_FLOOR);
    }

    private void small(Path home, int port, int connections) throws IOException {
        FileLoop loop = new FileLoop(home.resolve("loop-" + connections), SMALL_BYTES);
        loop.rate(connections, millis);
        long count = 0;
        for (int turn = 0; turn < WARM_UP_TURNS_MAX && count < WARM_UP_PUTS; turn++) {
            count += put(port, connections).count();
        }
        List<Double> files = new ArrayList<>();
        List<Double> objects = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            files.add(loop.rate(connections, millis));
            objects.add(put(port, connections).rate());
        }
        print(
                "small ones, " + connections + " connections",
                "writing, syncing and renaming files on " + connections + " threads",
                "/s",
                objects,
                files,
                SMALL_FLOOR);
    }

    private HttpLoad.Result put(int port, int connections) throws IOException {
        byte[][] prepared = requests.puts((int) Math.max(100, PUTS_PER_SECOND_MAX * millis / 1000), SMALL_BYTES);
        int[] next = {0};
        return new HttpLoad(port, connections)
                .run(() -> next[0] < prepared.length ? prepared[next[0]++] : null, millis);
    }

    private static void add(List<Double> rates, double rate, boolean counts) {
        if (counts) {
            rates.add(rate);
        }
    }

    private void print(String name, String other, String unit, List<Double> ours, List<Double> theirs, double floor) {
        double ratio = Duel.median(ours) / Duel.median(theirs);
        List<Double> ratios = IntStream.range(0, ours.size())
                .mapToObj(round -> ours.get(round) / theirs.get(round))
                .toList();
        boolean met = ratio >= floor;
        if (!met) {
            missed.add(name + ": " + Duel.percent(ratio) + " of " + other + ", the floor is " + Duel.percent(floor));
        }
        out.printf(
                Locale.ROOT,
                "%-28s %,8.0f %s; %s: %,8.0f %s  %s (rounds %s .. %s)  floor %s  %s%n",
                name,
                Duel.median(ours),
                unit,
                other,
                Duel.median(theirs),
                unit,
                Duel.percent(ratio),
                Duel.percent(Collections.min(ratios)),
                Duel.percent(Collections.max(ratios)),
                Duel.percent(floor),
                met ? "met" : "MISSED");
    }
}
