package dev.trestle.conformance.concurrency;

import static dev.trestle.conformance.concurrency.Items.key;
import static dev.trestle.conformance.concurrency.Items.n;
import static dev.trestle.conformance.concurrency.Items.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trestle.engine.verify.VerifyReport;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Expiry is switched on over a full table while everybody writes. Each writer has keys of its own and knows what it wrote last: in the
 * end just what is not due is there, as it was written, and every entry has its item.
 */
@Tag("once")
class LiveExpiryTest {
    private static final String TABLE = "live";
    private static final int WRITERS = 4;
    private static final int KEYS = 400;
    private static final long AHEAD = 100_000;

    private final Map<String, Map<String, AttributeValue>> written = new ConcurrentHashMap<>();
    private final long now = Instant.now().getEpochSecond();

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void expiry_enabledUnderLoad_deletesJustWhatIsDue(long seed) {
        enableUnderLoad(Setting.values()[(int) seed % 4], seed, 300);
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(longs = {10, 11, 12, 13, 14, 15, 16, 17})
    void expiry_enabledUnderLoadForLong_deletesJustWhatIsDue(long seed) {
        enableUnderLoad(Setting.values()[(int) seed % 4], seed, 20_000);
    }

    private void enableUnderLoad(Setting setting, long seed, int writesAfterwards) {
        try (TrestleDb db = setting.open(directory)) {
            DynamoDbClient client = db.client();
            Items.createTable(client, TABLE);
            Workers.run(seed, WRITERS, (worker, random) -> {
                for (int i = 0; i < KEYS; i++) {
                    write(client, worker, random);
                }
            });
            AtomicLong writes = new AtomicLong();
            try (Workers writers = new Workers(seed * 100)) {
                writers.startEndless(WRITERS, (worker, random) -> {
                    write(client, worker, random);
                    writes.incrementAndGet();
                });
                await().until(() -> writes.get() > 20);
                client.updateTimeToLive(r -> r.tableName(TABLE)
                        .timeToLiveSpecification(s -> s.attributeName("expires").enabled(true)));
                await().atMost(Duration.ofMinutes(1))
                        .until(() -> client.describeTimeToLive(r -> r.tableName(TABLE))
                                        .timeToLiveDescription()
                                        .timeToLiveStatus()
                                == TimeToLiveStatus.ENABLED);
                assertClean(db, seed);
                long enabled = writes.get();
                await().atMost(Duration.ofMinutes(2)).until(() -> writes.get() > enabled + writesAfterwards);
                writers.stop();
                writers.join();
            }
            Map<String, Map<String, AttributeValue>> expected = new HashMap<>(written);
            expected.values().removeIf(this::isDue);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> client.describeTable(r -> r.tableName(TABLE))
                                    .table()
                                    .itemCount()
                            <= expected.size());
            Map<String, Map<String, AttributeValue>> found = new HashMap<>();
            client.scanPaginator(r -> r.tableName(TABLE))
                    .items()
                    .forEach(item -> found.put(item.get("pk").s(), item));
            assertThat(found).as("seed %d", seed).isEqualTo(expected);
            VerifyReport report = assertClean(db, seed);
            assertThat(report.expiryEntries())
                    .isEqualTo(expected.values().stream()
                            .filter(LiveExpiryTest::hasTime)
                            .count());
        }
    }

    /** Times are well behind or well ahead, so that it does not matter when the test looks. */
    private boolean isDue(Map<String, AttributeValue> item) {
        return hasTime(item) && Long.parseLong(item.get("expires").n()) < now;
    }

    private static boolean hasTime(Map<String, AttributeValue> item) {
        AttributeValue expires = item.get("expires");
        return expires != null && expires.n() != null;
    }

    private void write(DynamoDbClient client, int worker, Random random) {
        String pk = "w" + worker + "k" + random.nextInt(KEYS / WRITERS);
        Map<String, AttributeValue> item = item(pk, random);
        switch (random.nextInt(5)) {
            case 0 -> {
                client.deleteItem(r -> r.tableName(TABLE).key(key(pk, "0")));
                written.remove(pk);
            }
            case 1 -> {
                Map<String, AttributeValue> other = item(pk + "x", random);
                client.transactWriteItems(r -> r.transactItems(put(item), put(other)));
                written.put(pk, item);
                written.put(pk + "x", other);
            }
            default -> {
                client.putItem(r -> r.tableName(TABLE).item(item));
                written.put(pk, item);
            }
        }
    }

    private Map<String, AttributeValue> item(String pk, Random random) {
        Map<String, AttributeValue> item = new HashMap<>(key(pk, "0"));
        item.put("v", n(random.nextLong()));
        switch (random.nextInt(4)) {
            case 0 -> item.put("expires", n(now + AHEAD + random.nextInt(50)));
            case 1 -> item.put("expires", n(now - AHEAD - random.nextInt(50)));
            case 2 -> item.put("expires", s("soon"));
            default -> {} // none
        }
        return item;
    }

    private static TransactWriteItem put(Map<String, AttributeValue> item) {
        return TransactWriteItem.builder()
                .put(p -> p.tableName(TABLE).item(item))
                .build();
    }

    private static VerifyReport assertClean(TrestleDb db, long seed) {
        VerifyReport report = db.engine().verify();
        assertThat(report.problems()).as("problems, seed %d", seed).isEmpty();
        return report;
    }
}
