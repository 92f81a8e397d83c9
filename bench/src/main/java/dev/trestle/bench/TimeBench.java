package dev.trestle.bench;

import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.SetClock;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.RocksDBException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What keeping time costs: PutItem with an index, a stream and expiry beside raw RocksDB writing the same batch; GetItem while expired
 * items are swept, streams trimmed and backups made, beside the same GetItem left alone; and how long after its commit a record
 * reaches a listener.
 */
final class TimeBench {
    private static final double PUT_FLOOR = 0.7;
    private static final double GET_FLOOR = 0.85;
    private static final double LATENCY_MILLIS_MAX = 10;
    private static final int READ_ITEMS = 20_000;
    private static final int EXPIRING_ITEMS = 200_000;

    private final Workload workload = new Workload();

    /** Gives the floors that were missed and that the duel does not know of. */
    List<String> run(Path directory, Duel duel, PrintStream out) throws RocksDBException, IOException {
        out.println("Keeping time: stream, expiry and backup beside the requests");
        puts(directory.resolve("put"), duel);
        gets(directory.resolve("get"), duel);
        return deliveries(directory.resolve("listen"), out);
    }

    private void puts(Path home, Duel duel) throws RocksDBException {
        EngineOptions options = options(home);
        try (TrestleSide side = new TrestleSide(options);
                RawRocks raw =
                        new RawRocks(home.resolve("raw"), options.blockCacheBytes(), options.writeBufferBytes())) {
            side.createTimedTable();
            AtomicLong ours = new AtomicLong();
            AtomicLong theirs = new AtomicLong();
            for (int threads : new int[] {8, 32}) {
                duel.run(
                        "PutItem, synced, GSI+stream+TTL",
                        threads,
                        random -> {
                            side.put(timed(ours.getAndIncrement()));
                            return 1;
                        },
                        random -> {
                            putRaw(raw, theirs.getAndIncrement());
                            return 1;
                        },
                        PUT_FLOOR);
            }
        }
    }

    private static Map<String, AttributeValue> timed(long number) {
        Map<String, AttributeValue> item = Workload.item(number, 1);
        item.put(TrestleSide.EXPIRES, AttributeValue.fromN(Long.toString(4_000_000_000L + number)));
        return item;
    }

    private void putRaw(RawRocks raw, long number) {
        Map<String, AttributeValue> item = timed(number);
        raw.putTimed(
                workload.rawKey(number),
                workload.rawItem(item),
                workload.rawIndexKey(item),
                Workload.rawStreamKey(number),
                workload.rawStreamRecord(item),
                workload.rawExpiryKey(item, 4_000_000_000L + number));
    }

    private static void gets(Path home, Duel duel) throws IOException {
        SetClock clock = new SetClock(Instant.now());
        try (TrestleSide side = new TrestleSide(options(home).withClock(clock).withItemCacheBytes(0))) {
            side.createTable(false);
            side.load(READ_ITEMS, percent -> {});
            side.createExpiringTable(EXPIRING_ITEMS, clock.instant());
            clock.advance(Duration.ofHours(25)); // what the loading left in the stream may be trimmed
            side.awaitSettled();
            try (BackgroundWork work = new BackgroundWork(side, clock, home.resolve("copies"))) {
                duel.runInTurns(
                        "GetItem beside sweep, trim, backup",
                        1,
                        work::resume,
                        random -> side.get(random % READ_ITEMS),
                        work::pause,
                        random -> side.get(random % READ_ITEMS),
                        GET_FLOOR);
                work.checkDone();
            }
        }
    }

    private static List<String> deliveries(Path home, PrintStream out) {
        List<String> missed = new ArrayList<>();
        try (TrestleSide side = new TrestleSide(options(home))) {
            side.createTimedTable();
            for (int threads : new int[] {1, 8}) {
                DeliveryTimes times = DeliveryTimes.measure(side, threads);
                boolean met = times.p99Millis() < LATENCY_MILLIS_MAX;
                out.println(times.line(threads) + (met ? "met" : "MISSED"));
                if (!met) {
                    missed.add("from commit to listener, " + threads + " writers: p99 " + times.p99Millis() + " ms");
                }
            }
        }
        return missed;
    }

    private static EngineOptions options(Path home) {
        home.toFile().mkdirs();
        return EngineOptions.directory(home.resolve("trestle")).withFreeSpaceFloorBytes(0);
    }
}
