package dev.trestle.conformance;

import static dev.trestle.conformance.LegacyParameters.arguments;
import static dev.trestle.conformance.LegacyParameters.compared;
import static dev.trestle.conformance.LegacyParameters.named;
import static dev.trestle.conformance.Literals.item;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** KeyConditions, QueryFilter, ScanFilter and AttributesToGet. */
class LegacyReadsTest extends ConformanceTest {
    private static final String INVALID = "One or more parameter values were invalid: ";
    private static final String MIXED = "Can not use both expression and non-expression parameters in the same request:"
            + " Non-expression parameters: {%s} Expression parameters: {%s}";

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S", "sk S")
                .gsi("global", TableShape.keysOnly(), "g S")
                .lsi("local", TableShape.keysOnly(), "l N"));
        int number = 1;
        for (String sk : List.of("a", "aa", "ab", "b", "c")) {
            put(table, "{pk: 'p', sk: '" + sk + "', g: 'g', l: " + number++ + ", x: '" + sk + sk + "', m: {k: 1}}");
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "EQ          | ['aa']      | aa",
                "LE          | ['aa']      | a aa",
                "LT          | ['aa']      | a",
                "GE          | ['ab']      | ab b c",
                "GT          | ['ab']      | b c",
                "BETWEEN     | ['aa', 'b'] | aa ab b",
                "BEGINS_WITH | ['a']       | a aa ab",
            })
    void keyConditions_onTheSortKey_select(String operator, String values, String found) {
        assertThat(sortKeys(query(r -> r.keyConditions(
                        named("pk", compared("EQ", "'p'"), "sk", compared(operator, arguments(values)))))))
                .isEqualTo(found);
    }

    @Test
    void keyConditions_onIndexes_select() {
        assertThat(query(r -> r.indexName("global").keyConditions(named("g", compared("EQ", "'g'"))))
                        .count())
                .isEqualTo(5);
        assertThat(sortKeys(query(r -> r.indexName("local")
                        .keyConditions(named("l", compared("GT", "3"), "pk", compared("EQ", "'p'"))))))
                .isEqualTo("b c");
    }

    @Test
    void keyConditions_pages_continue() {
        QueryResponse first = query(r -> r.keyConditions(pk()).limit(2).scanIndexForward(false));
        assertThat(sortKeys(first)).isEqualTo("c b");
        assertThat(sortKeys(query(r ->
                        r.keyConditions(pk()).scanIndexForward(false).exclusiveStartKey(first.lastEvaluatedKey()))))
                .isEqualTo("ab aa a");
    }

    @ParameterizedTest(name = "{0} {1} {2} {3}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "pk | GT           | ['p']      | sk | EQ           | ['a']      | Query key condition not supported",
                "pk | NE           | ['p']      | sk | EQ           | ['a']      | Query key condition not supported",
                "pk | IN           | ['p']      | sk | EQ           | ['a']      | Query key condition not supported",
                "pk | EQ           | ['p']      | sk | IN           | ['a']      | Attempted conditional constraint is not"
                        + " an indexable operation",
                "pk | EQ           | ['p']      | sk | CONTAINS     | ['a']      | Attempted conditional constraint is not"
                        + " an indexable operation",
                "pk | EQ           | ['p']      | sk | NOT_CONTAINS | ['a']      | Attempted conditional constraint is not"
                        + " an indexable operation",
                "pk | EQ           | [1]        | sk | EQ           | ['a']      | One or more parameter values were invalid:"
                        + " Condition parameter type does not match schema type",
                "pk | EQ           | ['p']      | sk | GT           | [1]        | One or more parameter values were invalid:"
                        + " Condition parameter type does not match schema type",
                "pk | EQ           | ['']       | sk | GT           | ['a']      | One or more parameter values are not valid."
                        + " The AttributeValue for a key attribute cannot contain an empty string value. Key: pk",
                "pk | EQ           | []         | sk | GT           | ['a']      | One or more parameter values were invalid:"
                        + " Invalid number of argument(s) for the EQ ComparisonOperator",
                "pk | EQ           | ['p']      | sk | BETWEEN      | ['b', 'a'] | The BETWEEN condition was provided a range"
                        + " where the lower bound is greater than the upper bound",
                "pk | EQ           | ['p']      | sk | BEGINS_WITH  | [1]        | One or more parameter values were invalid:"
                        + " ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type",
            })
    void keyConditions_thatNoKeyServes_areRefused(
            String first,
            String firstOperator,
            String firstValues,
            String second,
            String secondOperator,
            String secondValues,
            String message) {
        assertInvalid(
                () -> query(r -> r.keyConditions(named(
                        first,
                        compared(firstOperator, arguments(firstValues)),
                        second,
                        compared(secondOperator, arguments(secondValues))))),
                message);
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void keyConditions_onOtherAttributes_areRefused() {
        assertInvalid(
                () -> query(r -> r.keyConditions(named("sk", compared("EQ", "'a'")))),
                "Query condition missed key schema element: pk");
        assertInvalid(
                () -> query(r -> r.keyConditions(named("pk", compared("EQ", "'p'"), "x", compared("EQ", "'a'")))),
                "Query condition missed key schema element: sk");
        Map<String, Condition> three = named("pk", compared("EQ", "'p'"), "sk", compared("EQ", "'a'"));
        three.put("x", compared("EQ", "'a'"));
        assertInvalid(() -> query(r -> r.keyConditions(three)), "Conditions can be of length 1 or 2 only");
        assertInvalid(() -> query(r -> r.keyConditions(Map.of())), "Conditions must be at least length 1");
        assertInvalid(
                () -> query(r -> r.keyConditions(named("pk", Condition.builder().build()))),
                "1 validation error detected: Value null at 'keyConditions.pk.member.comparisonOperator' failed to satisfy"
                        + " constraint: Member must not be null");
    }

    @Test
    void keyConditionExpression_ofThreeConditions_isRefusedInTheSameWords() {
        assertInvalid(
                () -> query(r -> r.keyConditionExpression("pk = :p AND sk = :p AND x = :p")
                        .expressionAttributeValues(item("{:p: 'p'}"))),
                "Conditions can be of length 1 or 2 only");
    }

    @Test
    void filters_selectAfterThePage() {
        Map<String, Condition> filter = named("x", compared("CONTAINS", "'ab'"), "sk2", compared("NOT_NULL"));
        QueryResponse all = query(r -> r.keyConditions(pk()).queryFilter(named("x", compared("CONTAINS", "'ab'"))));
        assertThat(sortKeys(all)).isEqualTo("ab");
        assertThat(all.scannedCount()).isEqualTo(5);
        assertThat(query(r -> r.keyConditions(pk()).queryFilter(filter)).count())
                .isZero();
        assertThat(query(r -> r.keyConditions(pk()).queryFilter(filter).conditionalOperator("OR"))
                        .count())
                .isEqualTo(1);
        assertThat(query(r -> r.keyConditions(pk()).queryFilter(Map.of())).count())
                .isEqualTo(5);
        assertThat(client.scan(r -> r.tableName(table)
                                .scanFilter(named("pk", compared("EQ", "'p'"), "sk", compared("GT", "'ab'")))
                                .select(Select.COUNT))
                        .count())
                .isEqualTo(2);
    }

    @Test
    void queryFilter_onAKeyAttribute_isRefused() {
        assertInvalid(
                () -> query(r -> r.keyConditions(pk()).queryFilter(named("sk", compared("EQ", "'a'")))),
                "QueryFilter can only contain non-primary key attributes: Primary key attribute: sk");
        assertInvalid(
                () -> query(r -> r.indexName("global")
                        .keyConditions(named("g", compared("EQ", "'g'")))
                        .queryFilter(named("g", compared("EQ", "'g'")))),
                "QueryFilter can only contain non-primary key attributes: Primary key attribute: g");
    }

    @Test
    void attributesToGet_givesWholeAttributes() {
        Map<String, AttributeValue> key = item("{pk: 'p', sk: 'a'}");
        assertThat(Literals.show(
                        client.getItem(r -> r.tableName(table).key(key).attributesToGet("x", "absent", "m.k", "m"))
                                .item()))
                .isEqualTo("{m: {k: 1}, x: 'aa'}");
        assertThat(client.batchGetItem(r -> r.requestItems(Map.of(
                                table,
                                KeysAndAttributes.builder()
                                        .keys(List.of(key))
                                        .attributesToGet("sk", "l")
                                        .build())))
                        .responses()
                        .get(table))
                .containsExactly(item("{sk: 'a', l: 1}"));
        assertThat(query(r -> r.keyConditions(pk())
                                .attributesToGet("l")
                                .select(Select.SPECIFIC_ATTRIBUTES)
                                .limit(1))
                        .items())
                .containsExactly(item("{l: 1}"));
        assertThat(client.scan(r ->
                                r.tableName(table).attributesToGet("g").scanFilter(named("sk", compared("EQ", "'c'"))))
                        .items())
                .containsExactly(item("{g: 'g'}"));
        assertThat(query(r -> r.indexName("local")
                                .keyConditions(pk())
                                .attributesToGet("x")
                                .limit(1))
                        .items())
                .containsExactly(item("{x: 'aa'}"));
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void attributesToGet_givenTwice_isRefused() {
        String twice = INVALID + "Duplicate value in attribute name: x";
        Map<String, AttributeValue> key = item("{pk: 'p', sk: 'a'}");
        assertInvalid(() -> client.getItem(r -> r.tableName(table).key(key).attributesToGet("x", "y", "x")), twice);
        assertInvalid(() -> query(r -> r.keyConditions(pk()).attributesToGet("x", "x")), twice);
        assertInvalid(() -> client.scan(r -> r.tableName(table).attributesToGet("x", "x")), twice);
        assertInvalid(
                () -> client.batchGetItem(r -> r.requestItems(Map.of(
                        table,
                        KeysAndAttributes.builder()
                                .keys(List.of(key))
                                .attributesToGet("x", "x")
                                .build()))),
                twice);
        assertInvalid(
                () -> client.getItem(r -> r.tableName(table).key(key).attributesToGet("")), "Empty attribute name");
    }

    @Test
    @DiffersFromDynamoDbLocal("it takes an empty list for one that was left out")
    void attributesToGet_empty_isAConstraint() {
        assertInvalid(
                () -> client.getItem(
                        r -> r.tableName(table).key(item("{pk: 'p', sk: 'a'}")).attributesToGet(List.of())),
                "1 validation error detected: Value '[]' at 'attributesToGet' failed to satisfy constraint: Member must have"
                        + " length greater than or equal to 1");
    }

    @Test
    void attributesToGet_againstSelect_isRefused() {
        assertInvalid(
                () -> query(r -> r.keyConditions(pk()).attributesToGet("x").select(Select.COUNT)),
                "Cannot specify the AttributesToGet when choosing to get only the Count");
        assertInvalid(
                () -> query(r -> r.keyConditions(pk()).attributesToGet("x").select(Select.ALL_ATTRIBUTES)),
                "Cannot specify the AttributesToGet when choosing to get ALL_ATTRIBUTES");
        assertInvalid(
                () -> query(r -> r.keyConditions(pk()).select(Select.SPECIFIC_ATTRIBUTES)),
                "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void attributesToGet_thatAGlobalIndexDoesNotCarry_isRefused() {
        assertInvalid(
                () -> query(r -> r.indexName("global")
                        .keyConditions(named("g", compared("EQ", "'g'")))
                        .attributesToGet("g", "x")),
                INVALID + "Global secondary index global does not project [x]");
    }

    @Test
    void query_keyConditionsWithOtherExpressions_work() {
        assertThat(sortKeys(query(r -> r.keyConditions(pk())
                        .filterExpression("contains(x, :x)")
                        .projectionExpression("sk")
                        .expressionAttributeValues(item("{:x: 'ab'}")))))
                .isEqualTo("ab");
    }

    @Test
    void query_mixedParameters_areRefused() {
        Map<String, Condition> filter = named("x", compared("NULL"), "y", compared("NULL"));
        assertInvalid(
                () -> query(r -> r.keyConditions(pk())
                        .queryFilter(filter)
                        .conditionalOperator("OR")
                        .attributesToGet("x")
                        .keyConditionExpression("pk = :p")
                        .filterExpression("x = :p")
                        .projectionExpression("x")),
                MIXED.formatted(
                        "AttributesToGet, QueryFilter, ConditionalOperator, KeyConditions",
                        "ProjectionExpression, FilterExpression, KeyConditionExpression"));
        assertInvalid(
                () -> query(r -> r.queryFilter(filter).keyConditionExpression("pk = :p")),
                MIXED.formatted("QueryFilter", "KeyConditionExpression"));
        assertInvalid(
                () -> query(r -> r.keyConditions(pk()).queryFilter(filter).projectionExpression("x")),
                MIXED.formatted("QueryFilter", "ProjectionExpression"));
        assertInvalid(
                () -> query(r -> r.keyConditions(pk()).expressionAttributeNames(Map.of("#a", "a"))),
                "ExpressionAttributeNames can only be specified when using expressions");
        assertInvalid(
                () -> query(r ->
                        r.keyConditions(pk()).projectionExpression("x").expressionAttributeValues(item("{:v: 1}"))),
                "ExpressionAttributeValues can only be specified when using expressions: FilterExpression and"
                        + " KeyConditionExpression are null");
    }

    @Test
    void reads_mixedParameters_areRefused() {
        assertInvalid(
                () -> client.scan(r -> r.tableName(table)
                        .scanFilter(named("x", compared("NULL")))
                        .attributesToGet("x")
                        .filterExpression("attribute_exists(x)")),
                MIXED.formatted("AttributesToGet, ScanFilter", "FilterExpression"));
        assertInvalid(
                () -> client.getItem(r -> r.tableName(table)
                        .key(item("{pk: 'p', sk: 'a'}"))
                        .attributesToGet("x")
                        .projectionExpression("x")),
                MIXED.formatted("AttributesToGet", "ProjectionExpression"));
        assertInvalid(
                () -> client.batchGetItem(r -> r.requestItems(Map.of(
                        table,
                        KeysAndAttributes.builder()
                                .keys(List.of(item("{pk: 'p', sk: 'a'}")))
                                .attributesToGet("x")
                                .projectionExpression("x")
                                .build()))),
                MIXED.formatted("AttributesToGet", "ProjectionExpression"));
    }

    private static Map<String, Condition> pk() {
        return named("pk", compared("EQ", "'p'"));
    }

    private QueryResponse query(Consumer<QueryRequest.Builder> parameters) {
        return client.query(r -> parameters.accept(r.tableName(table)));
    }

    private static String sortKeys(QueryResponse response) {
        return String.join(
                " ",
                response.items().stream()
                        .map(found ->
                                found.get("sk") == null ? "-" : found.get("sk").s())
                        .toList());
    }
}
