package dev.trestle.conformance;

import static dev.trestle.conformance.LegacyParameters.compared;
import static dev.trestle.conformance.LegacyParameters.named;
import static dev.trestle.conformance.Literals.item;
import static dev.trestle.conformance.Literals.s;
import static dev.trestle.conformance.Literals.with;
import static dev.trestle.conformance.TableShape.definition;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** What is said of keys of several attributes that cannot be, and of queries that do not fit them. */
@EngineRules
class MultiAttributeKeyErrorsTest extends ConformanceTest {
    private static final String INVALID = "One or more parameter values were invalid: ";
    private static final String NOT_VALID = "One or more parameter values are not valid. ";

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S")
                .gsi("wide", TableShape.all(), List.of("a S", "b S"), List.of("c N", "d S", "e S", "f S")));
    }

    /** A schema is written as its attributes with H or R in front: {@code Ha Rb}. */
    @ParameterizedTest(name = "{0}")
    @WordedOtherwiseByDynamoDbLocal
    @CsvSource(
            delimiter = '|',
            value = {
                "Ha Hb Hc Hd He             | One or more parameter values were invalid: The KeySchema exceeds the maximum"
                        + " allowed number of HASH key attributes",
                "Ha Rb Rc Rd Re Rf          | One or more parameter values were invalid: The KeySchema exceeds the maximum"
                        + " allowed number of RANGE key attributes",
                "Ha Rb Hc                   | One or more parameter values were invalid: All HASH key attributes must precede"
                        + " RANGE key attributes in the KeySchema",
                "Ra Hb                      | Invalid KeySchema: The first KeySchemaElement is not a HASH key type",
                "Ra                         | Invalid KeySchema: The first KeySchemaElement is not a HASH key type",
                "Ha Hb Ha                   | The KeySchema contains multiple key attributes with the same name",
                "Ha Rb Rb                   | The KeySchema contains multiple key attributes with the same name",
                "Ha Ra                      | Both the Hash Key and the Range Key element in the KeySchema have the same name",
            })
    void globalIndex_badKeySchema_isRefused(String schema, String message) {
        List<KeySchemaElement> keys = schema(schema);
        assertInvalid(
                () -> client.createTable(r -> r.tableName(newTableName())
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .attributeDefinitions(definitions(schema))
                        .keySchema(TableShape.hash("pk"))
                        .globalSecondaryIndexes(
                                i -> i.indexName("index").keySchema(keys).projection(TableShape.all()))),
                message);
        List<AttributeDefinition> definitions = new ArrayList<>(definitions(schema));
        definitions.removeIf(given -> given.attributeName().equals("c"));
        definitions.add(definition("c", "N"));
        assertInvalid(
                () -> client.updateTable(r -> r.tableName(table)
                        .attributeDefinitions(definitions)
                        .globalSecondaryIndexUpdates(u -> u.create(
                                i -> i.indexName("index").keySchema(keys).projection(TableShape.all())))),
                message);
    }

    @Test
    void globalIndex_fourAndFour_isTheMost() {
        String most = create(TableShape.keys("pk S")
                .gsi(
                        "most",
                        TableShape.keysOnly(),
                        List.of("a S", "b S", "c S", "d S"),
                        List.of("e S", "f S", "g S", "h S")));
        put(most, "{pk: '1', a: 'a', b: 'b', c: 'c', d: 'd', e: 'e', f: 'f', g: 'g', h: 'h'}");
        assertThat(client.scan(r -> r.tableName(most).indexName("most")).count())
                .isEqualTo(1);
    }

    @ParameterizedTest(name = "{0}")
    @WordedOtherwiseByDynamoDbLocal
    @CsvSource(
            delimiter = '|',
            value = {
                "Ha Hb    | Invalid KeySchema: The second KeySchemaElement is not a RANGE key type"
                        + " | Invalid KeySchema: The second KeySchemaElement is not a RANGE key type",
                "Ha Rb Rc | 1 validation error detected: Value '[KeySchemaElement(attributeName=a"
                        + " | Key Schema too big.  Key Schema must at most consist of the hash and range key of a table",
            })
    void tableAndLocalIndex_keyOfSeveralAttributes_isRefused(String schema, String ofTable, String ofIndex) {
        assertInvalidStartingWith(
                () -> client.createTable(r -> r.tableName(newTableName())
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .attributeDefinitions(
                                definitions(schema).subList(1, schema(schema).size() + 1))
                        .keySchema(schema(schema))),
                ofTable);
        assertInvalid(
                () -> client.createTable(r -> r.tableName(newTableName())
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .attributeDefinitions(definitions(schema))
                        .keySchema(TableShape.hash("a"), TableShape.range("pk"))
                        .localSecondaryIndexes(i ->
                                i.indexName("local").keySchema(schema(schema)).projection(TableShape.all()))),
                ofIndex);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "a = :a                                  | HASH key attributes b must have equality conditions specified in"
                        + " the query",
                "a > :a AND b > :b                       | HASH key attributes a, b must have equality conditions specified"
                        + " in the query",
                "c = :c AND d = :d                       | HASH key attributes a, b must have equality conditions specified"
                        + " in the query",
                "a = :a AND z = :d                       | HASH key attributes b must have equality conditions specified in"
                        + " the query",
                "a = :a AND b = :b AND d = :d            | RANGE key attributes c must have equality conditions specified in"
                        + " the query because a condition is present on key attribute d",
                "a = :a AND b = :b AND f = :f            | RANGE key attributes c, d, e must have equality conditions"
                        + " specified in the query because a condition is present on key attribute f",
                "a = :a AND b = :b AND d = :d AND f = :f | RANGE key attributes c must have equality conditions specified in"
                        + " the query because a condition is present on key attribute d",
                "a = :a AND b = :b AND c > :c AND f > :f | RANGE key attributes d, e must have equality conditions specified"
                        + " in the query because a condition is present on key attribute f",
                "a = :a AND b = :b AND c > :c AND d = :d | RANGE key attributes c must have equality conditions specified in"
                        + " the query because a condition is present on key attribute d",
                "a = :a AND b = :b AND c > :c AND begins_with(d, :d) AND e = :e | RANGE key attributes c, d must have"
                        + " equality conditions specified in the query because a condition is present on key attribute e",
                "a = :a AND b = :b AND c = :c AND d = :d AND e = :e AND f = :f AND z = :f | Query key condition not supported",
                "a = :c AND b = :b                       | One or more parameter values were invalid: Condition parameter"
                        + " type does not match schema type",
                "a = :a AND b = :b AND c = :d            | One or more parameter values were invalid: Condition parameter"
                        + " type does not match schema type",
                "a = :a AND b = :b AND c = :c AND d > :c | One or more parameter values were invalid: Condition parameter"
                        + " type does not match schema type",
            })
    void query_conditionThatDoesNotFitTheKey_isRefused(String condition, String message) {
        assertInvalid(() -> query(condition, Map.of()), message);
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void query_onAnAttributeOutsideTheKey_isRefused() {
        assertInvalid(
                () -> query("a = :a AND b = :b AND c = :c AND z = :d", Map.of()),
                "Query condition missed key schema element: d");
    }

    @Test
    void query_emptyOrTooLongKeyValues_areRefused() {
        String empty =
                NOT_VALID + "A value specified for a secondary index key is not supported. The AttributeValue for a"
                        + " key attribute cannot contain an empty string value. IndexName: wide, IndexKey: ";
        assertInvalid(() -> query("a = :a AND b = :b", Map.of(":b", s(""))), empty + "b");
        assertInvalid(() -> query("a = :a AND b = :b AND c = :c AND d > :d", Map.of(":d", s(""))), empty + "d");
        assertInvalid(
                () -> query("a = :a AND b = :b AND c = :c AND d = :d", Map.of(":d", s("d".repeat(1025)))),
                INVALID + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes");
    }

    @Test
    void keyConditions_thatDoNotFitTheKey_areRefused() {
        Map<String, Condition> conditions = named("a", compared("EQ", "'a'"), "d", compared("EQ", "'d'"));
        assertInvalid(
                () -> client.query(r -> r.tableName(table).indexName("wide").keyConditions(conditions)),
                "HASH key attributes b must have equality conditions specified in the query");
        conditions.put("b", compared("EQ", "'b'"));
        assertInvalid(
                () -> client.query(r -> r.tableName(table).indexName("wide").keyConditions(conditions)),
                "RANGE key attributes c must have equality conditions specified in the query because a condition is present"
                        + " on key attribute d");
        conditions.put("c", compared("IN", "1", "2"));
        conditions.remove("d");
        assertInvalid(
                () -> client.query(r -> r.tableName(table).indexName("wide").keyConditions(conditions)),
                "Attempted conditional constraint is not an indexable operation");
    }

    @Test
    void query_filterOnAnyKeyAttribute_isRefused() {
        for (String attribute : List.of("b", "d", "f")) {
            assertInvalid(
                    () -> client.query(r -> r.tableName(table)
                            .indexName("wide")
                            .keyConditionExpression("a = :a AND b = :b")
                            .filterExpression("attribute_exists(" + attribute + ")")
                            .expressionAttributeValues(item("{:a: 'a', :b: 'b'}"))),
                    "Filter Expression can only contain non-primary key attributes: Primary key attribute: "
                            + attribute);
        }
    }

    @Test
    void query_startKeyThatDoesNotFit_isRefused() {
        Map<String, AttributeValue> start = item("{pk: '1', a: 'a', b: 'b', c: 1, d: 'd', e: 'e', f: 'f'}");
        Map<String, AttributeValue> incomplete = new HashMap<>(start);
        incomplete.remove("e");
        assertInvalid(() -> queryFrom(incomplete), "The provided starting key is invalid");
        assertInvalid(() -> queryFrom(with(start, "z", s("z"))), "The provided starting key is invalid");
        assertInvalid(
                () -> queryFrom(with(start, "c", Literals.n(2))),
                "The provided starting key does not match the range key predicate");
        queryFrom(start);
    }

    @Test
    @DiffersFromDynamoDbLocal("it takes another partition for another range")
    void query_startKeyOfAnotherPartition_isRefused() {
        assertInvalid(
                () -> queryFrom(item("{pk: '1', a: 'a', b: 'other', c: 1, d: 'd', e: 'e', f: 'f'}")),
                "The provided starting key is outside query boundaries based on provided conditions");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void put_indexKeyOfWrongType_isRefusedEvenIfOthersAreMissing() {
        assertInvalid(
                () -> put(table, "{pk: '1', d: 1}"),
                INVALID + "Type mismatch for Index Key d Expected: S Actual: N IndexName: wide");
        assertInvalid(
                () -> put(table, "{pk: '1', b: ''}"),
                NOT_VALID + "A value specified for a secondary index key is not supported. The AttributeValue for a key"
                        + " attribute cannot contain an empty string value. IndexName: wide, IndexKey: b");
    }

    @Test
    void put_keyAttributesTooLongTogether_areRefused() {
        Map<String, AttributeValue> item = item("{pk: '1', c: 12, d: 'd', e: 'e', f: 'f'}");
        put(table, with(with(item, "a", s("a".repeat(2000))), "b", s("b".repeat(48))));
        assertInvalid(
                () -> put(table, with(with(item, "a", s("a".repeat(2000))), "b", s("b".repeat(49)))),
                "Aggregate size for HASH key attributes a, b of index wide has exceeded limit 2048 bytes, with actual size"
                        + " 2049 bytes");
        // A number of two digits counts two bytes.
        put(table, with(item, "d", s("d".repeat(1020))));
        assertInvalid(
                () -> put(table, with(item, "d", s("d".repeat(1021)))),
                "Aggregate size for RANGE key attributes c, d, e, f of index wide has exceeded limit 1024 bytes, with actual"
                        + " size 1025 bytes");
    }

    private void query(String condition, Map<String, AttributeValue> changed) {
        Map<String, AttributeValue> values = new HashMap<>();
        item("{:a: 'a', :b: 'b', :c: 1, :d: 'd', :e: 'e', :f: 'f'}").forEach((name, value) -> {
            if (condition.contains(name)) {
                values.put(name, changed.getOrDefault(name, value));
            }
        });
        client.query(r -> r.tableName(table)
                .indexName("wide")
                .keyConditionExpression(condition)
                .expressionAttributeValues(values));
    }

    private void queryFrom(Map<String, AttributeValue> start) {
        client.query(r -> r.tableName(table)
                .indexName("wide")
                .keyConditionExpression("a = :a AND b = :b AND c = :c")
                .expressionAttributeValues(item("{:a: 'a', :b: 'b', :c: 1}"))
                .exclusiveStartKey(start));
    }

    private static List<KeySchemaElement> schema(String text) {
        List<KeySchemaElement> schema = new ArrayList<>();
        for (String element : text.split(" ")) {
            String name = element.substring(1);
            schema.add(element.charAt(0) == 'H' ? TableShape.hash(name) : TableShape.range(name));
        }
        return schema;
    }

    /** pk, and as many letters as the schema has elements. */
    private static List<AttributeDefinition> definitions(String schema) {
        List<AttributeDefinition> definitions = new ArrayList<>();
        definitions.add(definition("pk", "S"));
        for (int i = 0; i < schema(schema).size(); i++) {
            definitions.add(definition(String.valueOf((char) ('a' + i)), "S"));
        }
        return definitions;
    }
}
