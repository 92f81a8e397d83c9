package dev.trestle.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ParameterizedStatement;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** ExecuteTransaction: statements that take effect together, or not at all. */
class PartiqlTransactionTest extends PartiqlTest {

    @BeforeEach
    void putItems() {
        put(table, "{pk: 'a', sk: 1, n: 1}");
        put(table, "{pk: 'a', sk: 2, n: 2}");
    }

    private List<ItemResponse> transact(String... statements) {
        return transact(null, Arrays.stream(statements).map(this::entry).toList());
    }

    private List<ItemResponse> transact(@Nullable String token, List<ParameterizedStatement> statements) {
        return client.executeTransaction(r -> r.transactStatements(statements).clientRequestToken(token))
                .responses();
    }

    private ParameterizedStatement entry(String statement, String... parameters) {
        ParameterizedStatement.Builder entry = ParameterizedStatement.builder().statement(text(statement));
        return parameters.length == 0
                ? entry.build()
                : entry.parameters(values(parameters)).build();
    }

    private List<CancellationReason> reasons(String... statements) {
        TransactionCanceledException e =
                catchThrowableOfType(TransactionCanceledException.class, () -> transact(statements));
        assertThat(e).as("a cancelled transaction").isNotNull();
        String codes = String.join(
                ", ",
                e.cancellationReasons().stream().map(CancellationReason::code).toList());
        assertThat(e.awsErrorDetails().errorMessage())
                .isEqualTo("Transaction cancelled, please refer cancellation reasons for specific reasons [" + codes
                        + "]");
        return e.cancellationReasons();
    }

    @Test
    void transaction_reads_areAnsweredInOrder() {
        List<ItemResponse> responses = transact(
                "SELECT * FROM $T WHERE pk = 'a' AND sk = 2",
                "SELECT n FROM $T WHERE pk = 'none' AND sk = 2",
                "SELECT n FROM $T WHERE sk = 1 AND pk = 'a'");

        assertThat(responses).hasSize(3);
        assertThat(Literals.show(responses.get(0).item())).isEqualTo("{n: 2, pk: 'a', sk: 2}");
        assertThat(responses.get(1).hasItem()).isFalse();
        assertThat(Literals.show(responses.get(2).item())).isEqualTo("{n: 1}");
    }

    @Test
    void transaction_everyKindOfWrite_isDone() {
        assertThat(transact(
                        null,
                        List.of(
                                entry("INSERT INTO $T VALUE {'pk': ?, 'sk': ?}", "'new'", "1"),
                                entry("UPDATE $T SET n = n + ? WHERE pk = 'a' AND sk = 2", "5"),
                                entry("DELETE FROM $T WHERE pk = 'none' AND sk = 2 AND n = 1"),
                                entry("EXISTS(SELECT * FROM $T WHERE pk = 'a' AND sk = 1 AND n = 1)"))))
                .isEmpty();
        assertThat(contents(table))
                .containsExactly("{n: 1, pk: 'a', sk: 1}", "{n: 7, pk: 'a', sk: 2}", "{pk: 'new', sk: 1}");
    }

    @Test
    void transaction_failedConditions_changeNothingAndGiveReasonsInOrder() {
        List<CancellationReason> reasons = reasons(
                "INSERT INTO $T VALUE {'pk': 'new', 'sk': 1}",
                "UPDATE $T SET n = 3 WHERE pk = 'none' AND sk = 1",
                "DELETE FROM $T WHERE pk = 'a' AND sk = 1 AND n = 7",
                "EXISTS(SELECT * FROM $T WHERE pk = 'a' AND sk = 2 AND n = 7)",
                "EXISTS(SELECT * FROM $T WHERE pk = 'none' AND sk = 2 AND n IS MISSING)");

        assertThat(reasons.stream().map(CancellationReason::code))
                .containsExactly(
                        "None",
                        "ConditionalCheckFailed",
                        "ConditionalCheckFailed",
                        "ConditionalCheckFailed",
                        "ConditionalCheckFailed");
        assertThat(reasons.get(1).message()).isEqualTo("The conditional request failed");
        assertThat(contents(table)).containsExactly("{n: 1, pk: 'a', sk: 1}", "{n: 2, pk: 'a', sk: 2}");
    }

    @Test
    @DiffersFromDynamoDbLocal("it calls a duplicate a ValidationError")
    void transaction_insertOfAnItemThatExists_isADuplicate() {
        List<CancellationReason> reasons =
                reasons("INSERT INTO $T VALUE {'pk': 'new', 'sk': 1}", "INSERT INTO $T VALUE {'pk': 'a', 'sk': 1}");

        assertThat(reasons.stream().map(CancellationReason::code)).containsExactly("None", "DuplicateItem");
        assertThat(reasons.get(1).message()).isEqualTo("Duplicate primary key exists in table");
        assertThat(contents(table)).hasSize(2);
    }

    @Test
    void transaction_failedCondition_givesTheItemIfAsked() {
        List<ParameterizedStatement> statements =
                List.of(entry("UPDATE $T SET n = 3 WHERE pk = 'a' AND sk = 2 AND n = 7").toBuilder()
                        .returnValuesOnConditionCheckFailure("ALL_OLD")
                        .build());
        TransactionCanceledException e =
                catchThrowableOfType(TransactionCanceledException.class, () -> transact(null, statements));
        assertThat(Literals.show(e.cancellationReasons().get(0).item())).isEqualTo("{n: 2, pk: 'a', sk: 2}");
    }

