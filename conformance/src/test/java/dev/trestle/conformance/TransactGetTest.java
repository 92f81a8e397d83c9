package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static dev.trestle.conformance.Literals.show;
import static dev.trestle.conformance.Requests.getFrom;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** TransactGetItems: up to 100 items as they were at one moment, in the order of the request. */
class TransactGetTest extends ConformanceTest {
    private static final int GETS_MAX = 100;

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S"));
    }

    @Test
    void transactGetItems_ofSomeItems_givesThemInOrder() {
        String other = create(TableShape.keys("pk N"));
        put(table, "{pk: 'a', x: 1}");
        put(other, "{pk: 5, y: 2}");

        TransactGetItemsResponse response =
                read(getFrom(table, "{pk: 'missing'}"), getFrom(other, "{pk: 5}"), getFrom(table, "{pk: 'a'}"));

        assertThat(response.responses()).hasSize(3);
        assertThat(response.responses().get(0).hasItem()).isFalse();
        assertThat(show(response.responses().get(1).item())).isEqualTo("{pk: 5, y: 2}");
        assertThat(show(response.responses().get(2).item())).isEqualTo("{pk: 'a', x: 1}");
    }

    @Test
    void transactGetItems_projection_givesThePaths() {
        put(table, "{pk: 'a', name: 'n', m: {x: 1, y: 2}}");

        TransactGetItemsResponse response = read(TransactGetItem.builder()
                .get(g -> g.tableName(table)
                        .key(item("{pk: 'a'}"))
                        .projectionExpression("#n, m.x")
                        .expressionAttributeNames(Map.of("#n", "name")))
                .build());

        assertThat(show(response.responses().get(0).item())).isEqualTo("{m: {x: 1}, name: 'n'}");
    }

    @Test
    void transactGetItems_atTheLimit_givesAll() {
        TransactGetItem[] gets = gets(GETS_MAX);
        put(table, "{pk: 'k99'}");

        TransactGetItemsResponse response = read(gets);

        assertThat(response.responses()).hasSize(GETS_MAX);
        assertThat(response.responses().get(99).hasItem()).isTrue();
        assertThat(response.responses().get(98).hasItem()).isFalse();
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void transactGetItems_pastTheLimit_isRefused() {
        assertInvalidStartingWith(() -> read(gets(GETS_MAX + 1)), "1 validation error detected: Value ");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void transactGetItems_nothing_isRefused() {
        assertInvalid(
                () -> client.transactGetItems(r -> r.transactItems(List.of())),
                "1 validation error detected: Value '[]' at 'transactItems' failed to satisfy constraint: Member must"
                        + " have length greater than or equal to 1");
    }

    @Test
    void transactGetItems_oneItemTwice_isRefused() {
        assertInvalid(
                () -> read(getFrom(table, "{pk: 'a'}"), getFrom(table, "{pk: 'a'}")),
                "Transaction request cannot include multiple operations on one item");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void transactGetItems_missingTable_isRefused() {
        String missing = newTableName();

        assertRefused(
                () -> read(getFrom(table, "{pk: 'a'}"), getFrom(missing, "{pk: 'a'}")),
                NOT_FOUND,
                "Requested resource not found");
    }

    @Test
    void transactGetItems_badProjection_isRefused() {
        assertInvalid(
                () -> read(TransactGetItem.builder()
                        .get(g -> g.tableName(table).key(item("{pk: 'a'}")).projectionExpression("a,"))
                        .build()),
                "Invalid ProjectionExpression: Syntax error; token: \"<EOF>\", near: \",\"");
    }

    @Test
    @DiffersFromDynamoDbLocal("it refuses the whole request instead of giving reasons")
    void transactGetItems_keyThatDoesNotFit_givesAValidationReason() {
        TransactionCanceledException e = catchThrowableOfType(
                TransactionCanceledException.class, () -> read(getFrom(table, "{pk: 'a'}"), getFrom(table, "{pk: 5}")));

        assertThat(e).isNotNull();
        assertThat(e.cancellationReasons().stream().map(CancellationReason::code))
                .containsExactly("None", "ValidationError");
        assertThat(e.cancellationReasons().get(1).message())
                .isEqualTo("The provided key element does not match the schema");
    }

    private TransactGetItem[] gets(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> getFrom(table, "{pk: 'k" + i + "'}"))
                .toArray(TransactGetItem[]::new);
    }

    private TransactGetItemsResponse read(TransactGetItem... gets) {
        return client.transactGetItems(r -> r.transactItems(gets));
    }
}
