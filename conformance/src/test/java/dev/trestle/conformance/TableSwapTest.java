package dev.trestle.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.EngineOptions;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** A restored table takes the place of the one that was backed up: the engine's own operation, which the service does not have. */
class TableSwapTest {
    private static final String TABLE = "letters";
    private static final String RESTORED = "letters-restored";

    private static AttributeDefinition text(String name) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build();
    }

    private static List<KeySchemaElement> key(String name) {
        return List.of(KeySchemaElement.builder()
                .attributeName(name)
                .keyType(KeyType.HASH)
                .build());
    }

    private static void create(DynamoDbClient client) {
        client.createTable(table -> table.tableName(TABLE)
                .attributeDefinitions(text("pk"), text("city"))
                .keySchema(key("pk"))
                .globalSecondaryIndexes(index -> index.indexName("by-city")
                        .keySchema(key("city"))
                        .projection(projection -> projection.projectionType(ProjectionType.ALL)))
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .streamSpecification(
                        stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
        client.updateTimeToLive(expiry -> expiry.tableName(TABLE)
                .timeToLiveSpecification(set -> set.attributeName("until").enabled(true)));
    }

    private static void put(DynamoDbClient client, String city) {
        client.putItem(request -> request.tableName(TABLE)
                .item(Map.of(
                        "pk",
                        AttributeValue.fromS("a"),
                        "city",
                        AttributeValue.fromS(city),
                        "until",
                        AttributeValue.fromN("99999999999"))));
    }

    private static int found(DynamoDbClient client, String table, String city) {
        return client.query(request -> request.tableName(table)
                        .indexName("by-city")
                        .keyConditionExpression("city = :c")
                        .expressionAttributeValues(Map.of(":c", AttributeValue.fromS(city))))
                .count();
    }

    private static void restore(DynamoDbClient client) {
        String arn = client.createBackup(request -> request.tableName(TABLE).backupName("before"))
                .backupDetails()
                .backupArn();
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> client.describeBackup(request -> request.backupArn(arn))
                        .backupDescription()
                        .backupDetails()
                        .backupStatusAsString()
                        .equals("AVAILABLE"));
        put(client, "Graz");
        client.restoreTableFromBackup(request -> request.backupArn(arn).targetTableName(RESTORED));
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> client.describeTable(request -> request.tableName(RESTORED))
                        .table()
                        .tableStatusAsString()
                        .equals("ACTIVE"));
    }

    /** Indexes and expiry are filled beside everything else, and no table is swapped meanwhile. */
    private static void swap(TrestleDb db) {
        Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> {
            try {
                db.engine().swapTables(TABLE, RESTORED);
                return true;
            } catch (EngineException busy) {
                assertThat(busy).hasMessageContaining("still in use");
                return false;
            }
        });
    }

    @Test
    void swap_withARestoredTable_exchangesItemsAndKeepsWhatIsSetForTheName(@TempDir Path directory) {
        String stream;
        try (TrestleDb db = TrestleDb.open(EngineOptions.directory(directory))) {
            DynamoDbClient client = db.client();
            create(client);
            put(client, "Wien");
            restore(client);
            stream = client.describeTable(request -> request.tableName(TABLE))
                    .table()
                    .latestStreamArn();
            swap(db);
            assertThat(found(client, TABLE, "Wien")).isEqualTo(1);
            assertThat(found(client, TABLE, "Graz")).isZero();
        }
        try (TrestleDb db = TrestleDb.open(EngineOptions.directory(directory))) {
            DynamoDbClient client = db.client();
            assertThat(found(client, TABLE, "Wien")).isEqualTo(1);
            assertThat(found(client, RESTORED, "Graz")).isEqualTo(1);
            assertThat(client.describeTable(request -> request.tableName(TABLE))
                            .table()
                            .latestStreamArn())
                    .contains("/" + TABLE + "/stream/")
                    .isNotEqualTo(stream);
            assertThat(client.describeTimeToLive(request -> request.tableName(TABLE))
                            .timeToLiveDescription()
                            .attributeName())
                    .isEqualTo("until");
            assertThat(client.describeTable(request -> request.tableName(RESTORED))
                            .table()
                            .restoreSummary()
                            .sourceTableArn())
                    .endsWith("/" + TABLE);
            put(client, "Linz");
            assertThat(found(client, RESTORED, "Graz")).isEqualTo(1);
            swap(db);
            assertThat(found(client, TABLE, "Graz")).isEqualTo(1);
            assertThat(found(client, RESTORED, "Linz")).isEqualTo(1);
            assertThat(db.engine().verify().problems()).isEmpty();
        }
    }

    @Test
    void swap_ofTablesThatDiffer_isRefused(@TempDir Path directory) {
        try (TrestleDb db = TrestleDb.open(EngineOptions.directory(directory))) {
            create(db.client());
            db.client()
                    .createTable(table -> table.tableName("others")
                            .attributeDefinitions(text("pk"))
                            .keySchema(key("pk"))
                            .billingMode(BillingMode.PAY_PER_REQUEST));
            assertThatThrownBy(() -> db.engine().swapTables(TABLE, "others")).hasMessageContaining("indexes differ");
            assertThatThrownBy(() -> db.engine().swapTables(TABLE, TABLE)).hasMessageContaining("with itself");
            assertThatThrownBy(() -> db.engine().swapTables(TABLE, "none")).hasMessageContaining("not found");
        }
    }
}
