package dev.trestle.conformance;

import static dev.trestle.conformance.Requests.putIn;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ParameterizedStatement;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** ReturnConsumedCapacity of PartiQL statements; see {@link Consumed} for how it is written. */
class StatementCapacityTest extends ConformanceTest {
    private static final String LOCAL = "it tells no capacity for statements";

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S", "sk S").gsi("global", TableShape.all(), "g S"));
        String large = "x".repeat(4500);
        client.transactWriteItems(r -> r.transactItems(
                putIn(table, "{pk: 'a', sk: '1', d: '" + large + "'}"),
                putIn(table, "{pk: 'a', sk: '2', g: 'G'}"),
                putIn(table, "{pk: 'b', sk: '1'}")));
    }

    private String running(String statement) {
        return Consumed.show(client.executeStatement(
                        r -> r.statement(text(statement)).returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
                .consumedCapacity());
    }

    private String text(String statement) {
        return statement.replace("$T", "\"" + table + "\"");
    }

    @Test
    @DiffersFromDynamoDbLocal(LOCAL)
    void executeStatement_select_costsAsQueriesAndScansDo() {
        assertThat(running("SELECT * FROM $T WHERE pk = 'a'")).isEqualTo("1 = table 1");
        assertThat(running("SELECT * FROM $T WHERE pk IN ['a', 'b', 'none']")).isEqualTo("2 = table 2");
        assertThat(running("SELECT sk FROM $T WHERE d = 'never'")).isEqualTo("1 = table 1");
        assertThat(running("SELECT * FROM $T.\"global\" WHERE g = 'G'")).isEqualTo("0.5 = table 0, global 0.5");
        assertThat(client.executeStatement(r -> r.statement(text("SELECT * FROM $T")))
                        .consumedCapacity())
                .isNull();
    }

    @Test
    @DiffersFromDynamoDbLocal(LOCAL)
    void executeStatement_write_costsAsTheWriteDoes() {
        assertThat(running("INSERT INTO $T VALUE {'pk': 'c', 'sk': '1', 'g': 'G'}"))
                .isEqualTo("2 = table 1, global 1");
        assertThat(running("UPDATE $T SET g = 'other' WHERE pk = 'c' AND sk = '1'"))
                .isEqualTo("3 = table 1, global 2");
        assertThat(running("DELETE FROM $T WHERE pk = 'a' AND sk = '1'")).isEqualTo("5 = table 5");
    }

    @Test
    @DiffersFromDynamoDbLocal(LOCAL)
    void batchExecuteStatement_severalStatements_areAddedUpByTable() {
        assertThat(batch(
                        "SELECT * FROM $T WHERE pk = 'a' AND sk = '1'",
                        "SELECT * FROM $T WHERE pk = 'a' AND sk = 'missing'"))
                .isEqualTo("1.5 = table 1.5");
        assertThat(batch(
                        "INSERT INTO $T VALUE {'pk': 'c', 'sk': '1', 'g': 'G'}",
                        "INSERT INTO $T VALUE {'pk': 'a', 'sk': '1'}",
                        "DELETE FROM $T WHERE pk = 'b' AND sk = '1'"))
                .as("a statement that failed is not shown")
                .isEqualTo("3 = table 2, global 1");
    }

    private String batch(String... statements) {
        List<BatchStatementRequest> entries = Stream.of(statements)
                .map(statement -> BatchStatementRequest.builder()
                        .statement(text(statement))
                        .build())
                .toList();
        return Consumed.show(client.batchExecuteStatement(
                        r -> r.statements(entries).returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
                .consumedCapacity());
    }

    @Test
    @DiffersFromDynamoDbLocal(LOCAL)
    void executeTransaction_readsWritesAndReplays_costDouble() {
        assertThat(transaction(null, "SELECT * FROM $T WHERE pk = 'a' AND sk = '1'"))
                .isEqualTo("4r = table 4r");
        String token = UUID.randomUUID().toString();
        String insert = "INSERT INTO $T VALUE {'pk': 'c', 'sk': '1', 'g': 'G'}";
        assertThat(transaction(token, insert)).isEqualTo("4w = table 2w, global 2w");
        assertThat(transaction(token, insert)).isEqualTo("2r = table 2r");
    }

    private String transaction(@Nullable String token, String statement) {
        return Consumed.show(client.executeTransaction(r -> r.clientRequestToken(token)
                        .transactStatements(ParameterizedStatement.builder()
                                .statement(text(statement))
                                .build())
                        .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
                .consumedCapacity());
    }
}
