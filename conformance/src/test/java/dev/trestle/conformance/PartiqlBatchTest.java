package dev.trestle.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementResponse;

/** BatchExecuteStatement: each statement has its own answer or error. */
@OverHttpAsyncToo
class PartiqlBatchTest extends PartiqlTest {
    private static final int STATEMENTS_MAX = 25;

    @BeforeEach
    void putItems() {
        put(table, "{pk: 'a', sk: 1, n: 1, m: {x: 1, y: 2}}");
        put(table, "{pk: 'a', sk: 2, n: 2}");
    }

    private List<BatchStatementResponse> batch(String... statements) {
        return batch(Arrays.stream(statements).map(this::entry).toList());
    }

    private List<BatchStatementResponse> batch(List<BatchStatementRequest> entries) {
        return client.batchExecuteStatement(r -> r.statements(entries)).responses();
    }

    private BatchStatementRequest entry(String statement, String... parameters) {
        BatchStatementRequest.Builder entry = BatchStatementRequest.builder().statement(text(statement));
        return parameters.length == 0
                ? entry.build()
                : entry.parameters(values(parameters)).build();
    }

    /** An answer in short: the item, or the error's code. */
    private static String shown(BatchStatementResponse response) {
        if (response.error() != null) {
            return response.error().codeAsString();
        }
        return response.hasItem() ? Literals.show(response.item()) : "-";
    }

    @Test
    void batch_reads_areAnsweredInOrder() {
        List<BatchStatementResponse> responses = batch(
                "SELECT n FROM $T WHERE pk = 'a' AND sk = 2",
                "SELECT * FROM $T WHERE pk = 'none' AND sk = 2",
                "SELECT m.y, sk FROM $T WHERE sk = 1 AND pk = 'a'");

        assertThat(responses.stream().map(PartiqlBatchTest::shown))
                .containsExactly("{n: 2}", "-", "{m: {y: 2}, sk: 1}");
        assertThat(responses)
                .allSatisfy(response -> assertThat(response.tableName()).isEqualTo(table));
    }

    @Test
    void batch_writes_areDoneOneByOne() {
        List<BatchStatementResponse> responses = batch(
                "INSERT INTO $T VALUE {'pk': 'new', 'sk': 1}",
                "INSERT INTO $T VALUE {'pk': 'a', 'sk': 1}",
                "UPDATE $T SET n = 3 WHERE pk = 'a' AND sk = 2 RETURNING MODIFIED NEW *",
                "UPDATE $T SET n = 3 WHERE pk = 'none' AND sk = 2",
                "UPDATE $T SET n = n + x WHERE pk = 'none' AND sk = 3",
                "DELETE FROM $T WHERE pk = 'none' AND sk = 4 AND n = 1",
                "UPDATE $T SET n = 3 WHERE pk = 'a'",
                "INSERT INTO $T VALUE {'pk': 'new', 'sk': 'x'}",
                "INSERT INTO \"no-such-table\" VALUE {'pk': 'new', 'sk': 1}",
                "UPDATE $T SET");

        assertThat(responses.stream().map(PartiqlBatchTest::shown))
                .containsExactly(
                        "-",
                        "DuplicateItem",
                        "{n: 3}",
                        "ConditionalCheckFailed",
                        "ConditionalCheckFailed",
                        "-",
                        "ValidationError",
                        "ValidationError",
                        "ResourceNotFound",
                        "ValidationError");
        assertThat(responses.get(1).error().message()).isEqualTo("Duplicate primary key exists in table");
        assertThat(responses.get(1).tableName()).isEqualTo(table);
        assertThat(responses.get(3).error().message()).isEqualTo("The conditional request failed");
        assertThat(responses.get(6).error().message())
                .isEqualTo("Where clause does not contain a mandatory equality on all key attributes");
        assertThat(responses.get(7).error().message())
                .isEqualTo("Key attribute's data type should match its data type in table's schema: Key sk");
        assertThat(contents(table))
                .containsExactly(
                        "{m: {x: 1, y: 2}, n: 1, pk: 'a', sk: 1}", "{n: 3, pk: 'a', sk: 2}", "{pk: 'new', sk: 1}");
    }

