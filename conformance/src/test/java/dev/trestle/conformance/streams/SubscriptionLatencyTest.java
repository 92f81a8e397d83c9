package dev.trestle.conformance.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.Alone;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.api.StreamRecord;
import dev.trestle.engine.api.StreamSubscription;
import dev.trestle.engine.api.SubscribeStream;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/**
 * How soon a listener is called under load: within 10 ms of the commit for 99 of 100 records. What the machine does beside can only
 * make it slower, so the best of several rounds counts.
 */
@Alone
class SubscriptionLatencyTest {
    private static final int ROUNDS_MAX = 12;
    private static final int WRITERS = 4;
    private static final int WRITES_EACH = 1500;
    private static final double MILLIS_MAX = 10;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    /** Without a disk the whole way of a write takes less, and commit and callback are only a part of it. */
    @Test
    void callback_inMemory_comesWithinTenMillisecondsOfTheRequest() {
        try (TrestleDb db = TrestleDb.inMemory()) {
            assertThat(best(db, "memory, from request to callback", true)).isLessThan(MILLIS_MAX);
        }
    }

    @Test
    void callback_onDisk_comesWithinTenMillisecondsOfTheAnswer() {
        try (TrestleDb db = TrestleDb.open(EngineOptions.directory(directory.resolve("store")))) {
            assertThat(best(db, "disk, from answer to callback", false)).isLessThan(MILLIS_MAX);
        }
    }

    private static double best(TrestleDb db, String what, boolean fromRequest) {
        RandomWrites.createTable(db.client(), "timed", StreamViewType.NEW_AND_OLD_IMAGES);
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS_MAX && best >= MILLIS_MAX; round++) {
            double[] millis = round(db, round, fromRequest);
            double p99 = millis[millis.length * 99 / 100];
            System.out.printf(
                    Locale.ROOT,
                    "%s, round %d: p50 %.2f ms, p99 %.2f ms, max %.2f ms of %d records%n",
                    what,
                    round,
                    millis[millis.length / 2],
                    p99,
                    millis[millis.length - 1],
                    millis.length);
            best = Math.min(best, p99);
        }
        return best;
    }

    /** The times from the one moment to the other, sorted. */
    private static double[] round(TrestleDb db, int round, boolean fromRequest) {
        Map<String, Long> begun = new ConcurrentHashMap<>();
        Map<String, Long> called = new ConcurrentHashMap<>();
        Collector listener = new Collector() {
            @Override
            public void onRecords(List<StreamRecord> delivered) {
                long now = System.nanoTime();
                delivered.forEach(record -> called.put(key(record), now));
            }
        };
        SubscribeStream latest = new SubscribeStream("timed", "timer", SubscribeStream.Start.LATEST, null);
        try (StreamSubscription subscription = db.engine().subscribe(latest, listener)) {
            List<CompletableFuture<Void>> writers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                String name = round + "/" + writer + "/";
                writers.add(CompletableFuture.runAsync(() -> write(db, name, begun, fromRequest)));
            }
            writers.forEach(writer -> writer.orTimeout(2, TimeUnit.MINUTES).join());
            Collector.await("all is delivered", () -> called.size() == WRITERS * WRITES_EACH);
            assertThat(subscription.isRunning()).isTrue();
        }
        double[] millis = called.entrySet().stream()
                .mapToDouble(call -> (call.getValue() - begun.getOrDefault(call.getKey(), 0L)) / 1e6)
                .map(time -> Math.max(0, time))
                .toArray();
        Arrays.sort(millis);
        return millis;
    }

    private static void write(TrestleDb db, String name, Map<String, Long> begun, boolean fromRequest) {
        AttributeValue filler = AttributeValue.fromS("x".repeat(400));
        for (int i = 0; i < WRITES_EACH; i++) {
            String key = name + i;
            long before = System.nanoTime();
            db.client()
                    .putItem(r -> r.tableName("timed").item(Map.of("pk", AttributeValue.fromS(key), "filler", filler)));
            begun.put(key, fromRequest ? before : System.nanoTime());
        }
    }
}
