package dev.trestle.conformance;

import static dev.trestle.conformance.TableShape.all;
import static dev.trestle.conformance.TableShape.definition;
import static dev.trestle.conformance.TableShape.hash;
import static dev.trestle.conformance.TableShape.include;
import static dev.trestle.conformance.TableShape.keysOnly;
import static dev.trestle.conformance.TableShape.range;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;

/** What is said of tables that cannot be created. */
@EngineRules
class TableValidationTest extends ConformanceTest {
    private static final String INVALID = "One or more parameter values were invalid: ";
    private static final String NAME_PATTERN =
            " failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+";

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_withoutName_isRefused() {
        assertInvalid(
                () -> client.createTable(r -> r.keySchema(hash("pk"))
                        .attributeDefinitions(definition("pk", "S"))
                        .billingMode(BillingMode.PAY_PER_REQUEST)),
                "The parameter 'TableName' is required but was not present in the request");
    }

    @ParameterizedTest
    @WordedOtherwiseByDynamoDbLocal
    @CsvSource({"ab", "a"})
    void createTable_nameTooShort_isRefused(String name) {
        assertInvalid(
                () -> client.createTable(TableShape.keys("pk S").request(name)),
                "1 validation error detected: Value '" + name
                        + "' at 'tableName' failed to satisfy constraint: Member must have length greater than or"
                        + " equal to 3");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_nameTooLong_isRefused() {
        String name = "a".repeat(256);

        assertInvalid(
                () -> client.createTable(TableShape.keys("pk S").request(name)),
                "1 validation error detected: Value '" + name
                        + "' at 'tableName' failed to satisfy constraint: Member must have length less than or equal"
                        + " to 255");
    }

    @ParameterizedTest
    @WordedOtherwiseByDynamoDbLocal
    @CsvSource({"abc!", "a b c", "abc/def", "abc\u00e9"})
    void createTable_nameOfOtherCharacters_isRefused(String name) {
        assertInvalid(
                () -> client.createTable(TableShape.keys("pk S").request(name)),
                "1 validation error detected: Value '" + name + "' at 'tableName'" + NAME_PATTERN);
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_keyWithoutDefinition_isRefused() {
        assertNotCreated(
                r -> r.keySchema(hash("pk")).attributeDefinitions(definition("zz", "S")),
                INVALID + "Some index key attributes are not defined in AttributeDefinitions. Keys: [pk],"
                        + " AttributeDefinitions: [zz]");
        assertNotCreated(
                r -> r.keySchema(hash("pk"), range("sk")).attributeDefinitions(definition("pk", "S")),
                "Invalid KeySchema: Some index key attribute have no definition");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_definitionThatIsNotUsed_isRefused() {
        assertNotCreated(
                r -> r.keySchema(hash("pk")).attributeDefinitions(definition("pk", "S"), definition("zz", "S")),
                INVALID + "Number of attributes in KeySchema does not exactly match number of attributes defined in"
                        + " AttributeDefinitions");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_definitionUsedByNoIndexEither_isRefused() {
        assertInvalidStartingWith(
                () -> client.createTable(r -> withKeys(r, "g", "zz")
                        .tableName(newTableName())
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .globalSecondaryIndexes(gsi("global", all(), hash("g")))),
                INVALID + "Some AttributeDefinitions are not used. AttributeDefinitions: [");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_sameAttributeTwiceInTheKey_isRefused() {
        assertNotCreated(
                r -> r.keySchema(hash("pk"), range("pk")).attributeDefinitions(definition("pk", "S")),
                "Invalid KeySchema: Some index key attribute have no definition");
        assertNotCreated(
                r -> r.keySchema(hash("pk"), range("pk"))
                        .attributeDefinitions(definition("pk", "S"), definition("sk", "S")),
                "Both the Hash Key and the Range Key element in the KeySchema have the same name");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_threeElementsInTheKey_areRefused() {
        assertNotCreated(
                r -> r.keySchema(hash("pk"), range("sk"), range("zz"))
                        .attributeDefinitions(definition("pk", "S"), definition("sk", "S"), definition("zz", "S")),
                "1 validation error detected: Value '[KeySchemaElement(attributeName=pk, keyType=HASH),"
                        + " KeySchemaElement(attributeName=sk, keyType=RANGE), KeySchemaElement(attributeName=zz,"
                        + " keyType=RANGE)]' at 'keySchema' failed to satisfy constraint: Member must have length less"
                        + " than or equal to 2");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_twoPartitionKeys_areRefused() {
        assertNotCreated(
                r -> r.keySchema(hash("pk"), hash("sk"))
                        .attributeDefinitions(definition("pk", "S"), definition("sk", "S")),
                "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_sortKeyFirst_isRefused() {
        assertNotCreated(
                r -> r.keySchema(range("pk")).attributeDefinitions(definition("pk", "S")),
                "Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
    }

    @Test
    @DiffersFromDynamoDbLocal("it fails with an internal error")
    void createTable_unknownEnumValues_areRefused() {
        assertNotCreated(
                r -> r.keySchema(hash("pk")).attributeDefinitions(definition("pk", "X")),
                "1 validation error detected: Value 'X' at 'attributeDefinitions.1.member.attributeType' failed to"
                        + " satisfy constraint: Member must satisfy enum value set: [B, N, S]");
        assertNotCreated(
                r -> r.keySchema(KeySchemaElement.builder()
                                .attributeName("pk")
                                .keyType("X")
                                .build())
                        .attributeDefinitions(definition("pk", "S")),
                "1 validation error detected: Value 'X' at 'keySchema.1.member.keyType' failed to satisfy constraint:"
                        + " Member must satisfy enum value set: [HASH, RANGE]");
        assertNotCreated(
                r -> r.keySchema(hash("pk"))
                        .attributeDefinitions(definition("pk", "S"))
                        .billingMode("X"),
                "1 validation error detected: Value 'X' at 'billingMode' failed to satisfy constraint: Member must"
                        + " satisfy enum value set: [PROVISIONED, PAY_PER_REQUEST]");
    }

    @Test
    @DiffersFromDynamoDbLocal("it takes a throughput for an on-demand table")
    void createTable_throughput_mustFitTheBillingMode() {
        assertNotCreated(
                r -> r.keySchema(hash("pk"))
                        .attributeDefinitions(definition("pk", "S"))
                        .provisionedThroughput(t -> t.readCapacityUnits(1L).writeCapacityUnits(1L)),
                INVALID
                        + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is"
                        + " PAY_PER_REQUEST");
        assertNotCreated(
                r -> r.keySchema(hash("pk"))
                        .attributeDefinitions(definition("pk", "S"))
                        .billingMode(BillingMode.PROVISIONED),
                INVALID
                        + "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is"
                        + " PROVISIONED");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_throughputOfZero_isRefused() {
        // The two come in no promised order.
        assertInvalidStartingWith(
                () -> client.createTable(r -> r.tableName(newTableName())
                        .keySchema(hash("pk"))
                        .attributeDefinitions(definition("pk", "S"))
                        .provisionedThroughput(t -> t.readCapacityUnits(0L).writeCapacityUnits(0L))),
                "2 validation errors detected: Value '0' at 'provisionedThroughput.");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_localIndexWithoutSortKeyOnTheTable_isRefused() {
        assertNotCreated(
                r -> r.keySchema(hash("pk"))
                        .attributeDefinitions(definition("pk", "S"), definition("l", "S"))
                        .localSecondaryIndexes(lsi("local", all(), hash("pk"), range("l"))),
                INVALID + "Table KeySchema does not have a range key, which is required when specifying a"
                        + " LocalSecondaryIndex");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_localIndexOfAnotherPartitionKey_isRefused() {
        assertNotCreated(
                r -> withKeys(r, "l").localSecondaryIndexes(lsi("local", all(), hash("l"), range("sk"))),
                INVALID
                        + "Index KeySchema does not have the same leading hash key as table KeySchema for index:"
                        + " local. index hash key: l, table hash key: pk");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_localIndexWithoutSortKey_isRefused() {
        assertNotCreated(
                r -> withKeys(r).localSecondaryIndexes(lsi("local", all(), hash("pk"))),
                INVALID + "Index KeySchema does not have a range key for index: local");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_indexesOfOneName_areRefused() {
        assertNotCreated(
                r -> withKeys(r, "g")
                        .globalSecondaryIndexes(gsi("same", all(), hash("g")), gsi("same", keysOnly(), hash("sk"))),
                INVALID + "Duplicate index name: same");
        assertNotCreated(
                r -> withKeys(r, "g")
                        .globalSecondaryIndexes(gsi("same", all(), hash("g")))
                        .localSecondaryIndexes(lsi("same", all(), hash("pk"), range("g"))),
                INVALID + "Duplicate index name: same");
    }

    @Test
    @DiffersFromDynamoDbLocal("it takes an empty list of local indexes")
    void createTable_emptyIndexLists_areRefused() {
        assertNotCreated(
                r -> withKeys(r).globalSecondaryIndexes(List.of()),
                INVALID + "List of GlobalSecondaryIndexes is empty");
        assertNotCreated(
                r -> withKeys(r).localSecondaryIndexes(List.of()), INVALID + "List of LocalSecondaryIndexes is empty");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_indexKeyWithoutDefinition_isRefused() {
        assertNotCreated(
                r -> withKeys(r).globalSecondaryIndexes(gsi("global", all(), hash("g"))),
                INVALID + "Some index key attributes are not defined in AttributeDefinitions. Keys: [g],"
                        + " AttributeDefinitions: [pk, sk]");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_projections_areChecked() {
        assertNotCreated(
                r -> withKeys(r, "g")
                        .globalSecondaryIndexes(
                                gsi("global", Projection.builder().build(), hash("g"))),
                INVALID + "Unknown ProjectionType: null");
        assertNotCreated(
                r -> withKeys(r, "g")
                        .globalSecondaryIndexes(gsi(
                                "global",
                                Projection.builder()
                                        .projectionType("ALL")
                                        .nonKeyAttributes("x")
                                        .build(),
                                hash("g"))),
                INVALID + "ProjectionType is ALL, but NonKeyAttributes is specified");
        assertNotCreated(
                r -> withKeys(r, "g")
                        .globalSecondaryIndexes(gsi(
                                "global",
                                Projection.builder()
                                        .projectionType("KEYS_ONLY")
                                        .nonKeyAttributes("x")
                                        .build(),
                                hash("g"))),
                INVALID + "ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified");
        assertNotCreated(
                r -> withKeys(r, "g")
                        .globalSecondaryIndexes(gsi(
                                "global",
                                Projection.builder().projectionType("INCLUDE").build(),
                                hash("g"))),
                INVALID + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
    }

    @Test
    @DiffersFromDynamoDbLocal("it takes the same attribute twice")
    void createTable_sameAttributeProjectedTwice_isRefused() {
        assertNotCreated(
                r -> withKeys(r, "g")
                        .globalSecondaryIndexes(gsi(
                                "global",
                                Projection.builder()
                                        .projectionType("INCLUDE")
                                        .nonKeyAttributes("a", "b", "a")
                                        .build(),
                                hash("g"))),
                INVALID + "Duplicate attribute in NonKeyAttributes: a");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_sixLocalIndexes_areRefused() {
        String[] keys = IntStream.range(0, 6).mapToObj(i -> "l" + i).toArray(String[]::new);

        assertNotCreated(
                r -> withKeys(r, keys)
                        .localSecondaryIndexes(IntStream.range(0, 6)
                                .mapToObj(i -> lsi("local" + i, keysOnly(), hash("pk"), range("l" + i)))
                                .toArray(LocalSecondaryIndex[]::new)),
                INVALID + "Number of LocalSecondaryIndexes exceeds per-table limit of 5");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_twentyOneGlobalIndexes_areRefused() {
        assertNotCreated(
                r -> withKeys(r, "g")
                        .globalSecondaryIndexes(IntStream.range(0, 21)
                                .mapToObj(i -> gsi("global" + i, keysOnly(), hash("g")))
                                .toArray(GlobalSecondaryIndex[]::new)),
                INVALID + "GlobalSecondaryIndex count exceeds the per-table limit of 20");
    }

    @Test
    void createTable_fiveLocalAndTwentyGlobalIndexes_areCreated() {
        TableShape shape = TableShape.keys("pk S", "sk S");
        for (int i = 0; i < 5; i++) {
            shape.lsi("local" + i, keysOnly(), "k" + i + " S");
        }
        for (int i = 0; i < 20; i++) {
            shape.gsi("global" + i, keysOnly(), "k" + i % 5 + " S");
        }

        String table = create(shape);

        assertThat(describe(table).globalSecondaryIndexes()).hasSize(20);
        assertThat(describe(table).localSecondaryIndexes()).hasSize(5);
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_moreThanAHundredProjectedAttributes_areRefused() {
        String[] names = IntStream.range(0, 20).mapToObj(i -> "x" + i).toArray(String[]::new);
        TableShape shape = TableShape.keys("pk S", "sk S");
        for (int i = 0; i < 6; i++) {
            shape.gsi("global" + i, include(names), "g S");
        }

        assertInvalidStartingWith(() -> client.createTable(shape.request(newTableName())), INVALID);
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_badIndexName_isRefused() {
        assertNotCreated(
                r -> withKeys(r, "g").globalSecondaryIndexes(gsi("ab", all(), hash("g"))),
                "1 validation error detected: Value 'ab' at 'globalSecondaryIndexes.1.member.indexName' failed to"
                        + " satisfy constraint: Member must have length greater than or equal to 3");
        assertNotCreated(
                r -> withKeys(r, "g").globalSecondaryIndexes(gsi("a!c", all(), hash("g"))),
                "1 validation error detected: Value 'a!c' at 'globalSecondaryIndexes.1.member.indexName'"
                        + NAME_PATTERN);
    }

    private static CreateTableRequest.Builder withKeys(CreateTableRequest.Builder request, String... further) {
        request.keySchema(hash("pk"), range("sk"));
        return request.attributeDefinitions(IntStream.range(-2, further.length)
                .mapToObj(i -> definition(i == -2 ? "pk" : i == -1 ? "sk" : further[i], "S"))
                .toList());
    }

    private static GlobalSecondaryIndex gsi(String name, Projection projection, KeySchemaElement... keys) {
        return GlobalSecondaryIndex.builder()
                .indexName(name)
                .projection(projection)
                .keySchema(keys)
                .build();
    }

    private static LocalSecondaryIndex lsi(String name, Projection projection, KeySchemaElement... keys) {
        return LocalSecondaryIndex.builder()
                .indexName(name)
                .projection(projection)
                .keySchema(keys)
                .build();
    }

    private void assertNotCreated(Consumer<CreateTableRequest.Builder> definition, String message) {
        String name = newTableName();
        assertInvalid(
                () -> client.createTable(r -> {
                    r.tableName(name).billingMode(BillingMode.PAY_PER_REQUEST);
                    definition.accept(r);
                }),
                message);
        assertThat(exists(name)).isFalse();
    }
}
