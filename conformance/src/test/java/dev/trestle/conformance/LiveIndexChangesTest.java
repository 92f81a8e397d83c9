package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static dev.trestle.conformance.TableShape.all;
import static dev.trestle.conformance.TableShape.keysOnly;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Global indexes that are added to, and taken from, a table that already holds items. */
class LiveIndexChangesTest extends ConformanceTest {

    @Test
    void updateTable_newIndex_isFilledWithWhatIsThere() {
        String table = create(TableShape.keys("pk S", "sk N"));
        for (int i = 0; i < 50; i++) {
            put(table, "{pk: 'p" + i % 7 + "', sk: " + i + ", g: 'G', x: " + i + "}");
        }
        put(table, "{pk: 'without', sk: 0}");

        addIndex(table, "added", all(), "g", "S");
        waitUntilActive(table);

        assertThat(query(table, "added").stream().sorted())
                .isEqualTo(IntStream.range(0, 50)
                        .mapToObj(i -> "{g: 'G', pk: 'p" + i % 7 + "', sk: " + i + ", x: " + i + "}")
                        .sorted()
                        .toList());
        TableDescription described = describe(table);
        assertThat(described.globalSecondaryIndexes()).hasSize(1);
        assertThat(described.attributeDefinitions()).contains(TableShape.definition("g", "S"));
    }

    @Test
    @DiffersFromDynamoDbLocal("its backfill does not end when it meets such items")
    void updateTable_newIndex_leavesOutItemsWhoseKeyHasAnotherType() {
        String table = create(TableShape.keys("pk S"));
        put(table, "{pk: 'right', g: 'G'}");
        put(table, "{pk: 'number', g: 5}");
        put(table, "{pk: 'list', g: ['G']}");
        put(table, "{pk: 'empty', g: ''}");

        addIndex(table, "added", keysOnly(), "g", "S");
        waitUntilActive(table);

        assertThat(client.scan(r -> r.tableName(table).indexName("added")).items().stream()
                        .map(Literals::show))
                .containsExactly("{g: 'G', pk: 'right'}");
        assertThat(contents(table)).hasSize(4);
    }

    @Test
    void updateTable_newIndex_isFollowedByLaterWrites() {
        String table = create(TableShape.keys("pk S"));
        put(table, "{pk: 'a', g: 'G', x: 1}");
        put(table, "{pk: 'b', g: 'G', x: 1}");

        addIndex(table, "added", all(), "g", "S");
        put(table, "{pk: 'c', g: 'G', x: 1}");
        client.deleteItem(r -> r.tableName(table).key(item("{pk: 'a'}")));
        put(table, "{pk: 'b', g: 'G', x: 2}");
        waitUntilActive(table);

        assertThat(query(table, "added"))
                .containsExactlyInAnyOrder("{g: 'G', pk: 'b', x: 2}", "{g: 'G', pk: 'c', x: 1}");
    }

    @Test
    void updateTable_deletedIndex_isGoneAndMayBeMadeAnew() {
        String table = create(TableShape.keys("pk S").gsi("global", all(), "g S"));
        put(table, "{pk: 'a', g: 'G', x: 1}");

        removeIndex(table, "global");
        waitUntil("index is gone", () -> !describe(table).hasGlobalSecondaryIndexes());

        assertInvalid(
                () -> client.scan(r -> r.tableName(table).indexName("global")),
                "The table does not have the specified index: global");
        assertThat(describe(table).attributeDefinitions()).containsExactly(TableShape.definition("pk", "S"));
        put(table, "{pk: 'a', g: 4}");
        put(table, "{pk: 'b', g: 5}");
        assertThat(contents(table)).hasSize(2);

        waitUntilActive(table);
        addIndex(table, "global", keysOnly(), "g", "N");
        waitUntilActive(table);
        assertThat(client.scan(r -> r.tableName(table).indexName("global")).items().stream()
                        .map(Literals::show))
                .containsExactlyInAnyOrder("{g: 4, pk: 'a'}", "{g: 5, pk: 'b'}");
    }

    @Test
    void updateTable_indexThatExists_isRefused() {
        String table = create(TableShape.keys("pk S").gsi("global", all(), "g S"));

        assertInvalid(
                () -> addIndex(table, "global", all(), "g", "S"), "Attempting to create an index which already exists");
    }