    @Test
    void transaction_keysThatDoNotFit_areReasons() {
        assertThat(
                        reasons(
                                        "INSERT INTO $T VALUE {'pk': 'n', 'sk': 'x'}",
                                        "INSERT INTO $T VALUE {'pk': 'n', 'sk': 1}")
                                .stream()
                                .map(CancellationReason::message))
                .containsExactly(
                        "Key attribute's data type should match its data type in table's schema: Key sk", null);
        assertThat(reasons("INSERT INTO $T VALUE {'pk': 'n', 'sk': 1}", "INSERT INTO $T VALUE {'pk': 'n'}").stream()
                        .map(CancellationReason::message))
                .containsExactly(null, "Key attribute should be present in the item: Key sk");
        assertThat(reasons("SELECT n FROM $T WHERE pk = 'a' AND sk = 'x'")
                        .get(0)
                        .code())
                .isEqualTo("ValidationError");
    }

    @Test
    @DiffersFromDynamoDbLocal("it gives no reasons")
    void transaction_updateWithoutTheWholeKey_isAReason() {
        assertThat(reasons("UPDATE $T SET n = 3 WHERE pk = 'a'", "INSERT INTO $T VALUE {'pk': 'new', 'sk': 1}").stream()
                        .map(CancellationReason::message))
                .containsExactly("Where clause does not contain a mandatory equality on all key attributes", null);
    }

    @Test
    void transaction_statementsThatDoNotFitIn_areRefused() {
        assertInvalid(
                () -> transact(
                        "SELECT n FROM $T WHERE pk = 'a' AND sk = 2", "INSERT INTO $T VALUE {'pk': 'new', 'sk': 1}"),
                "ExecuteTransaction API does not support both read and write operations in the same request.");
        assertInvalid(
                () -> transact(
                        "SELECT n FROM $T WHERE pk = 'a' AND sk = 2",
                        "EXISTS(SELECT * FROM $T WHERE pk = 'a' AND sk = 1 AND n = 1)"),
                "ExecuteTransaction API does not support both read and write operations in the same request.");
        assertInvalid(
                () -> transact("SELECT n FROM $T WHERE pk = 'a' AND sk = 2", "SELECT n FROM $T WHERE pk = 'a'"),
                "Validation failed in TransactStatements[1]: Select statements within ExecuteTransaction must specify the"
                        + " primary key in the where clause.");
        assertInvalid(
                () -> transact("SELECT n FROM $T.byGroup WHERE g = 'a' AND sk = 2"),
                "Validation failed in TransactStatements[0]: Reads on indices are not supported within transactions.");
        assertInvalid(
                () -> transact("EXISTS(SELECT * FROM $T WHERE pk = 'a' AND sk = 1)"),
                "Validation failed in TransactStatements[0]: EXISTS() must contain a single item read with additional"
                        + " condition");
        assertInvalid(
                () -> transact("EXISTS(SELECT * FROM $T.byGroup WHERE g = 'a' AND sk = 1 AND n = 1)"),
                "Validation failed in TransactStatements[0]: Operations on indices are not supported in transactions");
        assertInvalid(
                () -> transact("DELETE FROM $T WHERE pk = 'a' AND sk = 1 RETURNING ALL OLD *"),
                "Validation failed in TransactStatements[0]: RETURNING clause is not supported in ExecuteTransaction.");
        assertInvalid(
                () -> transact(
                        "UPDATE $T SET n = 1 WHERE pk = 'a' AND sk = 1", "DELETE FROM $T WHERE pk = 'a' AND sk = 1"),
                "Transaction request cannot include multiple operations on one item");
        assertThat(contents(table)).hasSize(2);
    }

    @Test
    void transaction_tableThatIsNone_isRefused() {
        assertRefused(
                () -> transact("INSERT INTO \"no-such-table\" VALUE {'pk': 'new', 'sk': 1}"),
                NOT_FOUND,
                "Requested resource not found");
    }

    @Test
    void transaction_sameToken_isDoneOnce() {
        String token = UUID.randomUUID().toString();
        List<ParameterizedStatement> add = List.of(entry("UPDATE $T SET n = n + ? WHERE pk = 'a' AND sk = 2", "5"));
        transact(token, add);
        transact(token, add);
        assertThat(get(table, "{pk: 'a', sk: 2}")).isEqualTo("{n: 7, pk: 'a', sk: 2}");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void transaction_sameTokenOtherStatements_isRefused() {
        String token = UUID.randomUUID().toString();
        transact(token, List.of(entry("UPDATE $T SET n = n + ? WHERE pk = 'a' AND sk = 2", "5")));
        assertRefused(
                () -> transact(token, List.of(entry("UPDATE $T SET n = n + ? WHERE pk = 'a' AND sk = 2", "6"))),
                "IdempotentParameterMismatchException",
                "DynamoDB rejected the request because you retried a request with a different payload but with an"
                        + " idempotent token that was already used");
        assertThat(get(table, "{pk: 'a', sk: 2}")).isEqualTo("{n: 7, pk: 'a', sk: 2}");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void transaction_counts_areLimited() {
        List<ParameterizedStatement> many = IntStream.rangeClosed(0, 100)
                .mapToObj(i -> entry("INSERT INTO $T VALUE {'pk': 'many', 'sk': " + i + "}"))
                .toList();
        assertInvalid(
                () -> transact(null, many),
                "1 validation error detected: Value '[101 members]' at 'transactStatements' failed to satisfy constraint:"
                        + " Member must have length less than or equal to 100");
        assertInvalid(
                () -> transact(null, Collections.emptyList()),
                "1 validation error detected: Value '[]' at 'transactStatements' failed to satisfy constraint: Member must"
                        + " have length greater than or equal to 1");
        transact(null, many.subList(0, 100));
        assertThat(contents(table)).hasSize(102);
    }
}
