package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static dev.trestle.conformance.Literals.show;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Put, get, update and delete of one item, and what each answers. */
@OverHttpAsyncToo
class ItemOperationsTest extends ConformanceTest {
    private static final String KEY = "{pk: 'a'}";
    private static final String FAILED = "The conditional request failed";

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S"));
    }

    @Test
    void getItem_ofAMissingItem_hasNoItem() {
        GetItemResponse response = client.getItem(r -> r.tableName(table).key(item(KEY)));

        assertThat(response.hasItem()).isFalse();
    }

    @Test
    void putItem_twice_replacesTheWholeItem() {
        put(table, "{pk: 'a', x: 1, y: 2}");
        put(table, "{pk: 'a', z: 3}");

        assertThat(contents(table)).containsExactly("{pk: 'a', z: 3}");
    }

    @Test
    void deleteItem_ofAnItem_leavesTheOthers() {
        put(table, "{pk: 'a'}");
        put(table, "{pk: 'b'}");

        client.deleteItem(r -> r.tableName(table).key(item(KEY)));

        assertThat(contents(table)).containsExactly("{pk: 'b'}");
    }

    @Test
    void deleteItem_ofAMissingItem_succeeds() {
        var response = client.deleteItem(r -> r.tableName(table).key(item(KEY)).returnValues(ReturnValue.ALL_OLD));

        assertThat(response.hasAttributes()).isFalse();
    }

    @Test
    void updateItem_ofAMissingItem_createsIt() {
        client.updateItem(r -> r.tableName(table)
                .key(item(KEY))
                .updateExpression("SET x = :x")
                .expressionAttributeValues(item("{:x: 1}")));

        assertThat(contents(table)).containsExactly("{pk: 'a', x: 1}");
    }

    @Test
    void updateItem_withoutExpression_createsTheKeyOnlyItem() {
        client.updateItem(r -> r.tableName(table).key(item(KEY)));

        assertThat(contents(table)).containsExactly("{pk: 'a'}");
    }

    @Test
    void updateItem_withoutExpression_leavesAnItemAsItIs() {
        put(table, "{pk: 'a', x: 1}");

        client.updateItem(r -> r.tableName(table).key(item(KEY)));

        assertThat(contents(table)).containsExactly("{pk: 'a', x: 1}");
    }

    @Test
    void putItem_returnValues_givesTheOldItemIfAsked() {
        var first = client.putItem(
                r -> r.tableName(table).item(item("{pk: 'a', x: 1}")).returnValues(ReturnValue.ALL_OLD));
        var second = client.putItem(
                r -> r.tableName(table).item(item("{pk: 'a', x: 2}")).returnValues(ReturnValue.ALL_OLD));
        var third = client.putItem(
                r -> r.tableName(table).item(item("{pk: 'a', x: 3}")).returnValues(ReturnValue.NONE));

        assertThat(first.hasAttributes()).isFalse();
        assertThat(show(second.attributes())).isEqualTo("{pk: 'a', x: 1}");
        assertThat(third.hasAttributes()).isFalse();
    }

    @Test
    void deleteItem_returnValues_givesTheOldItemIfAsked() {
        put(table, "{pk: 'a', x: 1}");

        var response = client.deleteItem(r -> r.tableName(table).key(item(KEY)).returnValues(ReturnValue.ALL_OLD));

        assertThat(show(response.attributes())).isEqualTo("{pk: 'a', x: 1}");
    }

    @ParameterizedTest
    @EnumSource(names = {"ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"})
    @WordedOtherwiseByDynamoDbLocal
    void putAndDeleteItem_otherReturnValues_areRefused(ReturnValue value) {
        put(table, "{pk: 'a', x: 1}");

        assertInvalid(
                () -> client.putItem(
                        r -> r.tableName(table).item(item("{pk: 'a'}")).returnValues(value)),
                "ReturnValues can only be ALL_OLD or NONE");
        assertInvalid(
                () -> client.deleteItem(r -> r.tableName(table).key(item(KEY)).returnValues(value)),
                "ReturnValues can only be ALL_OLD or NONE");
        assertThat(contents(table)).containsExactly("{pk: 'a', x: 1}");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "NONE        | SET x = :v                | {}",
                "ALL_OLD     | SET x = :v                | {l: [1, 2, 3], m: {a: 1, b: {c: 2}}, pk: 'a', x: 1, y: 2}",
                "ALL_NEW     | SET x = :v                | {l: [1, 2, 3], m: {a: 1, b: {c: 2}}, pk: 'a', x: 9, y: 2}",
                "UPDATED_OLD | SET x = :v                | {x: 1}",
                "UPDATED_NEW | SET x = :v                | {x: 9}",
                "UPDATED_OLD | SET x = :v REMOVE y       | {x: 1, y: 2}",
                "UPDATED_NEW | SET x = :v REMOVE y       | {x: 9}",
                "UPDATED_OLD | SET fresh = :v            | {}",
                "UPDATED_NEW | SET fresh = :v            | {fresh: 9}",
                "UPDATED_NEW | ADD x :v                  | {x: 10}",
                "UPDATED_OLD | ADD x :v                  | {x: 1}",
            })
    void updateItem_returnValues_giveWhatWasAsked(String returnValues, String expression, String expected) {
        assertReturned(returnValues, expression, expected);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @DiffersFromDynamoDbLocal("it gives the whole attribute instead of the paths that were touched")
    @CsvSource(
            delimiter = '|',
            value = {
                "UPDATED_OLD | SET m.a = :v              | {m: {a: 1}}",
                "UPDATED_NEW | SET m.a = :v              | {m: {a: 9}}",
                "UPDATED_OLD | SET m.b.c = :v            | {m: {b: {c: 2}}}",
                "UPDATED_NEW | SET m.b.c = :v            | {m: {b: {c: 9}}}",
                "UPDATED_NEW | SET m.b.c = :v, m.a = :v  | {m: {a: 9, b: {c: 9}}}",
                "UPDATED_OLD | SET l[1] = :v             | {l: [2]}",
                "UPDATED_NEW | SET l[1] = :v             | {l: [9]}",
            })
    void updateItem_returnValuesOfNestedPaths_giveOnlyWhatWasTouched(
            String returnValues, String expression, String expected) {
        assertReturned(returnValues, expression, expected);
    }

    private void assertReturned(String returnValues, String expression, String expected) {
        put(table, "{pk: 'a', x: 1, y: 2, m: {a: 1, b: {c: 2}}, l: [1, 2, 3]}");

        UpdateItemResponse response = client.updateItem(r -> r.tableName(table)
                .key(item(KEY))
                .updateExpression(expression)
                .expressionAttributeValues(item("{:v: 9}"))
                .returnValues(returnValues));

        assertThat(show(response.attributes())).isEqualTo(expected);
        assertThat(response.hasAttributes()).isEqualTo(!expected.equals("{}"));
    }

    @Test
    void updateItem_returnValuesOfANewItem_haveNoOldAttributes() {
        var response = client.updateItem(r -> r.tableName(table)
                .key(item(KEY))
                .updateExpression("SET x = :x")
                .expressionAttributeValues(item("{:x: 1}"))
                .returnValues(ReturnValue.ALL_OLD));

        assertThat(response.hasAttributes()).isFalse();
    }

    @Test
    void conditionalWrites_failing_changeNothing() {
        put(table, "{pk: 'a', x: 1}");

        assertRefused(
                () -> client.putItem(r ->
                        r.tableName(table).item(item("{pk: 'a'}")).conditionExpression("attribute_not_exists(pk)")),
                CONDITION_FAILED,
                FAILED);
        assertRefused(
                () -> client.deleteItem(r -> r.tableName(table)
                        .key(item(KEY))
                        .conditionExpression("x = :x")
                        .expressionAttributeValues(item("{:x: 2}"))),
                CONDITION_FAILED,
                FAILED);
        assertRefused(
                () -> client.updateItem(r -> r.tableName(table)
                        .key(item(KEY))
                        .updateExpression("SET x = :x")
                        .conditionExpression("x > :x")
                        .expressionAttributeValues(item("{:x: 2}"))),
                CONDITION_FAILED,
                FAILED);

        assertThat(contents(table)).containsExactly("{pk: 'a', x: 1}");
    }

    @Test
    void conditionalWrites_onAMissingItem_seeNoAttributes() {
        assertRefused(
                () -> client.updateItem(
                        r -> r.tableName(table).key(item(KEY)).conditionExpression("attribute_exists(pk)")),
                CONDITION_FAILED,
                FAILED);
        assertRefused(
                () -> client.deleteItem(
                        r -> r.tableName(table).key(item(KEY)).conditionExpression("attribute_exists(pk)")),
                CONDITION_FAILED,
                FAILED);
        client.deleteItem(r -> r.tableName(table).key(item(KEY)).conditionExpression("attribute_not_exists(pk)"));

        assertThat(contents(table)).isEmpty();
    }

    @Test
    void failedCondition_givesTheItemIfAsked() {
        put(table, "{pk: 'a', x: 1}");

        var e = (ConditionalCheckFailedException) assertRefused(
                () -> client.putItem(r -> r.tableName(table)
                        .item(item("{pk: 'a'}"))
                        .conditionExpression("attribute_not_exists(pk)")
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)),
                CONDITION_FAILED,
                FAILED);

        assertThat(show(e.item())).isEqualTo("{pk: 'a', x: 1}");
    }

    @Test
    void failedCondition_givesNoItem_ifNotAskedOrThereIsNone() {
        put(table, "{pk: 'a', x: 1}");

        var notAsked = (ConditionalCheckFailedException) assertRefused(
                () -> client.deleteItem(
                        r -> r.tableName(table).key(item(KEY)).conditionExpression("attribute_not_exists(pk)")),
                CONDITION_FAILED,
                FAILED);
        var none = (ConditionalCheckFailedException) assertRefused(
                () -> client.updateItem(r -> r.tableName(table)
                        .key(item("{pk: 'missing'}"))
                        .conditionExpression("attribute_exists(pk)")
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)),
                CONDITION_FAILED,
                FAILED);

        assertThat(notAsked.hasItem()).isFalse();
        assertThat(none.hasItem()).isFalse();
    }

    @Test
    void putItem_writesTheSameItemTwice_andDeleteIsRepeatable() {
        put(table, "{pk: 'a', x: 1}");
        put(table, "{pk: 'a', x: 1}");
        assertThat(contents(table)).containsExactly("{pk: 'a', x: 1}");

        client.deleteItem(r -> r.tableName(table).key(item(KEY)));
        client.deleteItem(r -> r.tableName(table).key(item(KEY)));
        assertThat(contents(table)).isEmpty();
    }
}