    @Test
    void batch_failedCondition_givesTheItemIfAsked() {
        List<BatchStatementResponse> responses = batch(List.of(
                entry("UPDATE $T SET n = 3 WHERE pk = 'a' AND sk = 2 AND n = ?", "7").toBuilder()
                        .returnValuesOnConditionCheckFailure("ALL_OLD")
                        .build(),
                entry("DELETE FROM $T WHERE pk = 'a' AND sk = 1 AND n = ?", "7")));

        assertThat(Literals.show(responses.get(0).error().item())).isEqualTo("{n: 2, pk: 'a', sk: 2}");
        assertThat(responses.get(1).error().hasItem()).isFalse();
    }

    @Test
    void batch_readsOfMoreThanOneItem_fail() {
        List<BatchStatementResponse> responses = batch(
                "SELECT n FROM $T WHERE pk = 'a' AND sk = 2",
                "SELECT n FROM $T WHERE pk = 'a'",
                "SELECT n FROM $T WHERE pk = 'a' AND sk = 1 AND n = 1",
                "SELECT n FROM $T.byGroup WHERE g = 'a' AND sk = 1",
                "SELECT n FROM $T WHERE pk IN ['a'] AND sk = 1");

        assertThat(responses.stream().map(PartiqlBatchTest::shown))
                .containsExactly("{n: 2}", "ValidationError", "ValidationError", "ValidationError", "ValidationError");
        if (!target.isDynamoDbLocal()) {
            assertThat(responses.get(1).error().message())
                    .isEqualTo(
                            "Select statements within BatchExecuteStatement must specify the primary key in the where"
                                    + " clause.");
        }
    }

    @Test
    void batch_readsAndWrites_areRefusedTogether() {
        assertInvalid(
                () -> batch(
                        "SELECT n FROM $T WHERE pk = 'a' AND sk = 2", "INSERT INTO $T VALUE {'pk': 'new', 'sk': 1}"),
                "Read and write requests together in the same batch is not supported.");
        assertThat(contents(table)).hasSize(2);
    }

    @Test
    void batch_oneItemTwice_isRefused() {
        assertInvalid(
                () -> batch(
                        "INSERT INTO $T VALUE {'pk': 'new', 'sk': 1}", "DELETE FROM $T WHERE pk = 'new' AND sk = 1.0"),
                "Provided list of item keys contains duplicates");
        assertInvalid(
                () -> batch("SELECT n FROM $T WHERE pk = 'a' AND sk = 2", "SELECT m FROM $T WHERE pk = 'a' AND sk = 2"),
                "Provided list of item keys contains duplicates");
        assertThat(contents(table)).hasSize(2);
    }

    @Test
    void batch_exists_fails() {
        BatchStatementResponse response = batch("EXISTS(SELECT * FROM $T WHERE pk = 'a' AND sk = 1 AND n = 1)")
                .get(0);
        assertThat(response.error().codeAsString()).isEqualTo("ValidationError");
        assertThat(response.error().message())
                .isEqualTo("EXISTS can only be used in ExecuteTransaction write requests.");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void batch_counts_areLimited() {
        List<BatchStatementRequest> many = IntStream.rangeClosed(0, STATEMENTS_MAX)
                .mapToObj(i -> entry("INSERT INTO $T VALUE {'pk': 'many', 'sk': " + i + "}"))
                .toList();
        assertInvalid(
                () -> batch(many),
                "1 validation error detected: Value '[26 members]' at 'statements' failed to satisfy constraint: Member"
                        + " must have length less than or equal to 25");
        assertInvalid(
                () -> batch(Collections.emptyList()),
                "1 validation error detected: Value '[]' at 'statements' failed to satisfy constraint: Member must have"
                        + " length greater than or equal to 1");
        assertInvalid(
                () -> batch(""),
                "1 validation error detected: Value at 'statements.1.member.statement' failed to satisfy constraint: Member"
                        + " must have length greater than or equal to 1");
        assertThat(batch(many.subList(0, STATEMENTS_MAX)).stream().map(PartiqlBatchTest::shown))
                .containsOnly("-");
    }
}
