package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.s;
import static dev.trestle.conformance.Literals.show;
import static dev.trestle.conformance.Requests.checkIn;
import static dev.trestle.conformance.Requests.deleteIn;
import static dev.trestle.conformance.Requests.putIn;
import static dev.trestle.conformance.Requests.updateIn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** TransactWriteItems: all of it or none of it, with a reason for each action. */
@OverHttpAsyncToo
class TransactWriteTest extends ConformanceTest {
    private static final int ACTIONS_MAX = 100;

    private String table = "";
    private String other = "";

    @BeforeEach
    void createTables() {
        table = create(TableShape.keys("pk S").gsi("global", TableShape.all(), "g S"));
        other = create(TableShape.keys("pk N", "sk S"));
    }

    @Test
    void transactWriteItems_everyKindOfAction_isDone() {
        put(table, "{pk: 'updated', n: 1}");
        put(table, "{pk: 'deleted', g: 'G'}");
        put(other, "{pk: 1, sk: 'checked', ok: true}");

        client.transactWriteItems(r -> r.transactItems(
                putIn(table, "{pk: 'put', g: 'G'}"),
                updateIn(table, "{pk: 'updated'}", "SET n = n + :one", "{:one: 1}"),
                updateIn(table, "{pk: 'upserted'}", "SET n = :one", "{:one: 1}"),
                deleteIn(table, "{pk: 'deleted'}"),
                deleteIn(table, "{pk: 'never'}"),
                checkIn(other, "{pk: 1, sk: 'checked'}", "ok = :t", "{:t: true}"),
                putIn(other, "{pk: 2, sk: 'put'}")));

        assertThat(contents(table))
                .containsExactly("{g: 'G', pk: 'put'}", "{n: 1, pk: 'upserted'}", "{n: 2, pk: 'updated'}");
        assertThat(contents(other)).containsExactly("{ok: true, pk: 1, sk: 'checked'}", "{pk: 2, sk: 'put'}");
        assertThat(client.scan(r -> r.tableName(table).indexName("global")).items().stream()
                        .map(Literals::show))
                .containsExactly("{g: 'G', pk: 'put'}");
    }

    @Test
    void transactWriteItems_failedConditions_changeNothingAndGiveReasonsInOrder() {
        put(table, "{pk: 'a', n: 1}");

        TransactionCanceledException e = cancelled(
                putIn(table, "{pk: 'new'}"),
                putIn(table, "{pk: 'a'}", "attribute_not_exists(pk)", null),
                updateIn(table, "{pk: 'b'}", "SET n = :one", "n = :one", "{:one: 1}"),
                deleteIn(table, "{pk: 'c'}", "attribute_not_exists(pk)", null),
                checkIn(other, "{pk: 1, sk: 'x'}", "attribute_exists(pk)", null));

        assertThat(e.awsErrorDetails().errorMessage())
                .isEqualTo("Transaction cancelled, please refer cancellation reasons for specific reasons"
                        + " [None, ConditionalCheckFailed, ConditionalCheckFailed, None, ConditionalCheckFailed]");
        assertThat(e.cancellationReasons().stream().map(CancellationReason::code))
                .containsExactly(
                        "None", "ConditionalCheckFailed", "ConditionalCheckFailed", "None", "ConditionalCheckFailed");
        assertThat(e.cancellationReasons().get(1).message()).isEqualTo("The conditional request failed");
        assertThat(e.cancellationReasons().get(0).message()).isNull();
        assertThat(e.cancellationReasons())
                .allSatisfy(reason -> assertThat(reason.hasItem()).isFalse());
        assertThat(contents(table)).containsExactly("{n: 1, pk: 'a'}");
    }

    @Test
    void transactWriteItems_failedCondition_givesTheItemIfAsked() {
        put(table, "{pk: 'a', n: 1}");

        TransactionCanceledException e = cancelled(
                putIn(table, "{pk: 'new'}"),
                TransactWriteItem.builder()
                        .put(Put.builder()
                                .tableName(table)
                                .item(Literals.item("{pk: 'a'}"))
                                .conditionExpression("attribute_not_exists(pk)")
                                .returnValuesOnConditionCheckFailure("ALL_OLD")
                                .build())
                        .build(),
                TransactWriteItem.builder()
                        .delete(d -> d.tableName(table)
                                .key(Literals.item("{pk: 'missing'}"))
                                .conditionExpression("attribute_exists(pk)")
                                .returnValuesOnConditionCheckFailure("ALL_OLD"))
                        .build());

        assertThat(e.cancellationReasons().get(0).hasItem()).isFalse();
        assertThat(show(e.cancellationReasons().get(1).item())).isEqualTo("{n: 1, pk: 'a'}");
        assertThat(e.cancellationReasons().get(2).code()).isEqualTo("ConditionalCheckFailed");
        assertThat(e.cancellationReasons().get(2).hasItem()).isFalse();
    }

