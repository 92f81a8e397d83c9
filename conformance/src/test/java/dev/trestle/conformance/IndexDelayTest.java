package dev.trestle.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.EngineOptions;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Global indexes that lag on purpose: everything else is as it was at once, they are later, and then surely. */
class IndexDelayTest {
    private static final Duration DELAY = Duration.ofMillis(400);
    /** A machine that does several things at once may be late by this much, and by more than that something is wrong. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String TABLE = "delayed";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    enum Home {
        MEMORY,
        DISK
    }

    @ParameterizedTest
    @EnumSource
    void query_globalIndexAfterAWrite_showsItLaterAndTheRestAtOnce(Home home) {
        try (TrestleDb db = open(home)) {
            DynamoDbClient client = db.client();
            create(client);
            for (String group : new String[] {"one", "two"}) {
                long before = System.nanoTime();
                put(client, group);
                assertThat(countTable(client, group)).isEqualTo(1);
                assertThat(countIndex(client, "byGroupHere", group)).isEqualTo(1);
                awaitCount(client, group, 1);
                assertThat(Duration.ofNanos(System.nanoTime() - before))
                        .as("the time until the global index showed the write")
                        .isGreaterThanOrEqualTo(DELAY);
                assertThat(scanned(client)).isEqualTo(1);
            }
            long before = System.nanoTime();
            client.deleteItem(r -> r.tableName(TABLE).key(Literals.item("{pk: 'p', sk: 's'}")));
            assertThat(countIndex(client, "byGroupHere", "two")).isZero();
            awaitCount(client, "two", 0);
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(DELAY);
            assertThat(db.engine().verify().problems()).isEmpty();
        }
    }

    /** Both entries of a page are of one moment: a write moves an item from group to group, and each page of all groups has it once. */
    @Test
    @Tag("once")
    void scan_globalIndexWhileItemsMove_isOfOneMoment() {
        try (TrestleDb db = TrestleDb.open(EngineOptions.inMemory().withIndexDelay(Duration.ofMillis(1)))) {
            DynamoDbClient client = db.client();
            create(client);
            put(client, "g0");
            Awaitility.await().atMost(PATIENCE).until(() -> scanned(client) == 1);
            for (int move = 1; move < 2000; move++) {
                put(client, "g" + move % 50);
                assertThat(scanned(client)).isEqualTo(1);
            }
        }
    }

    @Test
    void globalIndex_addedAndDeleted_followsTheTable() {
        try (TrestleDb db = open(Home.MEMORY)) {
            DynamoDbClient client = db.client();
            create(client);
            put(client, "one");
            client.updateTable(r -> r.tableName(TABLE)
                    .attributeDefinitions(TableShape.definition("late", "S"))
                    .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                            .create(c -> c.indexName("byLate")
                                    .keySchema(TableShape.hash("late"))
                                    .projection(TableShape.all()))
                            .build()));
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> client.describeTable(r -> r.tableName(TABLE)).table().globalSecondaryIndexes().stream()
                            .allMatch(index -> index.indexStatus() == IndexStatus.ACTIVE));
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> client.scan(r -> r.tableName(TABLE).indexName("byLate"))
                                    .count()
                            == 1);
            client.updateTable(r -> r.tableName(TABLE)
                    .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                            .delete(d -> d.indexName("byLate"))
                            .build()));
            assertThatThrownBy(() -> client.scan(r -> r.tableName(TABLE).indexName("byLate")))
                    .isInstanceOf(DynamoDbException.class)
                    .hasMessageContaining("The table does not have the specified index: byLate");
            client.deleteTable(r -> r.tableName(TABLE));
            create(client);
            assertThat(scanned(client))
                    .as("a table of the same name is another one")
                    .isZero();
        }
    }

    @Test
    void query_afterOpeningAgain_showsWhatWasThere() {
        try (TrestleDb db = open(Home.DISK)) {
            create(db.client());
            put(db.client(), "one");
        }
        try (TrestleDb db = open(Home.DISK)) {
            assertThat(countIndex(db.client(), "byGroup", "one")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-1S", "PT0.0000001S", "PT1H0.001S"})
    void withIndexDelay_tooShortOrTooLong_isRefused(String delay) {
        EngineOptions options = EngineOptions.inMemory();
        assertThatThrownBy(() -> options.withIndexDelay(Duration.parse(delay)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("from a millisecond to an hour");
    }

    private TrestleDb open(Home home) {
        EngineOptions options = home == Home.MEMORY
                ? EngineOptions.inMemory()
                : EngineOptions.directory(temporary.resolve("store")).withFreeSpaceFloorBytes(0);
        return TrestleDb.open(options.withIndexDelay(DELAY));
    }

    private static void create(DynamoDbClient client) {
        client.createTable(TableShape.keys("pk S", "sk S")
                .gsi("byGroup", TableShape.all(), "group S")
                .lsi("byGroupHere", TableShape.all(), "group S")
                .request(TABLE));
    }

    private static void put(DynamoDbClient client, String group) {
        client.putItem(
                r -> r.tableName(TABLE).item(Literals.item("{pk: 'p', sk: 's', late: 'l', group: '" + group + "'}")));
    }

    private static int countTable(DynamoDbClient client, String group) {
        return client.query(r -> r.tableName(TABLE)
                        .keyConditionExpression("pk = :pk")
                        .filterExpression("#g = :g")
                        .expressionAttributeNames(Map.of("#g", "group"))
                        .expressionAttributeValues(Literals.item("{:pk: 'p', :g: '" + group + "'}")))
                .count();
    }

    private static int countIndex(DynamoDbClient client, String index, String group) {
        boolean local = index.equals("byGroupHere");
        AttributeValue wanted = AttributeValue.fromS(group);
        return client.query(r -> r.tableName(TABLE)
                        .indexName(index)
                        .consistentRead(local)
                        .keyConditionExpression(local ? "pk = :pk AND #g = :g" : "#g = :g")
                        .expressionAttributeNames(Map.of("#g", "group"))
                        .expressionAttributeValues(
                                local ? Map.of(":pk", AttributeValue.fromS("p"), ":g", wanted) : Map.of(":g", wanted)))
                .count();
    }

    private static int scanned(DynamoDbClient client) {
        return client.scan(r -> r.tableName(TABLE).indexName("byGroup").select(Select.COUNT))
                .count();
    }

    private static void awaitCount(DynamoDbClient client, String group, int count) {
        Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> countIndex(client, "byGroup", group) == count);
    }
}
