package dev.trestle.conformance;

import static dev.trestle.conformance.TableShape.all;
import static dev.trestle.conformance.TableShape.include;
import static dev.trestle.conformance.TableShape.keysOnly;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.ListTablesResponse;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** The life of a table: created, described, listed, updated, deleted. */
@OverHttpAsyncToo
class TablesTest extends ConformanceTest {
    private static final int PAGES_MAX = 1000;

    @Test
    void describeTable_ofATable_tellsWhatWasCreated() {
        String name = create(TableShape.keys("pk S", "sk N")
                .gsi("global", include("x", "y"), "g B")
                .lsi("local", keysOnly(), "l S"));

        TableDescription table = describe(name);

        assertThat(table.tableName()).isEqualTo(name);
        assertThat(table.tableStatus()).isEqualTo(TableStatus.ACTIVE);
        assertThat(table.keySchema()).containsExactly(TableShape.hash("pk"), TableShape.range("sk"));
        assertThat(table.attributeDefinitions())
                .containsExactlyInAnyOrder(
                        TableShape.definition("pk", "S"),
                        TableShape.definition("sk", "N"),
                        TableShape.definition("g", "B"),
                        TableShape.definition("l", "S"));
        assertThat(table.tableArn()).startsWith("arn:aws:dynamodb:").endsWith(":table/" + name);
        assertThat(table.creationDateTime()).isNotNull();
        assertThat(table.itemCount()).isZero();
        assertThat(table.tableSizeBytes()).isZero();
        assertThat(table.deletionProtectionEnabled()).isFalse();
        assertThat(table.billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
        assertThat(table.provisionedThroughput().readCapacityUnits()).isZero();
        assertThat(table.provisionedThroughput().writeCapacityUnits()).isZero();
        assertThat(table.provisionedThroughput().numberOfDecreasesToday()).isZero();

        assertThat(table.globalSecondaryIndexes()).hasSize(1);
        GlobalSecondaryIndexDescription global = table.globalSecondaryIndexes().get(0);
        assertThat(global.indexName()).isEqualTo("global");
        assertThat(global.indexStatus()).isEqualTo(IndexStatus.ACTIVE);
        assertThat(global.keySchema()).containsExactly(TableShape.hash("g"));
        assertThat(global.projection().projectionType()).isEqualTo(ProjectionType.INCLUDE);
        assertThat(global.projection().nonKeyAttributes()).containsExactlyInAnyOrder("x", "y");
        assertThat(global.indexArn()).isEqualTo(table.tableArn() + "/index/global");

        assertThat(table.localSecondaryIndexes()).hasSize(1);
        LocalSecondaryIndexDescription local = table.localSecondaryIndexes().get(0);
        assertThat(local.indexName()).isEqualTo("local");
        assertThat(local.keySchema()).containsExactly(TableShape.hash("pk"), TableShape.range("l"));
        assertThat(local.projection().projectionType()).isEqualTo(ProjectionType.KEYS_ONLY);
        assertThat(local.projection().hasNonKeyAttributes()).isFalse();
        assertThat(local.indexArn()).isEqualTo(table.tableArn() + "/index/local");
    }

    @Test
    @DiffersFromDynamoDbLocal("it gives tables no id")
    void describeTable_ofATable_givesItsId() {
        assertThat(describe(create(TableShape.keys("pk S"))).tableId())
                .matches("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
    }

    @Test
    void createTable_answer_describesTheTable() {
        String name = newTableName();

        TableDescription created =
                client.createTable(TableShape.keys("pk S").request(name)).tableDescription();

        assertThat(created.tableName()).isEqualTo(name);
        assertThat(created.tableStatus()).isIn(TableStatus.CREATING, TableStatus.ACTIVE);
        assertThat(created.itemCount()).isZero();
        assertThat(created.hasGlobalSecondaryIndexes()).isFalse();
        assertThat(created.hasLocalSecondaryIndexes()).isFalse();
    }

    @Test
    void createTable_provisioned_recordsItsThroughput() {
        String name = newTableName();
        client.createTable(r -> r.tableName(name)
                .keySchema(TableShape.hash("pk"))
                .attributeDefinitions(TableShape.definition("pk", "S"), TableShape.definition("g", "S"))
                .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                        .indexName("global")
                        .keySchema(TableShape.hash("g"))
                        .projection(all())
                        .provisionedThroughput(t -> t.readCapacityUnits(7L).writeCapacityUnits(8L))
                        .build())
                .provisionedThroughput(t -> t.readCapacityUnits(5L).writeCapacityUnits(6L)));
        waitUntilActive(name);

        TableDescription table = describe(name);

        assertThat(table.provisionedThroughput().readCapacityUnits()).isEqualTo(5);
        assertThat(table.provisionedThroughput().writeCapacityUnits()).isEqualTo(6);
        assertThat(table.globalSecondaryIndexes().get(0).provisionedThroughput().readCapacityUnits())
                .isEqualTo(7);
        assertThat(table.globalSecondaryIndexes().get(0).provisionedThroughput().writeCapacityUnits())
                .isEqualTo(8);
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_ofAnExistingName_isRefused() {
        String name = create(TableShape.keys("pk S"));
        put(name, "{pk: 'a'}");

        assertRefused(
                () -> client.createTable(TableShape.keys("other S").request(name)),
                IN_USE,
                "Table already exists: " + name);

        assertThat(describe(name).keySchema()).containsExactly(TableShape.hash("pk"));
        assertThat(contents(name)).containsExactly("{pk: 'a'}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a-b", "A_1", "x.y", "...", "---", "123"})
    void createTable_unusualNames_areTaken(String suffix) {
        String name = newTableName() + suffix;

        client.createTable(TableShape.keys("pk S").request(name));
        waitUntilActive(name);
        put(name, "{pk: 'a'}");

        assertThat(contents(name)).containsExactly("{pk: 'a'}");
        client.deleteTable(r -> r.tableName(name));
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void deleteTable_removesTheTableAndItsItems() {
        String name = create(TableShape.keys("pk S").gsi("global", all(), "g S"));
        put(name, "{pk: 'a', g: 'G'}");

        TableDescription deleted = client.deleteTable(r -> r.tableName(name)).tableDescription();
        waitUntil("table is gone", () -> !exists(name));

        assertThat(deleted.tableName()).isEqualTo(name);
        assertThat(deleted.tableArn()).endsWith(name);
        assertThat(deleted.hasKeySchema()).isFalse();
        assertThat(deleted.hasAttributeDefinitions()).isFalse();
        assertThat(deleted.hasGlobalSecondaryIndexes()).isFalse();
        assertThat(deleted.creationDateTime()).isNull();
        assertRefused(
                () -> client.describeTable(r -> r.tableName(name)),
                NOT_FOUND,
                "Requested resource not found: Table: " + name + " not found");

        client.createTable(TableShape.keys("pk S").gsi("global", all(), "g S").request(name));
        waitUntilActive(name);
        assertThat(contents(name)).isEmpty();
        assertThat(client.scan(r -> r.tableName(name).indexName("global")).count())
                .isZero();
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void controlOperations_ofAMissingTable_areRefused() {
        String missing = newTableName();

        assertRefused(
                () -> client.deleteTable(r -> r.tableName(missing)),
                NOT_FOUND,
                "Requested resource not found: Table: " + missing + " not found");
        assertRefused(
                () -> client.updateTable(r -> r.tableName(missing).deletionProtectionEnabled(true)),
                NOT_FOUND,
                "Requested resource not found: Table: " + missing + " not found");
        assertRefused(
                () -> client.describeTable(r -> r.tableName(missing)),
                NOT_FOUND,
                "Requested resource not found: Table: " + missing + " not found");
    }

    @Test
    void deletionProtection_keepsTheTable() {
        String name = newTableName();
        CreateTableRequest request = TableShape.keys("pk S").request(name).toBuilder()
                .deletionProtectionEnabled(true)
                .build();
        client.createTable(request);
        waitUntilActive(name);
        assertThat(describe(name).deletionProtectionEnabled()).isTrue();

        String arn = describe(name).tableArn();
        assertInvalid(
                () -> client.deleteTable(r -> r.tableName(name)),
                "Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection"
                        + " first.");
        assertThat(describe(name).tableArn()).isEqualTo(arn);

        client.updateTable(r -> r.tableName(name).deletionProtectionEnabled(false));
        waitUntilActive(name);
        assertThat(describe(name).deletionProtectionEnabled()).isFalse();
        client.deleteTable(r -> r.tableName(name));
        waitUntil("table is gone", () -> !exists(name));
    }

    @Test
    void listTables_paging_givesEachNameOnceInOrder() {
        List<String> mine = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            mine.add(create(TableShape.keys("pk S")));
        }
        List<String> read = new ArrayList<>();
        String from = null;
        int pages = 0;
        do {
            String start = from;
            ListTablesResponse page = client.listTables(r -> r.limit(2).exclusiveStartTableName(start));
            assertThat(page.tableNames().size()).isLessThanOrEqualTo(2);
            read.addAll(page.tableNames());
            from = page.lastEvaluatedTableName();
            assertThat(++pages).isLessThan(PAGES_MAX);
        } while (from != null);

        assertThat(read).containsAll(mine).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void listTables_startNameThatDoesNotExist_startsAfterIt() {
        String name = create(TableShape.keys("pk S"));
        String justBefore = name.substring(0, name.length() - 1);

        assertThat(client.listTables(r -> r.exclusiveStartTableName(justBefore).limit(1))
                        .tableNames())
                .doesNotContain(justBefore)
                .allSatisfy(next -> assertThat(next).isGreaterThan(justBefore));
        assertThat(client.listTables(r -> r.exclusiveStartTableName(name)).tableNames())
                .doesNotContain(name);
    }

    @Test
    void updateTable_billingMode_isRecorded() {
        String name = create(TableShape.keys("pk S"));

        client.updateTable(r -> r.tableName(name)
                .billingMode(BillingMode.PROVISIONED)
                .provisionedThroughput(t -> t.readCapacityUnits(3L).writeCapacityUnits(4L)));
        waitUntilActive(name);
        assertThat(describe(name).provisionedThroughput().readCapacityUnits()).isEqualTo(3);
        assertThat(describe(name).billingModeSummary().billingMode()).isEqualTo(BillingMode.PROVISIONED);

        client.updateTable(r -> r.tableName(name).billingMode(BillingMode.PAY_PER_REQUEST));
        waitUntilActive(name);
        assertThat(describe(name).billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
        assertThat(describe(name).billingModeSummary().lastUpdateToPayPerRequestDateTime())
                .isNotNull();
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void updateTable_throughput_isRecorded() {
        String name = newTableName();
        client.createTable(r -> r.tableName(name)
                .keySchema(TableShape.hash("pk"))
                .attributeDefinitions(TableShape.definition("pk", "S"))
                .provisionedThroughput(t -> t.readCapacityUnits(5L).writeCapacityUnits(6L)));
        waitUntilActive(name);

        assertInvalid(
                () -> client.updateTable(r -> r.tableName(name)
                        .provisionedThroughput(t -> t.readCapacityUnits(5L).writeCapacityUnits(6L))),
                "The provisioned throughput for the table will not change. The requested value equals the current"
                        + " value. Current ReadCapacityUnits provisioned for the table: 5. Requested ReadCapacityUnits: 5."
                        + " Current WriteCapacityUnits provisioned for the table: 6. Requested WriteCapacityUnits: 6."
                        + " Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher"
                        + " limits.");

        client.updateTable(r -> r.tableName(name)
                .provisionedThroughput(t -> t.readCapacityUnits(7L).writeCapacityUnits(8L)));
        waitUntilActive(name);
        assertThat(describe(name).provisionedThroughput().readCapacityUnits()).isEqualTo(7);
        assertThat(describe(name).provisionedThroughput().writeCapacityUnits()).isEqualTo(8);
    }

    @Test
    void createTable_attributesMayBeKeysOfSeveralIndexes() {
        String name = create(TableShape.keys("a S", "b S")
                .gsi("inverse", all(), "b S", "a S")
                .gsi("by-b", keysOnly(), "b S"));
        put(name, "{a: '1', b: '2', x: 3}");

        assertThat(client.scan(r -> r.tableName(name).indexName("inverse")).items().stream()
                        .map(Literals::show))
                .containsExactly("{a: '1', b: '2', x: 3}");
        assertThat(client.scan(r -> r.tableName(name).indexName("by-b")).items().stream()
                        .map(Literals::show))
                .containsExactly("{a: '1', b: '2'}");
    }
}
