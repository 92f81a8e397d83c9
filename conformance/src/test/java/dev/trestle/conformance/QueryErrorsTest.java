package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;

import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** What is said of queries and scans that cannot be answered. */
@EngineRules
class QueryErrorsTest extends ConformanceTest {
    private static final String BAD_START = "The provided starting key is invalid";
    private static final String NO_MATCH = "The provided key element does not match the schema";

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S", "sk N")
                .gsi("global", TableShape.keysOnly(), "g S")
                .lsi("local", TableShape.keysOnly(), "l S"));
    }

    @ParameterizedTest(name = "{0}")
    @WordedOtherwiseByDynamoDbLocal
    @CsvSource(
            delimiter = '|',
            value = {
                "sk = :v               | {:v: 1}          | pk",
                "pk = :p AND zz = :v   | {:p: 'a', :v: 1} | sk",
                "zz = :v               | {:v: 'a'}        | pk",
            })
    void query_withoutAKeyAttribute_isRefused(String condition, String values, String missing) {
        assertInvalid(
                () -> query(r -> r.keyConditionExpression(condition).expressionAttributeValues(item(values))),
                "Query condition missed key schema element: " + missing);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "pk > :p                         | {:p: 'a'}               | Query key condition not supported",
                "begins_with(pk, :p)             | {:p: 'a'}               | Query key condition not supported",
                "pk BETWEEN :p AND :p            | {:p: 'a'}               | Query key condition not supported",
                "pk = :n                         | {:n: 1}                 | One or more parameter values were"
                        + " invalid: Condition parameter type does not match schema type",
                "pk = :p AND sk = :p             | {:p: 'a'}               | One or more parameter values were"
                        + " invalid: Condition parameter type does not match schema type",
                "pk = :p AND sk > :p             | {:p: 'a'}               | One or more parameter values were"
                        + " invalid: Condition parameter type does not match schema type",
                "pk = :p AND pk = :p             | {:p: 'a'}               | KeyConditionExpressions must only contain"
                        + " one condition per key",
                "pk = :p AND sk > :n AND sk < :n | {:p: 'a', :n: 1}        | KeyConditionExpressions must only contain"
                        + " one condition per key",
                "pk = :p OR sk = :n              | {:p: 'a', :n: 1}        | Invalid operator used in"
                        + " KeyConditionExpression: OR",
                "NOT pk = :p                     | {:p: 'a'}               | Invalid operator used in"
                        + " KeyConditionExpression: NOT",
                "pk <> :p                        | {:p: 'a'}               | Invalid operator used in"
                        + " KeyConditionExpression: <>",
                "pk IN (:p)                      | {:p: 'a'}               | Invalid operator used in"
                        + " KeyConditionExpression: IN",
                "attribute_exists(pk)            | {}                      | Invalid operator used in"
                        + " KeyConditionExpression: attribute_exists",
                "pk = :p AND contains(sk, :p)    | {:p: 'a'}               | Invalid operator used in"
                        + " KeyConditionExpression: contains",
                "pk = :p AND size(sk) = :n       | {:p: 'a', :n: 1}        | KeyConditionExpressions cannot contain"
                        + " nested operations",
                "pk = sk                         | {}                      | Invalid condition in"
                        + " KeyConditionExpression: Multiple attribute names used in one condition",
                "pk = :p AND sk BETWEEN :n AND :m | {:p: 'a', :n: 2, :m: 1} | Invalid KeyConditionExpression: The"
                        + " BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound"
                        + " operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}",
                "pk                              | {}                      | Invalid KeyConditionExpression: Syntax"
                        + " error; token: \"<EOF>\", near: \"pk\"",
                "pk = :q                         | {}                      | Invalid KeyConditionExpression: An"
                        + " expression attribute value used in expression is not defined; attribute value: :q",
            })
    void query_badKeyCondition_isRefused(String condition, String values, String message) {
        assertInvalid(
                () -> client.query(r -> {
                    r.tableName(table).keyConditionExpression(condition);
                    if (!item(values).isEmpty()) {
                        r.expressionAttributeValues(item(values));
                    }
                }),
                message);
    }

    @Test
    void query_withoutKeyCondition_isRefused() {
        assertInvalid(
                () -> client.query(r -> r.tableName(table)),
                "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.");
    }

    @Test
    void query_emptyKeyValue_isRefused() {
        assertInvalid(
                () -> client.query(r -> r.tableName(table)
                        .keyConditionExpression("pk = :p")
                        .expressionAttributeValues(item("{:p: ''}"))),
                "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an"
                        + " empty string value. Key: pk");
    }

    @Test
    void query_filterOnAKeyAttribute_isRefused() {
        assertInvalid(
                () -> query(r -> r.filterExpression("sk = :n").expressionAttributeValues(item("{:p: 'a', :n: 1}"))),
                "Filter Expression can only contain non-primary key attributes: Primary key attribute: sk");
        assertInvalid(
                () -> query(r ->
                        r.indexName("global").keyConditionExpression("g = :p").filterExpression("attribute_exists(g)")),
                "Filter Expression can only contain non-primary key attributes: Primary key attribute: g");
    }

    @Test
    void query_unknownIndex_isRefused() {
        assertInvalid(() -> query(r -> r.indexName("unknown")), "The table does not have the specified index: unknown");
        assertInvalid(
                () -> client.scan(r -> r.tableName(table).indexName("unknown")),
                "The table does not have the specified index: unknown");
    }

    @Test
    void queryAndScan_consistentReadOfAGlobalIndex_isRefused() {
        assertInvalid(
                () -> query(r ->
                        r.indexName("global").keyConditionExpression("g = :p").consistentRead(true)),
                "Consistent reads are not supported on global secondary indexes");
        assertInvalid(
                () -> client.scan(r -> r.tableName(table).indexName("global").consistentRead(true)),
                "Consistent reads are not supported on global secondary indexes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{pk: 'a'}",
                "{pk: 'a', sk: '1'}",
                "{pk: 'a', sk: 1, zz: 1}",
                "{pk: 'a', zz: 1}",
                "{pk: 1, sk: 1}",
            })
    @WordedOtherwiseByDynamoDbLocal
    void query_startKeyThatDoesNotFit_isRefused(String start) {
        assertInvalid(() -> query(r -> r.exclusiveStartKey(item(start))), BAD_START);
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void query_startKeyOfAnotherPartition_isRefused() {
        assertInvalid(
                () -> query(r -> r.exclusiveStartKey(item("{pk: 'b', sk: 1}"))),
                "The provided starting key is outside query boundaries based on provided conditions");
    }

    @Test
    void query_startKeyOutsideTheSortCondition_isRefused() {
        assertInvalid(
                () -> query(r -> r.keyConditionExpression("pk = :p AND sk > :n")
                        .expressionAttributeValues(item("{:p: 'a', :n: 5}"))
                        .exclusiveStartKey(item("{pk: 'a', sk: 1}"))),
                "The provided starting key does not match the range key predicate");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{pk: 'a', sk: 1}", "{g: 'a'}", "{pk: 'a', sk: 1, g: 1}", "{pk: 'a', sk: 1, g: 'a', l: 'x'}"})
    @WordedOtherwiseByDynamoDbLocal
    void query_startKeyThatDoesNotFitTheIndex_isRefused(String start) {
        assertInvalid(
                () -> query(r ->
                        r.indexName("global").keyConditionExpression("g = :p").exclusiveStartKey(item(start))),
                BAD_START);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{pk: 'a'}", "{pk: 'a', sk: '1'}", "{pk: 'a', sk: 1, zz: 1}"})
    @WordedOtherwiseByDynamoDbLocal
    void scan_startKeyThatDoesNotFit_isRefused(String start) {
        assertInvalid(
                () -> client.scan(r -> r.tableName(table).exclusiveStartKey(item(start))), BAD_START + ": " + NO_MATCH);
    }

    @Test
    void query_selectThatContradictsTheRest_isRefused() {
        assertInvalid(
                () -> query(r -> r.select("ALL_PROJECTED_ATTRIBUTES")),
                "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
        assertInvalid(
                () -> query(r -> r.select("SPECIFIC_ATTRIBUTES")),
                "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES");
        assertInvalid(
                () -> query(r -> r.select("ALL_ATTRIBUTES").projectionExpression("a")),
                "Cannot specify the ProjectionExpression when choosing to get ALL_ATTRIBUTES");
        assertInvalid(
                () -> query(r -> r.select("COUNT").projectionExpression("a")),
                "Cannot specify the ProjectionExpression when choosing to get only the Count");
        assertInvalid(
                () -> query(r ->
                        r.indexName("global").keyConditionExpression("g = :p").select("ALL_ATTRIBUTES")),
                "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global"
                        + " secondary index global because its projection type is not ALL");
    }

    @Test
    void query_projectionOfWhatAGlobalIndexDoesNotHold_isRefused() {
        assertInvalid(
                () -> query(r ->
                        r.indexName("global").keyConditionExpression("g = :p").projectionExpression("x, y.z, pk")),
                "One or more parameter values were invalid: Global secondary index global does not project [x, y]");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void scan_segments_areChecked() {
        assertInvalid(
                () -> client.scan(r -> r.tableName(table).segment(0)),
                "The TotalSegments parameter is required but was not present in the request when Segment parameter is"
                        + " present");
        assertInvalid(
                () -> client.scan(r -> r.tableName(table).totalSegments(2)),
                "The Segment parameter is required but was not present in the request when parameter TotalSegments is"
                        + " present");
        assertInvalid(
                () -> client.scan(r -> r.tableName(table).segment(2).totalSegments(2)),
                "The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: 2 is not"
                        + " less than TotalSegments: 2");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void scan_constraints_areCollected() {
        assertInvalid(
                () -> client.scan(r -> r.tableName(table).limit(0)),
                "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member must have"
                        + " value greater than or equal to 1");
        assertInvalid(
                () -> client.scan(r -> r.tableName(table).segment(-1).totalSegments(1)),
                "1 validation error detected: Value '-1' at 'segment' failed to satisfy constraint: Member must have"
                        + " value greater than or equal to 0");
        assertInvalid(
                () -> client.scan(r -> r.tableName(table).segment(0).totalSegments(1_000_001)),
                "1 validation error detected: Value '1000001' at 'totalSegments' failed to satisfy constraint: Member"
                        + " must have value less than or equal to 1000000");
        assertInvalid(
                () -> client.scan(r -> r.tableName(table).select("SOME")),
                "1 validation error detected: Value 'SOME' at 'select' failed to satisfy constraint: Member must"
                        + " satisfy enum value set: [SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES,"
                        + " ALL_PROJECTED_ATTRIBUTES]");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void query_limitOfZero_isRefused() {
        assertInvalid(
                () -> query(r -> r.limit(0)),
                "1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member must have"
                        + " value greater than or equal to 1");
    }

    @Test
    void query_unknownNames_areRefused() {
        assertInvalid(
                () -> query(r -> r.expressionAttributeNames(Map.of("#x", "x"))),
                "Value provided in ExpressionAttributeNames unused in expressions: keys: {#x}");
    }

    private void query(Consumer<QueryRequest.Builder> more) {
        client.query(r -> {
            r.tableName(table).keyConditionExpression("pk = :p").expressionAttributeValues(item("{:p: 'a'}"));
            more.accept(r);
        });
    }
}
