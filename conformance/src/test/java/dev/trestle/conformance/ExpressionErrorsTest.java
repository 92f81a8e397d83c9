package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static dev.trestle.conformance.Literals.n;
import static dev.trestle.conformance.Literals.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What is said of an expression that cannot be read, or does not go together with its names and values. */
@EngineRules
class ExpressionErrorsTest extends ConformanceTest {
    private static final int EXPRESSION_BYTES_MAX = 4096;
    private static final int OPERATORS_MAX = 300;

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S"));
        put(table, "{pk: 'a', n: 1}");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "a b                    | Syntax error; token: \"b\", near: \"a b\"",
                "a =                    | Syntax error; token: \"<EOF>\", near: \"=\"",
                "= a                    | Syntax error; token: \"=\", near: \"= a\"",
                "a = b AND              | Syntax error; token: \"<EOF>\", near: \"AND\"",
                "a == b                 | Syntax error; token: \"=\", near: \"== b\"",
                "a ! b                  | Syntax error; token: \"!\", near: \"a ! b\"",
                "a = 5                  | Syntax error; token: \"5\", near: \"= 5\"",
                "(a = b                 | Syntax error; token: \"<EOF>\", near: \"b\"",
                "a = b)                 | Syntax error; token: \")\", near: \"b)\"",
                "a BETWEEN b            | Syntax error; token: \"<EOF>\", near: \"b\"",
                "a IN ()                | Syntax error; token: \")\", near: \"()\"",
                "attribute_exists()     | Syntax error; token: \")\", near: \"()\"",
                "a[-1] = b              | Syntax error; token: \"-\", near: \"[-1\"",
                "a[b] = b               | Syntax error; token: \"b\", near: \"[b]\"",
                "a. = b                 | Syntax error; token: \"=\", near: \". = b\"",
                "NOT                    | Syntax error; token: \"<EOF>\", near: \"NOT\"",
                "a                      | Syntax error; token: \"<EOF>\", near: \"a\"",
            })
    void condition_thatDoesNotParse_namesTheToken(String condition, String complaint) {
        assertConditionInvalid(condition, "{}", complaint);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "((n = :n))                     | The expression has redundant parentheses;",
                "NOT ((n = :n))                 | The expression has redundant parentheses;",
                "foo(n, :n)                     | Invalid function name; function: foo",
                "Size(n) = :n                   | Invalid function name; function: Size",
                "attribute_exists(n, :n)        | Incorrect number of operands for operator or function; operator or"
                        + " function: attribute_exists, number of operands: 2",
                "begins_with(n)                 | Incorrect number of operands for operator or function; operator or"
                        + " function: begins_with, number of operands: 1",
                "contains(n)                    | Incorrect number of operands for operator or function; operator or"
                        + " function: contains, number of operands: 1",
                "attribute_type(n)              | Incorrect number of operands for operator or function; operator or"
                        + " function: attribute_type, number of operands: 1",
                "size(n, :n) = :n               | Incorrect number of operands for operator or function; operator or"
                        + " function: size, number of operands: 2",
                "begins_with(n, :n)             | Incorrect operand type for operator or function; operator or"
                        + " function: begins_with, operand type: N",
                "attribute_type(n, :n)          | Incorrect operand type for operator or function; operator or"
                        + " function: attribute_type, operand type: N",
                "size(:n) = :n                  | Incorrect operand type for operator or function; operator or"
                        + " function: size, operand type: N",
                "size(n)                        | The function is not allowed to be used this way in an expression;"
                        + " function: size",
                "attribute_exists(n) = :n       | The function is not allowed to be used this way in an expression;"
                        + " function: attribute_exists",
                "if_not_exists(n, :n) = :n      | The function is not allowed in a condition expression; function:"
                        + " if_not_exists",
                "n = n                          | The first operand must be distinct from the remaining operands for"
                        + " this operator or function; operator: =, first operand: [n]",
                "n <> n                         | The first operand must be distinct from the remaining operands for"
                        + " this operator or function; operator: <>, first operand: [n]",
                "n < n                          | The first operand must be distinct from the remaining operands for"
                        + " this operator or function; operator: <, first operand: [n]",
                "n IN (:n, n)                   | The first operand must be distinct from the remaining operands for"
                        + " this operator or function; operator: IN, first operand: [n]",
                "contains(n, n)                 | The first operand must be distinct from the remaining operands for"
                        + " this operator or function; operator: contains, first operand: [n]",
                "n = :missing                   | An expression attribute value used in expression is not defined;"
                        + " attribute value: :missing",
                "#missing = :n                  | An expression attribute name used in the document path is not"
                        + " defined; attribute name: #missing",
                "attribute_exists(:n)           | Operator or function requires a document path; operator or function:"
                        + " attribute_exists",
                "attribute_not_exists(:n)       | Operator or function requires a document path; operator or function:"
                        + " attribute_not_exists",
            })
    void condition_thatMakesNoSense_isExplained(String condition, String complaint) {
        assertConditionInvalid(condition, "{:n: 1}", complaint);
    }

    @ParameterizedTest(name = "{0} with {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "n < :v  | {:v: true}   | Incorrect operand type for operator or function; operator or function: <,"
                        + " operand type: BOOL",
                "n <= :v | {:v: null}   | Incorrect operand type for operator or function; operator or function: <=,"
                        + " operand type: NULL",
                "n > :v  | {:v: [1]}    | Incorrect operand type for operator or function; operator or function: >,"
                        + " operand type: L",
                "n >= :v | {:v: {a: 1}} | Incorrect operand type for operator or function; operator or function: >=,"
                        + " operand type: M",
                "n < :v  | {:v: <1>}    | Incorrect operand type for operator or function; operator or function: <,"
                        + " operand type: NS",
                "n BETWEEN :v AND :w | {:v: true, :w: true} | Incorrect operand type for operator or function;"
                        + " operator or function: BETWEEN, operand type: BOOL",
                "n BETWEEN :v AND :w | {:v: 2, :w: 1} | The BETWEEN operator requires upper bound to be greater than"
                        + " or equal to lower bound; lower bound operand: AttributeValue: {N:2}, upper bound operand:"
                        + " AttributeValue: {N:1}",
                "n BETWEEN :v AND :w | {:v: 'b', :w: 'a'} | The BETWEEN operator requires upper bound to be greater"
                        + " than or equal to lower bound; lower bound operand: AttributeValue: {S:b}, upper bound operand:"
                        + " AttributeValue: {S:a}",
                "n BETWEEN :v AND :w | {:v: 1, :w: 'a'} | The BETWEEN operator requires same data type for lower and"
                        + " upper bounds; lower bound operand: AttributeValue: {N:1}, upper bound operand: AttributeValue:"
                        + " {S:a}",
            })
    void condition_withOperandsOfTheWrongType_isRefused(String condition, String values, String complaint) {
        assertConditionInvalid(condition, values, complaint);
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void condition_withAnUnknownTypeName_isRefused() {
        assertConditionInvalid(
                "attribute_type(n, :v)",
                "{:v: 'X'}",
                "Invalid attribute type name found; type: X, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"name", "NAME", "Name", "abort", "zone", "status", "count", "user"})
    void reservedWord_asAnAttributeName_isRefused(String word) {
        assertConditionInvalid(
                "attribute_exists(" + word + ")",
                "{}",
                "Attribute name is a reserved keyword; reserved keyword: " + word);
    }

    @Test
    void reservedWord_insideAPath_isRefused() {
        assertConditionInvalid(
                "attribute_exists(a.name)", "{}", "Attribute name is a reserved keyword; reserved keyword: name");
    }

    @Test
    void expression_thatIsEmpty_isRefusedByItsName() {
        assertConditionInvalid("", "{}", "The expression can not be empty;");
        assertInvalid(
                () -> client.updateItem(
                        r -> r.tableName(table).key(item("{pk: 'a'}")).updateExpression("")),
                "Invalid UpdateExpression: The expression can not be empty;");
        assertInvalid(
                () -> client.getItem(
                        r -> r.tableName(table).key(item("{pk: 'a'}")).projectionExpression("")),
                "Invalid ProjectionExpression: The expression can not be empty;");
        assertInvalid(
                () -> client.scan(r -> r.tableName(table).filterExpression("")),
                "Invalid FilterExpression: The expression can not be empty;");
        assertInvalid(
                () -> client.query(r -> r.tableName(table).keyConditionExpression("")),
                "Invalid KeyConditionExpression: The expression can not be empty;");
    }

    @Test
    void names_thatAreNotUsed_areRefused() {
        assertInvalid(
                () -> client.getItem(r -> r.tableName(table)
                        .key(item("{pk: 'a'}"))
                        .projectionExpression("#a")
                        .expressionAttributeNames(Map.of("#a", "n", "#b", "m"))),
                "Value provided in ExpressionAttributeNames unused in expressions: keys: {#b}");
    }

    @Test
    void values_thatAreNotUsed_areRefused() {
        assertInvalid(
                () -> conditional("n = :n", "{:n: 1, :m: 2}"),
                "Value provided in ExpressionAttributeValues unused in expressions: keys: {:m}");
    }

    @Test
    void namesAndValues_withoutExpression_areRefused() {
        assertInvalid(
                () -> client.putItem(
                        r -> r.tableName(table).item(item("{pk: 'b'}")).expressionAttributeNames(Map.of("#a", "n"))),
                "ExpressionAttributeNames can only be specified when using expressions");
        assertInvalid(
                () -> client.putItem(
                        r -> r.tableName(table).item(item("{pk: 'b'}")).expressionAttributeValues(item("{:v: 1}"))),
                "ExpressionAttributeValues can only be specified when using expressions: ConditionExpression is null");
        assertInvalid(
                () -> client.updateItem(
                        r -> r.tableName(table).key(item("{pk: 'b'}")).expressionAttributeValues(item("{:v: 1}"))),
                "ExpressionAttributeValues can only be specified when using expressions: UpdateExpression and"
                        + " ConditionExpression are null");
        assertThat(contents(table)).containsExactly("{n: 1, pk: 'a'}");
    }

    @Test
    void namesAndValues_thatAreEmpty_areRefused() {
        assertInvalid(
                () -> client.updateItem(r -> r.tableName(table)
                        .key(item("{pk: 'a'}"))
                        .updateExpression("REMOVE n")
                        .expressionAttributeNames(Map.of())),
                "ExpressionAttributeNames must not be empty");
        assertInvalid(
                () -> conditional("attribute_exists(n)", Map.of()), "ExpressionAttributeValues must not be empty");
        assertThat(contents(table)).containsExactly("{n: 1, pk: 'a'}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "#", "#a b", "#a.b", ":a", "##"})
    void nameKey_thatIsNotAPlaceholder_isRefused(String key) {
        assertInvalid(
                () -> client.getItem(r -> r.tableName(table)
                        .key(item("{pk: 'a'}"))
                        .projectionExpression("n")
                        .expressionAttributeNames(Map.of(key, "n"))),
                "ExpressionAttributeNames contains invalid key: Syntax error; key: \"" + key + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"v", ":", ":a b", "#a", "::"})
    void valueKey_thatIsNotAPlaceholder_isRefused(String key) {
        assertInvalid(
                () -> conditional("attribute_exists(n)", Map.of(key, n(1))),
                "ExpressionAttributeValues contains invalid key: Syntax error; key: \"" + key + "\"");
    }

    @Test
    void expression_atTheLimitOfLength_isRead() {
        conditional("attribute_exists(n)" + " ".repeat(EXPRESSION_BYTES_MAX - "attribute_exists(n)".length()), "{}");
    }

    @Test
    void expression_pastTheLimitOfLength_isRefused() {
        String tooLong = "attribute_exists(n)" + " ".repeat(EXPRESSION_BYTES_MAX + 1 - "attribute_exists(n)".length());

        assertConditionInvalid(
                tooLong,
                "{}",
                "Expression size has exceeded the maximum allowed size; expression size: "
                        + (EXPRESSION_BYTES_MAX + 1));
    }

    @Test
    void condition_atTheLimitOfOperators_isRead() {
        conditional(comparisons(OPERATORS_MAX / 2), Map.of(":w", n(1)));
    }

    @Test
    void condition_pastTheLimitOfOperators_isRefused() {
        // Each comparison is one operator, each AND between them another.
        assertInvalid(
                () -> conditional(comparisons(OPERATORS_MAX / 2 + 1), Map.of(":w", n(1))),
                "Invalid ConditionExpression: The expression contains too many operators; operator count: "
                        + (OPERATORS_MAX + 1));
    }

    @Test
    void in_withMoreThanAHundredOperands_isRefused() {
        Map<String, AttributeValue> values = new LinkedHashMap<>();
        for (int i = 0; i <= 100; i++) {
            values.put(":v" + i, n(i));
        }
        String operands = String.join(", ", values.keySet());

        assertInvalid(
                () -> conditional("n IN (" + operands + ")", values),
                "Invalid ConditionExpression: The IN operator is provided with too many operands; number of operands:"
                        + " 101");
    }

    private static String comparisons(int count) {
        return IntStream.range(0, count).mapToObj(i -> "n=:w").collect(Collectors.joining(" AND "));
    }

    private void assertConditionInvalid(String condition, String values, String complaint) {
        assertInvalid(() -> conditional(condition, values), "Invalid ConditionExpression: " + complaint);
        assertInvalid(
                () -> client.scan(r -> {
                    r.tableName(table).filterExpression(condition);
                    if (!item(values).isEmpty()) {
                        r.expressionAttributeValues(item(values));
                    }
                }),
                "Invalid FilterExpression: " + complaint);
        assertThat(contents(table)).containsExactly("{n: 1, pk: 'a'}");
    }

    private void conditional(String condition, String values) {
        client.putItem(r -> {
            r.tableName(table).item(Map.of("pk", s("a"), "n", n(1))).conditionExpression(condition);
            if (!item(values).isEmpty()) {
                r.expressionAttributeValues(item(values));
            }
        });
    }

    private void conditional(String condition, Map<String, AttributeValue> values) {
        client.putItem(r -> r.tableName(table)
                .item(Map.of("pk", s("a"), "n", n(1)))
                .conditionExpression(condition)
                .expressionAttributeValues(values));
    }
}
