package dev.trestle.conformance;

import static dev.trestle.conformance.LegacyParameters.arguments;
import static dev.trestle.conformance.LegacyParameters.compared;
import static dev.trestle.conformance.LegacyParameters.expected;
import static dev.trestle.conformance.LegacyParameters.expectedAbsent;
import static dev.trestle.conformance.LegacyParameters.expectedValue;
import static dev.trestle.conformance.LegacyParameters.named;
import static dev.trestle.conformance.Literals.item;
import static dev.trestle.conformance.Literals.n;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.ConditionalOperator;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExpectedAttributeValue;

/** Expected and ScanFilter: what each comparison operator means, what it takes, and what is said of misuse. */
@EngineRules
class LegacyConditionsTest extends ConformanceTest {
    private static final String INVALID = "One or more parameter values were invalid: ";
    private static final String FAILED = "The conditional request failed";
    private static final String ITEM = "{pk: 'a', num: 5, str: 'hello', bin: x'0102', yes: true, nothing: null,"
            + " ss: <'a', 'b'>, ns: <1, 2>, bs: <x'01'>, list: ['a', 1], map: {k: 1}}";
    private static final String ATTRIBUTES = "num str bin yes nothing ss ns bs list map absent";

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S"));
        put(table, ITEM);
    }

    /** The attributes of the item for which the comparison holds. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "EQ           | [5]           | num",
                "EQ           | ['hello']     | str",
                "EQ           | [<'b', 'a'>]  | ss",
                "EQ           | [['a', 1]]    | list",
                "EQ           | [{k: 1}]      | map",
                "EQ           | [true]        | yes",
                "EQ           | [null]        | nothing",
                "NE           | [5]           | str bin yes nothing ss ns bs list map absent",
                "NE           | ['5']         | num str bin yes nothing ss ns bs list map absent",
                "IN           | [4, 5]        | num",
                "IN           | ['x', 'hello'] | str",
                "LE           | [5]           | num",
                "LT           | [5]           | ",
                "LT           | [5.1]         | num",
                "GE           | ['hello']     | str",
                "GT           | ['hell']      | str",
                "GT           | [x'0101']     | bin",
                "BETWEEN      | [5, 6]        | num",
                "BETWEEN      | ['a', 'b']    | ",
                "BETWEEN      | [x'01', x'02'] | bin",
                "NOT_NULL     | []            | num str bin yes nothing ss ns bs list map",
                "NULL         | []            | absent",
                "CONTAINS     | ['a']         | ss list",
                "CONTAINS     | ['ell']       | str",
                "CONTAINS     | [1]           | ns list",
                "CONTAINS     | [x'01']       | bin bs",
                "CONTAINS     | [true]        | ",
                "NOT_CONTAINS | ['a']         | num str bin yes nothing ns bs map",
                "NOT_CONTAINS | [1]           | num str bin yes nothing ss bs map",
                "BEGINS_WITH  | ['he']        | str",
                "BEGINS_WITH  | [x'01']       | bin",
            })
    void operator_onEachType_holdsWhereItShould(String operator, String values, String holdsFor) {
        List<String> found = Arrays.stream(ATTRIBUTES.split(" "))
                .filter(attribute -> client.scan(r -> r.tableName(table)
                                        .scanFilter(named(attribute, compared(operator, arguments(values)))))
                                .count()
                        == 1)
                .toList();
        List<String> expectedToPass = Arrays.stream(ATTRIBUTES.split(" "))
                .filter(attribute -> passes(named(attribute, expected(operator, arguments(values)))))
                .toList();

        assertThat(String.join(" ", found)).isEqualTo(holdsFor == null ? "" : holdsFor);
        assertThat(expectedToPass).isEqualTo(found);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "EQ           | []",
                "EQ           | [1, 2]",
                "NE           | [1, 2]",
                "IN           | []",
                "LE           | [1, 2]",
                "LT           | []",
                "GE           | [1, 2]",
                "GT           | []",
                "BETWEEN      | [1]",
                "BETWEEN      | [1, 2, 3]",
                "NOT_NULL     | [1]",
                "NULL         | [1, 2]",
                "CONTAINS     | []",
                "NOT_CONTAINS | [1, 2]",
                "BEGINS_WITH  | ['a', 'b']",
            })
    void operator_wrongNumberOfArguments_isRefused(String operator, String values) {
        String message = INVALID + "Invalid number of argument(s) for the " + operator + " ComparisonOperator";
        assertInvalid(() -> passes(named("a", expected(operator, arguments(values)))), message);
        assertInvalid(
                () -> client.scan(r ->
                        r.tableName(table).scanFilter(named("a", compared(operator, arguments(values))))),
                message);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "IN           | [<'a'>]       | SS",
                "IN           | [true]        | BOOL",
                "LE           | [null]        | NULL",
                "LT           | [{k: 1}]      | M",
                "GE           | [[1]]         | L",
                "GT           | [<1>]         | NS",
                "BETWEEN      | [true, false] | BOOL",
                "CONTAINS     | [<'a'>]       | SS",
                "NOT_CONTAINS | [[1]]         | L",
                "BEGINS_WITH  | [1]           | N",
            })
    void operator_argumentOfWrongType_isRefused(String operator, String values, String type) {
        assertInvalid(
                () -> passes(named("a", expected(operator, arguments(values)))),
                INVALID + "ComparisonOperator " + operator + " is not valid for " + type + " AttributeValue type");
    }

    @Test
    void arguments_ofDifferentTypesOrInWrongOrder_areRefused() {
        String sameType = INVALID + "AttributeValues inside AttributeValueList must be of same type";
        assertInvalid(() -> passes(named("a", expected("BETWEEN", "1", "'a'"))), sameType);
        assertInvalid(() -> passes(named("a", expected("IN", "1", "'a'"))), sameType);
        assertInvalid(
                () -> passes(named("a", expected("BETWEEN", "2", "1"))),
                "The BETWEEN condition was provided a range where the lower bound is greater than the upper bound");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void arguments_thatAreNoValues_areRefused() {
        assertInvalid(
                () -> passes(named(
                        "a",
                        ExpectedAttributeValue.builder()
                                .value(AttributeValue.fromN("x"))
                                .build())),
                "The parameter cannot be converted to a numeric value: x");
        assertInvalid(
                () -> client.scan(r -> r.tableName(table)
                        .scanFilter(named(
                                "a",
                                Condition.builder()
                                        .comparisonOperator("EQ")
                                        .attributeValueList(
                                                AttributeValue.builder().build())
                                        .build()))),
                "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
    }

    @Test
    void in_moreCandidatesThanAnExpressionTakes_works() {
        String[] many = new String[250];
        Arrays.setAll(many, i -> Integer.toString(i + 4));
        assertThat(passes(named("num", expected("IN", many)))).isTrue();
        assertThat(passes(named("str", expected("IN", many)))).isFalse();
    }

    @Test
    void expected_shortForm_comparesOrDemandsAbsence() {
        assertThat(passes(named("num", expectedValue("5")))).isTrue();
        assertThat(passes(named("num", expectedValue("6")))).isFalse();
        assertThat(passes(named("absent", expectedValue("6")))).isFalse();
        assertThat(passes(named("absent", expectedAbsent()))).isTrue();
        assertThat(passes(named("num", expectedAbsent()))).isFalse();
        assertThat(passes(named(
                        "num",
                        ExpectedAttributeValue.builder()
                                .exists(true)
                                .value(n(5))
                                .build())))
                .isTrue();
        assertThat(passes(named(
                        "num",
                        ExpectedAttributeValue.builder()
                                .comparisonOperator("GT")
                                .value(n(4))
                                .build())))
                .isTrue();
        assertThat(passes(Map.of())).isTrue();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "neither           | Value must be provided when Exists is null",
                "exists            | Value must be provided when Exists is true",
                "absent+value      | Value cannot be used when Exists is false",
                "absent+operator   | Exists and ComparisonOperator cannot be used together",
                "value+list        | Value and AttributeValueList cannot be used together",
                "list              | AttributeValueList can only be used with a ComparisonOperator",
                "absent+list       | AttributeValueList can only be used with a ComparisonOperator",
                "operator          | Value or AttributeValueList must be used with ComparisonOperator: EQ",
            })
    void expected_partsThatDoNotGoTogether_areRefused(String parts, String rule) {
        ExpectedAttributeValue.Builder given = ExpectedAttributeValue.builder();
        for (String part : parts.split("\\+")) {
            switch (part) {
                case "exists" -> given.exists(true);
                case "absent" -> given.exists(false);
                case "value" -> given.value(n(1));
                case "list" -> given.attributeValueList(n(1));
                case "operator" -> given.comparisonOperator("EQ");
                default -> assertThat(part).isEqualTo("neither");
            }
        }
        assertInvalid(() -> passes(named("x", given.build())), INVALID + rule + " for Attribute: x");
    }

    @Test
    void conditionalOperator_joinsConditions() {
        Map<String, ExpectedAttributeValue> oneOfTwo =
                named("num", expectedValue("5"), "str", expectedValue("'other'"));
        assertThat(passes(oneOfTwo)).isFalse();
        assertThat(passes(oneOfTwo, ConditionalOperator.AND)).isFalse();
        assertThat(passes(oneOfTwo, ConditionalOperator.OR)).isTrue();
        assertThat(passes(named("num", expectedValue("6"), "str", expectedValue("'other'")), ConditionalOperator.OR))
                .isFalse();
    }

    @Test
    void conditionalOperator_withoutTwoConditions_isRefused() {
        assertInvalid(
                () -> client.deleteItem(
                        r -> r.tableName(table).key(item("{pk: 'a'}")).conditionalOperator("OR")),
                "ConditionalOperator cannot be used without Filter or Expected");
        assertInvalid(
                () -> passes(Map.of(), ConditionalOperator.AND),
                "ConditionalOperator cannot be used without Filter or Expected");
        assertInvalid(
                () -> passes(named("num", expectedValue("5")), ConditionalOperator.OR),
                "ConditionalOperator can only be used when Filter or Expected has two or more elements");
        assertInvalid(
                () -> client.scan(r -> r.tableName(table).conditionalOperator("OR")),
                "ConditionalOperator cannot be used without Filter or Expected");
    }

    @ParameterizedTest
    @WordedOtherwiseByDynamoDbLocal
    @ValueSource(strings = {"eq", "LIKE"})
    void operators_unknown_areConstraints(String operator) {
        assertInvalid(
                () -> passes(named("x", expected(operator, "1"))),
                "1 validation error detected: Value '" + operator
                        + "' at 'expected.x.member.comparisonOperator' failed to satisfy constraint: Member must satisfy"
                        + " enum value set: [IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE, BEGINS_WITH,"
                        + " GE, CONTAINS]");
    }

    @Test
    void expected_onEachWrite_decides() {
        assertRefused(
                () -> client.putItem(
                        r -> r.tableName(table).item(item("{pk: 'a'}")).expected(named("pk", expectedAbsent()))),
                CONDITION_FAILED,
                FAILED);
        assertRefused(
                () -> client.updateItem(
                        r -> r.tableName(table).key(item("{pk: 'a'}")).expected(named("num", expected("GT", "5")))),
                CONDITION_FAILED,
                FAILED);
        assertRefused(
                () -> client.deleteItem(
                        r -> r.tableName(table).key(item("{pk: 'a'}")).expected(named("num", expected("NULL")))),
                CONDITION_FAILED,
                FAILED);
        assertThat(contents(table)).hasSize(1);
        client.deleteItem(r -> r.tableName(table).key(item("{pk: 'a'}")).expected(named("num", expected("NOT_NULL"))));
        client.putItem(r -> r.tableName(table).item(item("{pk: 'b'}")).expected(named("pk", expectedAbsent())));
        assertThat(contents(table)).containsExactly("{pk: 'b'}");
    }

    @Test
    void expected_withExpressions_isRefused() {
        String mixed = "Can not use both expression and non-expression parameters in the same request:"
                + " Non-expression parameters: {%s} Expression parameters: {ConditionExpression}";
        assertInvalid(
                () -> client.putItem(r -> r.tableName(table)
                        .item(item("{pk: 'a'}"))
                        .expected(named("x", expectedAbsent()))
                        .conditionExpression("attribute_exists(pk)")),
                mixed.formatted("Expected"));
        assertInvalid(
                () -> client.deleteItem(r -> r.tableName(table)
                        .key(item("{pk: 'a'}"))
                        .expected(named("x", expectedAbsent(), "y", expectedAbsent()))
                        .conditionalOperator("OR")
                        .conditionExpression("attribute_exists(pk)")),
                mixed.formatted("Expected, ConditionalOperator"));
        assertInvalid(
                () -> client.deleteItem(r -> r.tableName(table)
                        .key(item("{pk: 'a'}"))
                        .expected(named("x", expectedAbsent()))
                        .expressionAttributeNames(Map.of("#a", "a"))),
                "ExpressionAttributeNames can only be specified when using expressions");
        assertInvalid(
                () -> client.deleteItem(r -> r.tableName(table)
                        .key(item("{pk: 'a'}"))
                        .expected(named("x", expectedAbsent()))
                        .expressionAttributeValues(item("{:v: 1}"))),
                "ExpressionAttributeValues can only be specified when using expressions: ConditionExpression is null");
    }

    @Test
    void expected_inARequestForNoTable_isCheckedFirst() {
        assertThat(List.of(refusal("EQ", "[]"), refusal("EQ", "[1]")).stream().collect(Collectors.joining(" ")))
                .isEqualTo(target.isDynamoDbLocal() ? NOT_FOUND + " " + NOT_FOUND : VALIDATION + " " + NOT_FOUND);
    }

    private String refusal(String operator, String values) {
        try {
            client.deleteItem(r -> r.tableName("never-made")
                    .key(item("{pk: 'a'}"))
                    .expected(named("a", expected(operator, arguments(values)))));
        } catch (DynamoDbException e) {
            return e.awsErrorDetails().errorCode();
        }
        return "";
    }

    private boolean passes(Map<String, ExpectedAttributeValue> expected) {
        return passes(expected, null);
    }

    /** Whether a write that changes nothing goes through. */
    @SuppressWarnings("NullAway")
    private boolean passes(Map<String, ExpectedAttributeValue> expected, @Nullable ConditionalOperator operator) {
        try {
            client.updateItem(r ->
                    r.tableName(table).key(item("{pk: 'a'}")).expected(expected).conditionalOperator(operator));
            return true;
        } catch (DynamoDbException e) {
            if (e.awsErrorDetails().errorCode().equals(CONDITION_FAILED)) {
                return false;
            }
            throw e;
        }
    }
}
