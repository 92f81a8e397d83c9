package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static dev.trestle.conformance.Requests.getFrom;
import static dev.trestle.conformance.Requests.putIn;
import static dev.trestle.conformance.Requests.putRequest;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ParameterizedStatement;

/** Values of ReturnConsumedCapacity and ReturnItemCollectionMetrics that there are not, and how they are collected with other mistakes. */
class MeteringErrorsTest extends ConformanceTest {
    private static final String CAPACITY =
            "Value 'hi' at 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum value set:"
                    + " [INDEXES, TOTAL, NONE]";
    private static final String METRICS =
            "Value 'hi' at 'returnItemCollectionMetrics' failed to satisfy constraint: Member must satisfy enum value"
                    + " set: [SIZE, NONE]";
    private static final String RETURN_VALUES =
            "Value 'hi' at 'returnValues' failed to satisfy constraint: Member must satisfy enum value set: [ALL_NEW,"
                    + " UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]";
    private static final String NAME =
            "Value 'abc;' at 'tableName' failed to satisfy constraint: Member must satisfy regular expression pattern:"
                    + " [a-zA-Z0-9_.-]+";
    private static final String NULL = " failed to satisfy constraint: Member must not be null";

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S"));
    }

    private static String errors(String... findings) {
        return findings.length
                + (findings.length == 1 ? " validation error detected: " : " validation errors detected: ")
                + String.join("; ", findings);
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void singleWrites_severalMistakes_areNumberedInTheirOrder() {
        assertInvalid(
                () -> client.putItem(r -> r.tableName("abc;")
                        .returnConsumedCapacity("hi")
                        .returnItemCollectionMetrics("hi")
                        .returnValues("hi")),
                errors(CAPACITY, NAME, "Value null at 'item'" + NULL, RETURN_VALUES, METRICS));
        assertInvalid(
                () -> client.deleteItem(r -> r.tableName("abc;")
                        .returnConsumedCapacity("hi")
                        .returnItemCollectionMetrics("hi")
                        .returnValues("hi")),
                errors(CAPACITY, NAME, RETURN_VALUES, METRICS, "Value null at 'key'" + NULL));
        assertInvalid(
                () -> client.updateItem(r -> r.tableName("abc;")
                        .returnConsumedCapacity("hi")
                        .returnItemCollectionMetrics("hi")
                        .returnValues("hi")),
                errors(CAPACITY, NAME, METRICS, RETURN_VALUES, "Value null at 'key'" + NULL));
    }

    @Test
    @DiffersFromDynamoDbLocal("it takes any text for what is to be returned")
    void reads_severalMistakes_areNumberedInTheirOrder() {
        assertInvalid(
                () -> client.getItem(r -> r.tableName("abc;").returnConsumedCapacity("hi")),
                errors(CAPACITY, NAME, "Value null at 'key'" + NULL));
        assertInvalid(
                () -> client.query(r -> r.tableName("abc;")
                        .limit(0)
                        .keyConditionExpression("pk =")
                        .returnConsumedCapacity("hi")),
                errors(
                        CAPACITY,
                        NAME,
                        "Value at 'Limit' failed to satisfy constraint: Member must have value greater than or equal"
                                + " to 1"));
        assertInvalid(() -> client.scan(r -> r.tableName(table).returnConsumedCapacity("hi")), errors(CAPACITY));
    }

    @Test
    @DiffersFromDynamoDbLocal("it takes any text for what is to be returned")
    void batchesAndTransactions_unknownValues_areRefusedAndNothingIsWritten() {
        assertInvalid(
                () -> client.batchWriteItem(r -> r.requestItems(Map.of(table, List.of(putRequest("{pk: 'a'}"))))
                        .returnConsumedCapacity("hi")
                        .returnItemCollectionMetrics("hi")),
                errors(CAPACITY, METRICS));
        assertInvalid(
                () -> client.transactWriteItems(r -> r.transactItems(putIn(table, "{pk: 'a'}"))
                        .returnConsumedCapacity("hi")
                        .returnItemCollectionMetrics("hi")),
                errors(CAPACITY, METRICS));
        assertInvalid(
                () -> client.batchGetItem(r -> r.requestItems(Map.of(
                                table,
                                KeysAndAttributes.builder()
                                        .keys(item("{pk: 'a'}"))
                                        .build()))
                        .returnConsumedCapacity("hi")),
                errors(CAPACITY));
        assertInvalid(
                () -> client.transactGetItems(r ->
                        r.transactItems(getFrom(newTableName(), "{pk: 'a'}")).returnConsumedCapacity("hi")),
                errors(CAPACITY));
        assertThat(contents(table)).isEmpty();
    }

    @Test
    @DiffersFromDynamoDbLocal("it does not look at the capacity that statements are to tell")
    void statements_unknownValues_areRefused() {
        String select = "SELECT * FROM \"" + table + "\" WHERE pk = 'a'";
        assertInvalid(
                () -> client.executeStatement(r -> r.statement(select).limit(0).returnConsumedCapacity("hi")),
                errors(
                        "Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or equal"
                                + " to 1",
                        CAPACITY));
        assertInvalid(
                () -> client.batchExecuteStatement(r -> r.statements(BatchStatementRequest.builder()
                                .statement(select)
                                .build())
                        .returnConsumedCapacity("hi")),
                errors(CAPACITY));
        assertInvalid(
                () -> client.executeTransaction(r -> r.transactStatements(ParameterizedStatement.builder()
                                .statement(select)
                                .build())
                        .returnConsumedCapacity("hi")),
                errors(CAPACITY));
    }
}
