package dev.trestle.conformance.concurrency;

import static dev.trestle.conformance.concurrency.Items.item;
import static dev.trestle.conformance.concurrency.Items.n;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trestle.conformance.Alone;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.SetClock;
import dev.trestle.engine.verify.VerifyReport;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Very many items expire in one second: all go, and writers hardly notice. */
@Alone
class ExpiryLoadTest {
    private static final String EXPIRING = "expiring";
    private static final String WRITTEN = "written";
    private static final int WRITERS = 4;
    private static final int QUIET_WRITES = 4000;
    /** How much longer a write may take, at the 99th percentile, while the sweep runs. */
    private static final int FACTOR_MAX = 5;

    private final SetClock clock = new SetClock(Instant.parse("2026-11-15T12:00:00Z"));

    @TempDir
    Path directory;

    @Test
    void sweep_aHundredThousandInOneSecond_doesNotStallWriters() {
        expire(100_000);
    }

    @Tag("slow")
    @Test
    void sweep_aMillionInOneSecond_doesNotStallWriters() {
        expire(1_000_000);
    }

    private void expire(int items) {
        EngineOptions options =
                EngineOptions.directory(directory.resolve("data")).withClock(clock);
        try (TrestleDb db = TrestleDb.open(options)) {
            DynamoDbClient client = db.client();
            Items.createTable(client, WRITTEN);
            Items.createTable(client, EXPIRING);
            client.updateTimeToLive(r -> r.tableName(EXPIRING)
                    .timeToLiveSpecification(s -> s.attributeName("expires").enabled(true)));
            await().until(() -> client.describeTimeToLive(r -> r.tableName(EXPIRING))
                            .timeToLiveDescription()
                            .timeToLiveStatus()
                    == TimeToLiveStatus.ENABLED);
            fill(client, items);
            Queue<Long> quiet = new ConcurrentLinkedQueue<>();
            write(client, quiet, () -> quiet.size() >= QUIET_WRITES);
            clock.advance(Duration.ofMinutes(1));
            Queue<Long> sweeping = new ConcurrentLinkedQueue<>();
            long start = System.nanoTime();
            write(client, sweeping, () -> count(client) == 0);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            VerifyReport report = db.engine().verify();
            assertThat(report.problems()).isEmpty();
            assertThat(report.expiryEntries()).isZero();
            assertThat(p99(sweeping))
                    .as("p99 in ns of %d writes while %d items expired in %s", sweeping.size(), items, took)
                    .isLessThan(FACTOR_MAX * p99(quiet));
        }
    }

    private void fill(DynamoDbClient client, int items) {
        long second = clock.instant().getEpochSecond() + 60;
        int share = items / WRITERS;
        Workers.run(1, WRITERS, (worker, random) -> {
            for (int begin = worker * share; begin < (worker + 1) * share; begin += 25) {
                List<WriteRequest> puts = IntStream.range(begin, begin + 25)
                        .mapToObj(i -> WriteRequest.builder()
                                .putRequest(p -> p.item(item("p" + i % 1000, "s" + i, "expires", n(second))))
                                .build())
                        .toList();
                Map<String, List<WriteRequest>> left = Map.of(EXPIRING, puts);
                while (!left.isEmpty()) {
                    Map<String, List<WriteRequest>> now = left;
                    left = client.batchWriteItem(r -> r.requestItems(now)).unprocessedItems();
                }
            }
        });
        assertThat(count(client)).isEqualTo(items);
    }

    private static long count(DynamoDbClient client) {
        return client.describeTable(r -> r.tableName(EXPIRING)).table().itemCount();
    }

    /** Writes on several threads until it is enough, and adds how long each write took. */
    private static void write(DynamoDbClient client, Queue<Long> nanos, BooleanSupplier enough) {
        Workers.run(2, WRITERS, (worker, random) -> {
            while (!enough.getAsBoolean()) {
                String pk = "w" + random.nextInt(1000);
                long start = System.nanoTime();
                client.putItem(r -> r.tableName(WRITTEN).item(item(pk, "0", "v", n(random.nextLong()))));
                nanos.add(System.nanoTime() - start);
            }
        });
    }

    private static long p99(Queue<Long> nanos) {
        long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
        return sorted[(int) (sorted.length * 0.99)];
    }
}
