package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Which of several mistakes is reported: constraints of the request first, all of them together; then expressions; then
 * the table; then the keys; then the condition. Nothing is changed by any of them.
 */
@OverHttpAsyncToo
class ErrorOrderTest extends ConformanceTest {
    private static final String NULL_NAME =
            "Value null at 'tableName' failed to satisfy constraint: Member must not be null";
    private static final String BAD_RETURN_VALUES =
            "Value 'BAD' at 'returnValues' failed to satisfy constraint: Member must satisfy enum value set: [ALL_NEW,"
                    + " UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]";
    private static final String SYNTAX = "Invalid ConditionExpression: Syntax error; token: \"<EOF>\", near: \"=\"";

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S"));
        put(table, "{pk: 'a', x: 1}");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void putItem_oneConstraint_isNamed() {
        assertInvalid(
                () -> client.putItem(r -> r.item(item("{pk: 'a'}"))), "1 validation error detected: " + NULL_NAME);
        assertInvalid(
                () -> client.putItem(
                        r -> r.tableName(table).item(item("{pk: 'a'}")).returnValues("BAD")),
                "1 validation error detected: " + BAD_RETURN_VALUES);
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void anyOperation_withoutKeyOrItem_isRefused() {
        assertInvalid(
                () -> client.putItem(r -> r.tableName(table)),
                "1 validation error detected: Value null at 'item' failed to satisfy constraint: Member must not be"
                        + " null");
        String nullKey =
                "1 validation error detected: Value null at 'key' failed to satisfy constraint: Member must not be"
                        + " null";
        assertInvalid(() -> client.getItem(r -> r.tableName(table)), nullKey);
        assertInvalid(() -> client.updateItem(r -> r.tableName(table)), nullKey);
        assertInvalid(() -> client.deleteItem(r -> r.tableName(table)), nullKey);
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void updateItem_severalConstraints_areCollected() {
        assertInvalid(
                () -> client.updateItem(r -> r.tableName("").returnValues("BAD")),
                "3 validation errors detected: Value '' at 'tableName' failed to satisfy constraint: Member must have"
                        + " length greater than or equal to 1; " + BAD_RETURN_VALUES
                        + "; Value null at 'key' failed to satisfy constraint: Member must not be null");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void constraints_comeBeforeExpressions() {
        assertInvalid(
                () -> client.putItem(r -> r.tableName(table)
                        .item(item("{pk: 'a'}"))
                        .returnValues("BAD")
                        .conditionExpression("x =")),
                "1 validation error detected: " + BAD_RETURN_VALUES);
    }

    @Test
    @DiffersFromDynamoDbLocal("it looks for the table first")
    void expressions_comeBeforeTheTable() {
        String missing = newTableName();

        assertInvalid(
                () -> client.putItem(
                        r -> r.tableName(missing).item(item("{pk: 'a'}")).conditionExpression("x =")),
                SYNTAX);
        assertInvalid(
                () -> client.getItem(
                        r -> r.tableName(missing).key(item("{pk: 'a'}")).projectionExpression("a,")),
                "Invalid ProjectionExpression: Syntax error; token: \"<EOF>\", near: \",\"");
        assertInvalid(
                () -> client.updateItem(
                        r -> r.tableName(missing).key(item("{pk: 'a'}")).updateExpression("SET x = :x")),
                "Invalid UpdateExpression: An expression attribute value used in expression is not defined; attribute"
                        + " value: :x");
        assertInvalid(
                () -> client.query(r -> r.tableName(missing)
                        .keyConditionExpression("pk =")
                        .expressionAttributeValues(item("{:p: 'a'}"))),
                "Invalid KeyConditionExpression: Syntax error; token: \"<EOF>\", near: \"=\"");
        assertInvalid(
                () -> client.scan(r -> r.tableName(missing).filterExpression("x =")),
                "Invalid FilterExpression: Syntax error; token: \"<EOF>\", near: \"=\"");
    }

    @Test
    @DiffersFromDynamoDbLocal("it looks for the table first")
    void unusedNames_comeBeforeTheTable() {
        String missing = newTableName();

        assertInvalid(
                () -> client.getItem(r -> r.tableName(missing)
                        .key(item("{pk: 'a'}"))
                        .projectionExpression("x")
                        .expressionAttributeNames(Map.of("#y", "y"))),
                "Value provided in ExpressionAttributeNames unused in expressions: keys: {#y}");
    }

    @Test
    @DiffersFromDynamoDbLocal("it looks for the table first")
    void badValues_comeBeforeTheTable() {
        String missing = newTableName();

        assertInvalid(
                () -> put(
                        missing,
                        Map.of(
                                "pk",
                                Literals.s("a"),
                                "v",
                                Literals.value("<'a', 'b'>").toBuilder().s("c").build())),
                "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported"
                        + " datatypes");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void theTable_comesBeforeTheKeys() {
        String missing = newTableName();
        String notFound = "Requested resource not found";

        assertRefused(() -> put(missing, "{nothing: 'fits'}"), NOT_FOUND, notFound);
        assertRefused(() -> client.getItem(r -> r.tableName(missing).key(item("{no: 1}"))), NOT_FOUND, notFound);
        assertRefused(() -> client.deleteItem(r -> r.tableName(missing).key(item("{no: 1}"))), NOT_FOUND, notFound);
        assertRefused(() -> client.updateItem(r -> r.tableName(missing).key(item("{no: 1}"))), NOT_FOUND, notFound);
        assertRefused(() -> client.scan(r -> r.tableName(missing).indexName("none")), NOT_FOUND, notFound);
        assertRefused(
                () -> client.query(r -> r.tableName(missing)
                        .keyConditionExpression("nothing = :p")
                        .expressionAttributeValues(item("{:p: 'a'}"))),
                NOT_FOUND,
                notFound);
    }

    @Test
    @DiffersFromDynamoDbLocal("it evaluates the condition before it looks at the keys of the update")
    void theKeys_comeBeforeTheCondition() {
        assertInvalid(
                () -> client.putItem(
                        r -> r.tableName(table).item(item("{x: 2}")).conditionExpression("attribute_exists(never)")),
                "One or more parameter values were invalid: Missing the key pk in the item");
        assertInvalid(
                () -> client.deleteItem(
                        r -> r.tableName(table).key(item("{pk: 1}")).conditionExpression("attribute_exists(never)")),
                "The provided key element does not match the schema");
        assertInvalid(
                () -> client.updateItem(r -> r.tableName(table)
                        .key(item("{pk: 'a'}"))
                        .updateExpression("SET pk = :v")
                        .conditionExpression("attribute_exists(never)")
                        .expressionAttributeValues(item("{:v: 'b'}"))),
                "One or more parameter values were invalid: Cannot update attribute pk. This attribute is part of the"
                        + " key");
        assertThat(contents(table)).containsExactly("{pk: 'a', x: 1}");
    }

    @Test
    void theCondition_comesBeforeTheUpdate() {
        assertRefused(
                () -> client.updateItem(r -> r.tableName(table)
                        .key(item("{pk: 'a'}"))
                        .updateExpression("SET x = absent + :v")
                        .conditionExpression("attribute_exists(never)")
                        .expressionAttributeValues(item("{:v: 1}"))),
                CONDITION_FAILED,
                "The conditional request failed");
        assertThat(contents(table)).containsExactly("{pk: 'a', x: 1}");
    }

    @ParameterizedTest
    @WordedOtherwiseByDynamoDbLocal
    @ValueSource(strings = {"a b", "table!", "x/y/z"})
    void tableName_ofOtherCharacters_isAConstraint(String name) {
        String message = "1 validation error detected: Value '" + name
                + "' at 'tableName' failed to satisfy constraint: Member must satisfy regular expression pattern:"
                + " [a-zA-Z0-9_.-]+";

        assertInvalid(() -> put(name, "{pk: 'a'}"), message);
        assertInvalid(() -> client.getItem(r -> r.tableName(name).key(item("{pk: 'a'}"))), message);
        assertInvalid(() -> client.scan(r -> r.tableName(name)), message);
    }
}
