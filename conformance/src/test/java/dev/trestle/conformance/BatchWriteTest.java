package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.s;
import static dev.trestle.conformance.Requests.deleteRequest;
import static dev.trestle.conformance.Requests.putRequest;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** BatchWriteItem: up to 25 puts and deletes, over any tables. */
@OverHttpAsyncToo
class BatchWriteTest extends ConformanceTest {
    private static final int REQUESTS_MAX = 25;

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S"));
    }

    @Test
    void batchWriteItem_putsAndDeletes_areDone() {
        put(table, "{pk: 'gone', x: 1}");
        put(table, "{pk: 'replaced', x: 1}");

        BatchWriteItemResponse response = write(
                putRequest("{pk: 'new', x: 2}"),
                putRequest("{pk: 'replaced', y: 2}"),
                deleteRequest("{pk: 'gone'}"),
                deleteRequest("{pk: 'never'}"));

        assertThat(response.unprocessedItems()).isEmpty();
        assertThat(contents(table)).containsExactly("{pk: 'new', x: 2}", "{pk: 'replaced', y: 2}");
    }

    @Test
    void batchWriteItem_overSeveralTables_isDone() {
        String other = create(TableShape.keys("pk N", "sk S").gsi("global", TableShape.all(), "g S"));

        BatchWriteItemResponse response = client.batchWriteItem(r -> r.requestItems(Map.of(
                table, List.of(putRequest("{pk: 'a'}"), putRequest("{pk: 'b'}")),
                other, List.of(putRequest("{pk: 1, sk: 'a', g: 'G'}")))));

        assertThat(response.hasUnprocessedItems()).isTrue();
        assertThat(response.unprocessedItems()).isEmpty();
        assertThat(contents(table)).containsExactly("{pk: 'a'}", "{pk: 'b'}");
        assertThat(contents(other)).containsExactly("{g: 'G', pk: 1, sk: 'a'}");
        assertThat(client.scan(r -> r.tableName(other).indexName("global")).count())
                .isEqualTo(1);
    }

    @Test
    void batchWriteItem_atTheLimit_isDone() {
        write(puts(REQUESTS_MAX));

        assertThat(contents(table)).hasSize(REQUESTS_MAX);
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void batchWriteItem_pastTheLimit_isRefused() {
        assertInvalidStartingWith(() -> write(puts(REQUESTS_MAX + 1)), "1 validation error detected: Value ");
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void batchWriteItem_pastTheLimitOverTwoTables_isRefused() {
        String other = create(TableShape.keys("pk S"));

        assertInvalid(
                () -> client.batchWriteItem(
                        r -> r.requestItems(Map.of(table, List.of(puts(13)), other, List.of(puts(13))))),
                "Too many items requested for the BatchWriteItem call");
        assertThat(contents(table)).isEmpty();
        assertThat(contents(other)).isEmpty();
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void batchWriteItem_nothing_isRefused() {
        assertInvalid(
                () -> client.batchWriteItem(r -> r.requestItems(Map.of())),
                "The requestItems parameter is required for BatchWriteItem");
        assertInvalid(
                () -> client.batchWriteItem(r -> r.requestItems(Map.of(table, List.of()))),
                "1 validation error detected: Value '{" + table
                        + "=[]}' at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint:"
                        + " [Member must have length less than or equal to 25, Member must have length greater than or"
                        + " equal to 1]");
    }

    @Test
    void batchWriteItem_duplicateKeys_areRefused() {
        String duplicates = "Provided list of item keys contains duplicates";

        assertInvalid(() -> write(putRequest("{pk: 'a'}"), putRequest("{pk: 'a', x: 1}")), duplicates);
        assertInvalid(() -> write(putRequest("{pk: 'a'}"), deleteRequest("{pk: 'a'}")), duplicates);
        assertInvalid(() -> write(deleteRequest("{pk: 'a'}"), deleteRequest("{pk: 'a'}")), duplicates);
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void batchWriteItem_equalNumbersAsKeys_areDuplicates() {
        String numbers = create(TableShape.keys("pk N"));

        assertInvalid(
                () -> client.batchWriteItem(
                        r -> r.requestItems(Map.of(numbers, List.of(putRequest("{pk: 1}"), putRequest("{pk: 1.0}"))))),
                "Provided list of item keys contains duplicates");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void batchWriteItem_missingTable_writesNothing() {
        String missing = newTableName();

        assertRefused(
                () -> client.batchWriteItem(r -> r.requestItems(
                        Map.of(table, List.of(putRequest("{pk: 'a'}")), missing, List.of(putRequest("{pk: 'a'}"))))),
                NOT_FOUND,
                "Requested resource not found");
        assertThat(contents(table)).isEmpty();
    }

    @ParameterizedTest
    @WordedOtherwiseByDynamoDbLocal
    @ValueSource(strings = {"{pk: 5}", "{x: 'a'}", "{pk: ['a']}"})
    void batchWriteItem_keyThatDoesNotFit_writesNothing(String bad) {
        String noMatch = "The provided key element does not match the schema";

        assertInvalid(() -> write(putRequest("{pk: 'good'}"), putRequest(bad)), noMatch);
        assertInvalid(() -> write(putRequest("{pk: 'good'}"), deleteRequest(bad)), noMatch);
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void batchWriteItem_emptyKey_writesNothing() {
        assertInvalid(
                () -> write(putRequest("{pk: 'good'}"), putRequest("{pk: ''}")),
                "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an"
                        + " empty string value. Key: pk");
        assertThat(contents(table)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true, true", "false, false"})
    void batchWriteItem_requestThatIsNotOneThing_isRefused(boolean put, boolean delete) {
        WriteRequest.Builder request = WriteRequest.builder();
        if (put) {
            request.putRequest(p -> p.item(Literals.item("{pk: 'a'}")));
        }
        if (delete) {
            request.deleteRequest(d -> d.key(Literals.item("{pk: 'b'}")));
        }

        assertInvalid(
                () -> write(request.build()),
                "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported"
                        + " datatypes");
    }

    @Test
    void batchWriteItem_largeItems_areAllWrittenInTheEnd() {
        // 25 items of 390 KB are less than the 16 MB of a request, but may still be answered in parts.
        String filling = "x".repeat(390_000);
        List<WriteRequest> left = new ArrayList<>();
        for (int i = 0; i < REQUESTS_MAX; i++) {
            left.add(putRequest(Map.of("pk", s("k" + i), "f", s(filling))));
        }
        int rounds = 0;
        while (!left.isEmpty()) {
            List<WriteRequest> requests = left;
            left = client.batchWriteItem(r -> r.requestItems(Map.of(table, requests)))
                    .unprocessedItems()
                    .getOrDefault(table, List.of());
            assertThat(++rounds).isLessThanOrEqualTo(REQUESTS_MAX);
        }

        for (int i = 0; i < REQUESTS_MAX; i++) {
            String key = "k" + i;
            assertThat(client.getItem(r -> r.tableName(table).key(Map.of("pk", s(key))))
                            .item()
                            .get("f")
                            .s())
                    .isEqualTo(filling);
        }
    }

    private static WriteRequest[] puts(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> putRequest("{pk: 'k" + i + "'}"))
                .toArray(WriteRequest[]::new);
    }

    private BatchWriteItemResponse write(WriteRequest... requests) {
        return client.batchWriteItem(r -> r.requestItems(Map.of(table, List.of(requests))));
    }
}
