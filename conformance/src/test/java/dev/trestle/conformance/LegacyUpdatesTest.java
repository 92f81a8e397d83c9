package dev.trestle.conformance;

import static dev.trestle.conformance.LegacyParameters.expectedAbsent;
import static dev.trestle.conformance.LegacyParameters.named;
import static dev.trestle.conformance.LegacyParameters.update;
import static dev.trestle.conformance.Literals.item;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValueUpdate;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/** AttributeUpdates: PUT, ADD and DELETE of whole attributes. */
@EngineRules
class LegacyUpdatesTest extends ConformanceTest {
    private static final String INVALID = "One or more parameter values were invalid: ";

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S", "sk N").gsi("byG", TableShape.all(), "g S"));
        put(table, "{pk: 'a', sk: 1, num: 5, str: 'hello', ss: <'a', 'b'>, ns: <1, 2>, list: ['a']}");
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            nullValues = "-",
            value = {
                "PUT    | num    | 7            | {num: 7}",
                "PUT    | num    | 'text'       | {num: 'text'}",
                "PUT    | fresh  | {k: [1]}     | {fresh: {k: [1]}}",
                "PUT    | fresh  | ''           | {fresh: ''}",
                "ADD    | num    | 2.5          | {num: 7.5}",
                "ADD    | num    | -6           | {num: -1}",
                "ADD    | fresh  | 3            | {fresh: 3}",
                "ADD    | ss     | <'b', 'c'>   | {ss: <'a', 'b', 'c'>}",
                "ADD    | ns     | <2, 3>       | {ns: <1, 2, 3>}",
                "ADD    | fresh  | <x'01'>      | {fresh: <x'01'>}",
                "ADD    | list   | ['a', 1]     | {list: ['a', 'a', 1]}",
                "ADD    | fresh  | [1]          | {fresh: [1]}",
                "DELETE | num    | -            | {}",
                "DELETE | fresh  | -            | {}",
                "DELETE | ss     | <'b', 'x'>   | {ss: <'a'>}",
                "DELETE | ss     | <'b', 'a'>   | {}",
                "DELETE | fresh  | <'a'>        | {}",
            })
    void action_onAnAttribute_givesTheNewValue(String action, String attribute, String value, String updatedNew) {
        assertThat(updated(named(attribute, update(action, value)), ReturnValue.UPDATED_NEW))
                .isEqualTo(updatedNew);
    }

    @Test
    @DiffersFromDynamoDbLocal("it does nothing without an action, where the documentation says that it is PUT")
    void action_leftOut_isPut() {
        assertThat(updated(named("num", update(null, "'text'")), ReturnValue.UPDATED_NEW))
                .isEqualTo("{num: 'text'}");
    }

    @Test
    void returnValues_showTouchedAttributesOnly() {
        Map<String, AttributeValueUpdate> updates = new LinkedHashMap<>();
        updates.put("num", update("ADD", "1"));
        updates.put("str", update("DELETE", null));
        updates.put("ss", update("DELETE", "<'x'>"));
        updates.put("fresh", update("PUT", "'new'"));

        assertThat(updated(updates, ReturnValue.UPDATED_OLD)).isEqualTo("{num: 5, ss: <'a', 'b'>, str: 'hello'}");
        assertThat(updated(updates, ReturnValue.UPDATED_NEW)).isEqualTo("{fresh: 'new', num: 7, ss: <'a', 'b'>}");
        assertThat(updated(named("num", update("PUT", "1")), ReturnValue.ALL_OLD))
                .isEqualTo("{fresh: 'new', list: ['a'], ns: <1, 2>, num: 7, pk: 'a', sk: 1, ss: <'a', 'b'>}");
        assertThat(updated(named("list", update("DELETE", null)), ReturnValue.ALL_NEW))
                .isEqualTo("{fresh: 'new', ns: <1, 2>, num: 1, pk: 'a', sk: 1, ss: <'a', 'b'>}");
        assertThat(updated(named("num", update("PUT", "1")), ReturnValue.NONE)).isEqualTo("{}");
    }

    @ParameterizedTest(name = "{0} {1}")
    @WordedOtherwiseByDynamoDbLocal
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            nullValues = "-",
            value = {
                "ADD    | 'a'    | ADD action is not supported for the type S",
                "ADD    | x'01'  | ADD action is not supported for the type B",
                "ADD    | true   | ADD action is not supported for the type BOOL",
                "ADD    | null   | ADD action is not supported for the type NULL",
                "ADD    | {k: 1} | ADD action is not supported for the type M",
                "DELETE | 1      | DELETE action with value is not supported for the type N",
                "DELETE | 'a'    | DELETE action with value is not supported for the type S",
                "DELETE | [1]    | DELETE action with value is not supported for the type L",
                "PUT    | -      | Only DELETE action is allowed when no attribute value is specified",
                "ADD    | -      | Only DELETE action is allowed when no attribute value is specified",
                "-      | -      | Only DELETE action is allowed when no attribute value is specified",
            })
    void action_withAValueThatItDoesNotTake_isRefused(String action, String value, String rule) {
        assertInvalid(() -> updated(named("x", update(action, value)), ReturnValue.NONE), INVALID + rule);
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "ADD    | str  | 1",
                "ADD    | num  | <1>",
                "ADD    | ss   | <1>",
                "ADD    | ss   | ['a']",
                "DELETE | ss   | <1>",
                "DELETE | str  | <'a'>",
            })
    void action_onAValueOfAnotherType_isRefused(String action, String attribute, String value) {
        assertInvalid(
                () -> updated(named(attribute, update(action, value)), ReturnValue.NONE),
                "Type mismatch for attribute to update");
    }

    @Test
    void update_ofAKeyAttribute_isRefused() {
        assertInvalid(
                () -> updated(named("pk", update("PUT", "'b'")), ReturnValue.NONE),
                INVALID + "Cannot update attribute pk. This attribute is part of the key");
        assertInvalid(
                () -> updated(named("sk", update("DELETE", null)), ReturnValue.NONE),
                INVALID + "Cannot update attribute sk. This attribute is part of the key");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void update_ofAnIndexKeyToWhatItCannotBe_isRefused() {
        assertInvalid(
                () -> updated(named("g", update("PUT", "1")), ReturnValue.NONE),
                INVALID + "Type mismatch for Index Key g Expected: S Actual: N IndexName: byG");
        assertInvalid(
                () -> updated(named("g", update("PUT", "''")), ReturnValue.NONE),
                "One or more parameter values are not valid. A value specified for a secondary index key is not supported."
                        + " The AttributeValue for a key attribute cannot contain an empty string value. IndexName: byG,"
                        + " IndexKey: g");
    }

    @Test
    void update_ofNoItem_makesOneUnlessItOnlyTakesAway() {
        client.updateItem(r -> r.tableName(table)
                .key(item("{pk: 'n', sk: 1}"))
                .attributeUpdates(named("x", update("ADD", "3"), "y", update("DELETE", null))));
        client.updateItem(r -> r.tableName(table).key(item("{pk: 'n', sk: 2}")).attributeUpdates(Map.of()));

        assertThat(get(table, "{pk: 'n', sk: 1}")).isEqualTo("{pk: 'n', sk: 1, x: 3}");
        assertThat(get(table, "{pk: 'n', sk: 2}")).isEqualTo("{pk: 'n', sk: 2}");
    }

    @Test
    @DiffersFromDynamoDbLocal("it makes an item, where the documentation says that nothing happens")
    void update_ofNoItemThatOnlyTakesAway_doesNothing() {
        assertThat(client.updateItem(r -> r.tableName(table)
                                .key(item("{pk: 'n', sk: 1}"))
                                .attributeUpdates(named("x", update("DELETE", null), "y", update("DELETE", "<'a'>")))
                                .returnValues(ReturnValue.ALL_NEW))
                        .hasAttributes())
                .isFalse();
        assertThat(contents(table)).hasSize(1);
    }

    @Test
    void updates_withExpressions_areRefused() {
        String mixed = "Can not use both expression and non-expression parameters in the same request:"
                + " Non-expression parameters: {%s} Expression parameters: {%s}";
        Map<String, AttributeValueUpdate> updates = named("x", update("PUT", "1"));
        assertInvalid(
                () -> client.updateItem(r -> r.tableName(table)
                        .key(item("{pk: 'a', sk: 1}"))
                        .attributeUpdates(updates)
                        .updateExpression("REMOVE x")),
                mixed.formatted("AttributeUpdates", "UpdateExpression"));
        assertInvalid(
                () -> client.updateItem(r -> r.tableName(table)
                        .key(item("{pk: 'a', sk: 1}"))
                        .attributeUpdates(updates)
                        .expected(named("x", expectedAbsent()))
                        .conditionalOperator("OR")
                        .updateExpression("REMOVE x")
                        .conditionExpression("attribute_exists(x)")),
                mixed.formatted(
                        "AttributeUpdates, Expected, ConditionalOperator", "UpdateExpression, ConditionExpression"));
        assertInvalid(
                () -> client.updateItem(r -> r.tableName(table)
                        .key(item("{pk: 'a', sk: 1}"))
                        .expected(named("x", expectedAbsent()))
                        .updateExpression("REMOVE x")),
                mixed.formatted("Expected", "UpdateExpression"));
        assertInvalid(
                () -> client.updateItem(r -> r.tableName(table)
                        .key(item("{pk: 'a', sk: 1}"))
                        .attributeUpdates(updates)
                        .expressionAttributeValues(item("{:v: 1}"))),
                "ExpressionAttributeValues can only be specified when using expressions: UpdateExpression and"
                        + " ConditionExpression are null");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void action_unknown_isAConstraint() {
        assertInvalid(
                () -> updated(named("x", update("SET", "1")), ReturnValue.NONE),
                "1 validation error detected: Value 'SET' at 'attributeUpdates.x.member.action' failed to satisfy"
                        + " constraint: Member must satisfy enum value set: [ADD, PUT, DELETE]");
    }

    private String updated(Map<String, AttributeValueUpdate> updates, ReturnValue returned) {
        return Literals.show(client.updateItem(r -> r.tableName(table)
                        .key(item("{pk: 'a', sk: 1}"))
                        .attributeUpdates(updates)
                        .returnValues(returned))
                .attributes());
    }
}