    @Test
    @DiffersFromDynamoDbLocal("it takes the new type")
    void updateTable_newIndexOnAnAttributeOfAnotherType_isRefused() {
        String table = create(TableShape.keys("pk S"));

        assertInvalidStartingWith(
                () -> addIndex(table, "added", all(), "pk", "N"),
                "Attributes cannot be redefined. Please check that your attribute has the same type as previously"
                        + " defined. Existing schema: ");
        assertThat(describe(table).hasGlobalSecondaryIndexes()).isFalse();
    }

    @Test
    @DiffersFromDynamoDbLocal("it takes the new type")
    void updateTable_otherTypeOfAnAttributeThatTheNewIndexDoesNotUse_isIgnored() {
        String table = create(TableShape.keys("pk S"));

        client.updateTable(r -> r.tableName(table)
                .attributeDefinitions(TableShape.definition("pk", "N"), TableShape.definition("g", "S"))
                .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                        .create(c -> c.indexName("added")
                                .keySchema(TableShape.hash("g"))
                                .projection(all()))
                        .build()));
        waitUntilActive(table);

        assertThat(describe(table).attributeDefinitions())
                .containsExactlyInAnyOrder(TableShape.definition("pk", "S"), TableShape.definition("g", "S"));
    }

    @Test
    void updateTable_indexThatDoesNotExist_isRefused() {
        String table = create(TableShape.keys("pk S"));

        assertRefused(() -> removeIndex(table, "unknown"), NOT_FOUND, "Requested resource not found");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void updateTable_newIndexWithoutDefinition_isRefused() {
        String table = create(TableShape.keys("pk S"));

        assertInvalid(
                () -> client.updateTable(r -> r.tableName(table)
                        .attributeDefinitions(TableShape.definition("pk", "S"))
                        .globalSecondaryIndexUpdates(creation("added", all(), "g"))),
                "One or more parameter values were invalid: Some index key attributes are not defined in"
                        + " AttributeDefinitions. Keys: [g], AttributeDefinitions: [pk]");
        assertThat(describe(table).hasGlobalSecondaryIndexes()).isFalse();
    }

    @Test
    void updateTable_twoNewIndexesAtOnce_areRefused() {
        String table = create(TableShape.keys("pk S"));

        assertRefused(
                () -> client.updateTable(r -> r.tableName(table)
                        .attributeDefinitions(TableShape.definition("g", "S"), TableShape.definition("h", "S"))
                        .globalSecondaryIndexUpdates(creation("one", all(), "g"), creation("two", all(), "h"))),
                "LimitExceededException",
                "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table");
        assertThat(describe(table).hasGlobalSecondaryIndexes()).isFalse();
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void updateTable_nothing_isRefused() {
        String table = create(TableShape.keys("pk S"));

        assertInvalid(
                () -> client.updateTable(r -> r.tableName(table)),
                "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates"
                        + " or SSESpecification or ReplicaUpdates is required");
    }

    private void addIndex(String table, String index, Projection projection, String key, String type) {
        client.updateTable(r -> r.tableName(table)
                .attributeDefinitions(TableShape.definition(key, type))
                .globalSecondaryIndexUpdates(creation(index, projection, key)));
    }

    private static GlobalSecondaryIndexUpdate creation(String index, Projection projection, String key) {
        return GlobalSecondaryIndexUpdate.builder()
                .create(c -> c.indexName(index).keySchema(TableShape.hash(key)).projection(projection))
                .build();
    }

    private void removeIndex(String table, String index) {
        GlobalSecondaryIndexUpdate deletion = GlobalSecondaryIndexUpdate.builder()
                .delete(d -> d.indexName(index))
                .build();
        client.updateTable(r -> r.tableName(table).globalSecondaryIndexUpdates(deletion));
    }

    private List<String> query(String table, String index) {
        return client
                .query(r -> r.tableName(table)
                        .indexName(index)
                        .keyConditionExpression("g = :g")
                        .expressionAttributeValues(item("{:g: 'G'}")))
                .items()
                .stream()
                .map(Literals::show)
                .toList();
    }
}