    @Test
    void transactWriteItems_oneItemTwice_isRefused() {
        String twice = "Transaction request cannot include multiple operations on one item";
        put(table, "{pk: 'a'}");

        assertInvalid(() -> write(putIn(table, "{pk: 'b'}"), putIn(table, "{pk: 'b', x: 1}")), twice);
        assertInvalid(() -> write(putIn(table, "{pk: 'b'}"), deleteIn(table, "{pk: 'b'}")), twice);
        assertInvalid(
                () -> write(
                        checkIn(table, "{pk: 'a'}", "attribute_exists(pk)", null),
                        updateIn(table, "{pk: 'a'}", "REMOVE x", null)),
                twice);
        assertInvalid(() -> write(putIn(other, "{pk: 1, sk: 'a'}"), putIn(other, "{pk: 1.0, sk: 'a'}")), twice);
        assertThat(contents(table)).containsExactly("{pk: 'a'}");
    }

    @Test
    void transactWriteItems_sameKeyInTwoTables_isDone() {
        String third = create(TableShape.keys("pk S"));

        write(putIn(table, "{pk: 'a'}"), putIn(third, "{pk: 'a'}"));

        assertThat(contents(table)).containsExactly("{pk: 'a'}");
        assertThat(contents(third)).containsExactly("{pk: 'a'}");
    }

