package dev.trestle.conformance.concurrency;

import static dev.trestle.conformance.concurrency.Items.definition;
import static dev.trestle.conformance.concurrency.Items.key;
import static dev.trestle.conformance.concurrency.Items.n;
import static dev.trestle.conformance.concurrency.Items.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trestle.engine.verify.VerifyReport;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Indexes come and go, and tables too, while everybody writes. */
@Tag("once")
class LiveIndexTest {
    private static final String TABLE = "live";
    private static final String INDEX = "byGroup";
    private static final int KEYS = 400;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void index_addedAndRemovedUnderLoad_equalsTheTable(long seed) {
        addAndRemove(Setting.values()[(int) seed % 4], seed, 2);
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(longs = {10, 11, 12, 13, 14, 15, 16, 17})
    void index_addedAndRemovedUnderLoadForLong_equalsTheTable(long seed) {
        addAndRemove(Setting.values()[(int) seed % 4], seed, 15);
    }

    private void addAndRemove(Setting setting, long seed, int rounds) {
        try (TrestleDb db = setting.open(directory)) {
            DynamoDbClient client = db.client();
            Items.createTable(client, TABLE);
            Random random = new Random(seed);
            for (int i = 0; i < KEYS; i++) {
                write(client, random);
            }
            for (int round = 0; round < rounds; round++) {
                AtomicLong writes = new AtomicLong();
                try (Workers writers = new Workers(seed * 100 + round)) {
                    writers.startEndless(4, (worker, own) -> {
                        write(client, own);
                        writes.incrementAndGet();
                    });
                    addIndex(client, round % 2 == 0 ? ProjectionType.ALL : ProjectionType.KEYS_ONLY);
                    if (round % 3 == 2) {
                        removeIndex(client); // while it is, likely, still being made
                        addIndex(client, ProjectionType.ALL);
                    }
                    awaitActive(client);
                    assertClean(db, seed);
                    long active = writes.get();
                    await().until(() -> writes.get() > active + 50);
                    writers.stop();
                    writers.join();
                }
                assertClean(db, seed);
                assertIndexEqualsTable(client, seed);
                removeIndex(client);
                awaitReclaimed(db);
            }
        }
    }

    @Test
    void table_deletedAndMadeAgainUnderLoad_leavesNothingBehind() {
        remake(Setting.DISK_CACHED, 5, 5);
    }

    @Tag("slow")
    @Test
    void table_deletedAndMadeAgainUnderLoadForLong_leavesNothingBehind() {
        remake(Setting.DISK_CACHED, 6, 100);
        remake(Setting.MEMORY_UNCACHED, 7, 100);
    }

    private void remake(Setting setting, long seed, int rounds) {
        try (TrestleDb db = setting.open(directory.resolve("remake" + seed))) {
            DynamoDbClient client = db.client();
            Items.createTable(client, TABLE);
            AtomicLong written = new AtomicLong();
            AtomicLong missed = new AtomicLong();
            try (Workers writers = new Workers(seed)) {
                writers.startEndless(4, (worker, random) -> {
                    try {
                        write(client, random);
                        written.incrementAndGet();
                    } catch (ResourceNotFoundException e) {
                        missed.incrementAndGet();
                    }
                });
                for (int round = 0; round < rounds; round++) {
                    long before = written.get();
                    await().until(() -> written.get() > before + 30);
                    if (round % 2 == 0) {
                        addIndex(client, ProjectionType.ALL);
                    }
                    client.deleteTable(r -> r.tableName(TABLE));
                    long gone = missed.get();
                    await().until(() -> missed.get() > gone);
                    Items.createTable(client, TABLE);
                    assertClean(db, seed);
                }
                writers.stop();
                writers.join();
            }
            client.deleteTable(r -> r.tableName(TABLE));
            Items.createTable(client, TABLE);
            assertThat(client.scan(r -> r.tableName(TABLE)).items()).isEmpty();
            assertThat(client.describeTable(r -> r.tableName(TABLE)).table().itemCount())
                    .isZero();
            awaitReclaimed(db);
            VerifyReport report = db.engine().verify();
            assertThat(report.problems()).isEmpty();
            assertThat(report.items()).isZero();
            assertThat(report.indexEntries()).isZero();
        }
    }

    private static void write(DynamoDbClient client, Random random) {
        String pk = "k" + random.nextInt(KEYS);
        switch (random.nextInt(6)) {
            case 0 -> client.deleteItem(r -> r.tableName(TABLE).key(key(pk, "0")));
            case 1 -> {
                Map<String, AttributeValue> without = new HashMap<>(key(pk, "0"));
                without.put("x", n(random.nextInt(100)));
                client.putItem(r -> r.tableName(TABLE).item(without));
            }
            case 2 -> {
                AttributeValue group = s("g" + random.nextInt(5));
                client.updateItem(r -> r.tableName(TABLE)
                        .key(key(pk, "0"))
                        .updateExpression("SET g = :g")
                        .expressionAttributeValues(Map.of(":g", group)));
            }
            case 3 -> {
                Map<String, AttributeValue> one = grouped(pk, random);
                Map<String, AttributeValue> other = grouped(pk + "x", random);
                client.transactWriteItems(r -> r.transactItems(put(one), put(other)));
            }
            default -> {
                Map<String, AttributeValue> item = grouped(pk, random);
                client.putItem(r -> r.tableName(TABLE).item(item));
            }
        }
    }

    private static TransactWriteItem put(Map<String, AttributeValue> item) {
        return TransactWriteItem.builder()
                .put(p -> p.tableName(TABLE).item(item))
                .build();
    }

    private static Map<String, AttributeValue> grouped(String pk, Random random) {
        Map<String, AttributeValue> item = new HashMap<>(key(pk, "0"));
        item.put("g", s("g" + random.nextInt(5)));
        item.put("x", n(random.nextInt(100)));
        return item;
    }

    private static void addIndex(DynamoDbClient client, ProjectionType projection) {
        GlobalSecondaryIndexUpdate creation = GlobalSecondaryIndexUpdate.builder()
                .create(c -> c.indexName(INDEX)
                        .keySchema(KeySchemaElement.builder()
                                .attributeName("g")
                                .keyType(KeyType.HASH)
                                .build())
                        .projection(p -> p.projectionType(projection)))
                .build();
        await().ignoreException(ResourceInUseException.class).until(() -> {
            client.updateTable(r ->
                    r.tableName(TABLE).attributeDefinitions(definition("g")).globalSecondaryIndexUpdates(creation));
            return true;
        });
    }

    private static void removeIndex(DynamoDbClient client) {
        GlobalSecondaryIndexUpdate deletion = GlobalSecondaryIndexUpdate.builder()
                .delete(d -> d.indexName(INDEX))
                .build();
        client.updateTable(r -> r.tableName(TABLE).globalSecondaryIndexUpdates(deletion));
    }

    private static void awaitActive(DynamoDbClient client) {
        await().atMost(Duration.ofMinutes(1))
                .until(() -> client.describeTable(r -> r.tableName(TABLE)).table().globalSecondaryIndexes().stream()
                        .allMatch(index -> "ACTIVE".equals(index.indexStatusAsString())));
    }

    /** Entries of what was deleted wait for the background work; without tables but this one, all that is stored is counted. */
    private static void awaitReclaimed(TrestleDb db) {
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            VerifyReport report = db.engine().verify();
            assertThat(report.problems()).isEmpty();
            assertThat(report.indexEntries()).isZero();
        });
    }

    private static void assertClean(TrestleDb db, long seed) {
        assertThat(db.engine().verify().problems())
                .as("problems, seed %d", seed)
                .isEmpty();
    }

    private static void assertIndexEqualsTable(DynamoDbClient client, long seed) {
        List<String> expected = new ArrayList<>();
        client.scanPaginator(r -> r.tableName(TABLE)).items().stream()
                .filter(item -> item.containsKey("g"))
                .forEach(item ->
                        expected.add(item.get("pk").s() + "/" + item.get("g").s()));
        List<String> found = new ArrayList<>();
        for (int group = 0; group < 5; group++) {
            AttributeValue value = s("g" + group);
            client.queryPaginator(r -> r.tableName(TABLE)
                            .indexName(INDEX)
                            .keyConditionExpression("g = :g")
                            .expressionAttributeValues(Map.of(":g", value)))
                    .items()
                    .forEach(item ->
                            found.add(item.get("pk").s() + "/" + item.get("g").s()));
        }
        assertThat(found).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(found).isNotEmpty();
    }
}
