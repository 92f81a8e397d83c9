package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.Engine;
import dev.trestle.engine.store.StoreException;
import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;

/**
 * A backup taken while writers go on. Each writer counts up in a partition of its own, with an entry in an index for each item; a backup
 * must hold an unbroken count that is no shorter than what was acknowledged when it was asked for.
 */
@Tag("once")
class BackupTest {
    private static final int WRITERS = 4;
    private static final String TABLE = "counts";

    private final AtomicLongArray acknowledged = new AtomicLongArray(WRITERS);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    private Path directory = Path.of("");
    private Path backup = Path.of("");

    @BeforeEach
    void name() {
        directory = temporary.resolve("store");
        backup = temporary.resolve("backups").resolve("first");
    }

    @Test
    void backup_whileWritersGoOn_holdsAllThatWasAcknowledged() throws Exception {
        long[] before = new long[WRITERS];
        try (TrestleDb db = StoreFiles.open(directory)) {
            create(db.client());
            whileWriting(db.client(), () -> {
                awaitWrites(50);
                for (int w = 0; w < WRITERS; w++) {
                    before[w] = acknowledged.get(w);
                }
                db.engine().backup(backup);
                awaitWrites(acknowledged.get(0) + 50);
            });
            assertThat(db.engine().verify().problems()).isEmpty();
        }
        checkCounts(backup, before);
        Path restored = temporary.resolve("restored");
        Engine.restore(backup, restored);
        checkCounts(restored, before);
    }

    @Test
    void backup_twiceUnderOneName_isRefusedAndLeavesTheFirst() {
        try (TrestleDb db = StoreFiles.open(directory)) {
            create(db.client());
            db.engine().backup(backup);
            put(db.client(), 0, 0);
            assertThatThrownBy(() -> db.engine().backup(backup))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("exists already");
        }
        try (TrestleDb db = StoreFiles.open(backup)) {
            assertThat(count(db.client(), 0)).isZero();
        }
    }

    @Test
    void backup_afterOneThatWasCutShort_isMadeAnew() throws IOException {
        Path partial = Files.createDirectories(temporary.resolve("backups").resolve("first.partial"));
        Files.createDirectories(partial.resolve("rocks"));
        Files.writeString(partial.resolve("rocks").resolve("000001.sst"), "half");
        try (TrestleDb db = StoreFiles.open(directory)) {
            create(db.client());
            put(db.client(), 0, 0);
            db.engine().backup(backup);
        }
        assertThat(partial).doesNotExist();
        checkCounts(backup, new long[] {1, 0, 0, 0});
    }

    @Test
    void restore_whereSomethingIs_isRefused() {
        try (TrestleDb db = StoreFiles.open(directory)) {
            create(db.client());
            db.engine().backup(backup);
        }
        assertThatThrownBy(() -> Engine.restore(backup, directory)).hasMessageContaining("exists already");
        assertThatThrownBy(() -> Engine.restore(temporary.resolve("backups"), temporary.resolve("new")))
                .hasMessageContaining("is no backup");
        assertThat(temporary.resolve("new")).doesNotExist();
    }

    @Test
    void backup_ofAStoreInMemory_isRefused() {
        try (TrestleDb db = TrestleDb.inMemory()) {
            assertThatThrownBy(() -> db.engine().backup(backup)).hasMessageContaining("in memory");
        }
        assertThat(backup).doesNotExist();
    }

    private interface Work {
        void run() throws Exception;
    }

    private void whileWriting(DynamoDbClient client, Work work) throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        ExecutorService pool = Executors.newFixedThreadPool(WRITERS);
        List<Future<?>> writers = new ArrayList<>();
        try {
            for (int w = 0; w < WRITERS; w++) {
                int writer = w;
                writers.add(pool.submit(() -> {
                    for (long n = 0; !stop.get(); n++) {
                        put(client, writer, n);
                        acknowledged.set(writer, n + 1);
                    }
                }));
            }
            work.run();
        } finally {
            stop.set(true);
            for (Future<?> writer : writers) {
                writer.get(1, TimeUnit.MINUTES);
            }
            pool.shutdown();
        }
    }

    private void awaitWrites(long each) {
        Awaitility.await().atMost(1, TimeUnit.MINUTES).until(() -> {
            for (int w = 0; w < WRITERS; w++) {
                if (acknowledged.get(w) < each) {
                    return false;
                }
            }
            return true;
        });
    }

    private static void checkCounts(Path store, long[] atLeast) {
        try (TrestleDb db = StoreFiles.open(store)) {
            assertThat(db.engine().verify().problems()).isEmpty();
            for (int w = 0; w < WRITERS; w++) {
                int writer = w;
                List<Long> numbers = db
                        .client()
                        .queryPaginator(query -> query.tableName(TABLE)
                                .keyConditionExpression("pk = :w")
                                .expressionAttributeValues(Map.of(":w", AttributeValue.fromS("writer" + writer))))
                        .items()
                        .stream()
                        .map(item -> Long.valueOf(item.get("sk").n()))
                        .toList();
                assertThat(numbers).hasSizeGreaterThanOrEqualTo((int) atLeast[w]);
                for (int i = 0; i < numbers.size(); i++) {
                    assertThat(numbers.get(i)).isEqualTo(i);
                }
            }
        }
    }

    private static int count(DynamoDbClient client, int writer) {
        return client.query(query -> query.tableName(TABLE)
                        .keyConditionExpression("pk = :w")
                        .expressionAttributeValues(Map.of(":w", AttributeValue.fromS("writer" + writer))))
                .count();
    }

    private static void create(DynamoDbClient client) {
        client.createTable(table -> table.tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(attribute("pk", "S"), attribute("sk", "N"), attribute("tens", "N"))
                .keySchema(key("pk", KeyType.HASH), key("sk", KeyType.RANGE))
                .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                        .indexName("by-tens")
                        .keySchema(key("tens", KeyType.HASH))
                        .projection(projection -> projection.projectionType(ProjectionType.ALL))
                        .build()));
    }

    private static AttributeDefinition attribute(String name, String type) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(type)
                .build();
    }

    private static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    private static void put(DynamoDbClient client, int writer, long number) {
        client.putItem(put -> put.tableName(TABLE)
                .item(Map.of(
                        "pk", AttributeValue.fromS("writer" + writer),
                        "sk", AttributeValue.fromN(Long.toString(number)),
                        "tens", AttributeValue.fromN(Long.toString(number / 10)),
                        "filling", AttributeValue.fromS("x".repeat(500)))));
    }
}