    @Test
    void transactWriteItems_atTheLimit_isDone() {
        write(puts(ACTIONS_MAX));

        assertThat(contents(table)).hasSize(ACTIONS_MAX);
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void transactWriteItems_pastTheLimit_isRefused() {
        assertInvalidStartingWith(() -> write(puts(ACTIONS_MAX + 1)), "1 validation error detected: Value ");
        assertThat(contents(table)).isEmpty();
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void transactWriteItems_nothing_isRefused() {
        assertInvalid(
                () -> client.transactWriteItems(r -> r.transactItems(List.of())),
                "1 validation error detected: Value '[]' at 'transactItems' failed to satisfy constraint: Member must"
                        + " have length greater than or equal to 1");
    }

    @Test
    void transactWriteItems_actionThatIsNotOneThing_isRefused() {
        assertInvalid(
                () -> write(TransactWriteItem.builder().build()),
                "Invalid Request: TransactWriteRequest should contain Delete or Put or Update request");
        assertInvalid(
                () -> write(putIn(table, "{pk: 'a'}").toBuilder()
                        .delete(deleteIn(table, "{pk: 'b'}").delete())
                        .build()),
                "TransactItems can only contain one of Check, Put, Update or Delete");
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void transactWriteItems_moreThan4Megabytes_isRefused() {
        String filling = "x".repeat(390_000);
        TransactWriteItem[] large = IntStream.range(0, 12)
                .mapToObj(i -> TransactWriteItem.builder()
                        .put(Put.builder()
                                .tableName(table)
                                .item(Map.of("pk", s("k" + i), "f", s(filling)))
                                .build())
                        .build())
                .toArray(TransactWriteItem[]::new);

        assertInvalidStartingWith(() -> write(large), "");
        assertThat(contents(table)).isEmpty();

        write(Arrays.copyOf(large, 10));
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void transactWriteItems_missingTable_changesNothing() {
        String missing = newTableName();

        assertRefused(
                () -> write(putIn(table, "{pk: 'a'}"), putIn(missing, "{pk: 'a'}")),
                NOT_FOUND,
                "Requested resource not found");
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void transactWriteItems_conditionThatDoesNotParse_isRefusedAsAWhole() {
        assertInvalid(
                () -> write(putIn(table, "{pk: 'a'}"), checkIn(other, "{pk: 1, sk: 'a'}", "attribute_exists(", null)),
                "Invalid ConditionExpression: Syntax error; token: \"<EOF>\", near: \"(\"");
        assertInvalid(
                () -> write(putIn(table, "{pk: 'a'}"), updateIn(table, "{pk: 'b'}", "SET x = :missing", null)),
                "Invalid UpdateExpression: An expression attribute value used in expression is not defined; attribute"
                        + " value: :missing");
        assertThat(contents(table)).isEmpty();
    }

    @Test
    @DiffersFromDynamoDbLocal("it refuses the whole request instead of giving reasons")
    void transactWriteItems_actionsThatDoNotFit_giveValidationReasons() {
        TransactionCanceledException wrongType = cancelled(putIn(table, "{pk: 'a'}"), putIn(table, "{pk: 5}"));
        TransactionCanceledException wrongKey = cancelled(deleteIn(table, "{pk: 5}"), putIn(table, "{pk: 'a'}"));

        assertThat(wrongType.cancellationReasons().stream().map(CancellationReason::code))
                .containsExactly("None", "ValidationError");
        assertThat(wrongType.cancellationReasons().get(1).message())
                .isEqualTo("One or more parameter values were invalid: Type mismatch for key pk expected: S actual: N");
        assertThat(wrongKey.cancellationReasons().stream().map(CancellationReason::code))
                .containsExactly("ValidationError", "None");
        assertThat(wrongKey.cancellationReasons().get(0).message())
                .isEqualTo("The provided key element does not match the schema");
        assertThat(contents(table)).isEmpty();
    }

    @Test
    @DiffersFromDynamoDbLocal("it refuses the whole request instead of giving reasons")
    void transactWriteItems_updateThatTheItemDoesNotAllow_givesAValidationReason() {
        put(table, "{pk: 'a', x: 'text'}");

        TransactionCanceledException e =
                cancelled(putIn(table, "{pk: 'new'}"), updateIn(table, "{pk: 'a'}", "SET x = x + :one", "{:one: 1}"));

        assertThat(e.cancellationReasons().stream().map(CancellationReason::code))
                .containsExactly("None", "ValidationError");
        assertThat(e.cancellationReasons().get(1).message())
                .isEqualTo("An operand in the update expression has an incorrect data type");
        assertThat(contents(table)).containsExactly("{pk: 'a', x: 'text'}");
    }

    @Test
    void transactWriteItems_emptyKey_isRefusedAsAWhole() {
        assertInvalid(
                () -> write(putIn(table, "{pk: 'a'}"), putIn(table, "{pk: ''}")),
                "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an"
                        + " empty string value. Key: pk");
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void transactWriteItems_sameTokenAndRequest_isDoneOnce() {
        String token = UUID.randomUUID().toString();
        put(table, "{pk: 'a', n: 0}");

        for (int i = 0; i < 3; i++) {
            client.transactWriteItems(r ->
                    r.clientRequestToken(token).transactItems(updateIn(table, "{pk: 'a'}", "ADD n :one", "{:one: 1}")));
        }

        assertThat(contents(table)).containsExactly("{n: 1, pk: 'a'}");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void transactWriteItems_sameTokenAndAnotherRequest_isRefused() {
        String token = UUID.randomUUID().toString();
        client.transactWriteItems(r -> r.clientRequestToken(token).transactItems(putIn(table, "{pk: 'a'}")));

        assertRefusedStartingWith(
                () -> client.transactWriteItems(
                        r -> r.clientRequestToken(token).transactItems(putIn(table, "{pk: 'b'}"))),
                "IdempotentParameterMismatchException",
                "DynamoDB rejected the request because you retried a request with a different payload but with an"
                        + " idempotent token that was already used");
        assertThat(contents(table)).containsExactly("{pk: 'a'}");
    }

    @Test
    void transactWriteItems_tokenOfACancelledTransaction_mayBeUsedAgain() {
        String token = UUID.randomUUID().toString();
        TransactWriteItem conditional = putIn(table, "{pk: 'a', n: 1}", "attribute_not_exists(pk)", null);
        put(table, "{pk: 'a'}");
        assertThat(catchThrowableOfType(
                        TransactionCanceledException.class,
                        () -> client.transactWriteItems(
                                r -> r.clientRequestToken(token).transactItems(conditional))))
                .isNotNull();

        client.deleteItem(r -> r.tableName(table).key(Literals.item("{pk: 'a'}")));
        client.transactWriteItems(r -> r.clientRequestToken(token).transactItems(conditional));

        assertThat(contents(table)).containsExactly("{n: 1, pk: 'a'}");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void transactWriteItems_tokenTooLong_isRefused() {
        String token = "x".repeat(37);

        assertInvalid(
                () -> client.transactWriteItems(
                        r -> r.clientRequestToken(token).transactItems(putIn(table, "{pk: 'a'}"))),
                "1 validation error detected: Value '" + token
                        + "' at 'clientRequestToken' failed to satisfy constraint: Member must have length less than"
                        + " or equal to 36");
        assertThat(contents(table)).isEmpty();
    }

    private TransactWriteItem[] puts(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> putIn(table, "{pk: 'k" + i + "'}"))
                .toArray(TransactWriteItem[]::new);
    }

    private void write(TransactWriteItem... actions) {
        client.transactWriteItems(r -> r.transactItems(actions));
    }

    private TransactionCanceledException cancelled(TransactWriteItem... actions) {
        TransactionCanceledException e = catchThrowableOfType(TransactionCanceledException.class, () -> write(actions));
        assertThat(e).isNotNull();
        assertThat(e.awsErrorDetails().errorCode()).isEqualTo("TransactionCanceledException");
        assertThat(e.hasCancellationReasons()).isTrue();
        assertThat(e.cancellationReasons()).hasSize(actions.length);
        return e;
    }
}
