package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static dev.trestle.conformance.Literals.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** BatchGetItem: up to 100 keys, over any tables, 16 MB in one answer. */
@OverHttpAsyncToo
class BatchGetTest extends ConformanceTest {
    private static final int KEYS_MAX = 100;
    private static final long RESPONSE_BYTES_MAX = 16L * 1024 * 1024;

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S"));
    }

    @Test
    void batchGetItem_ofSomeKeys_givesWhatExists() {
        put(table, "{pk: 'a', x: 1}");
        put(table, "{pk: 'b', x: 2}");

        BatchGetItemResponse response = batchGet("{pk: 'a'}", "{pk: 'b'}", "{pk: 'missing'}");

        assertThat(response.responses().get(table).stream().map(Literals::show))
                .containsExactlyInAnyOrder("{pk: 'a', x: 1}", "{pk: 'b', x: 2}");
        assertThat(response.hasUnprocessedKeys()).isTrue();
        assertThat(response.unprocessedKeys()).isEmpty();
    }

    @Test
    void batchGetItem_ofNothingThatExists_givesAnEmptyList() {
        assertThat(batchGet("{pk: 'a'}").responses()).isEqualTo(Map.of(table, List.of()));
    }

    @Test
    void batchGetItem_overSeveralTables_projectsEachItsOwnWay() {
        String other = create(TableShape.keys("pk N", "sk S"));
        put(table, "{pk: 'a', x: 1, y: {z: 2, w: 3}}");
        put(other, "{pk: 1, sk: 'a', name: 'n', x: 1}");

        BatchGetItemResponse response = client.batchGetItem(r -> r.requestItems(Map.of(
                table,
                        request("{pk: 'a'}").toBuilder()
                                .projectionExpression("y.z")
                                .build(),
                other,
                        request("{pk: 1, sk: 'a'}").toBuilder()
                                .projectionExpression("#n, sk")
                                .expressionAttributeNames(Map.of("#n", "name"))
                                .consistentRead(true)
                                .build())));

        assertThat(response.responses().get(table).stream().map(Literals::show)).containsExactly("{y: {z: 2}}");
        assertThat(response.responses().get(other).stream().map(Literals::show))
                .containsExactly("{name: 'n', sk: 'a'}");
    }

    @Test
    void batchGetItem_atTheLimit_givesAll() {
        String[] keys = keys(KEYS_MAX);
        for (String key : keys) {
            put(table, key);
        }

        assertThat(batchGet(keys).responses().get(table).stream().map(Literals::show))
                .containsExactlyInAnyOrder(keys);
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void batchGetItem_pastTheLimit_isRefused() {
        assertInvalid(
                () -> batchGet(keys(KEYS_MAX + 1)),
                "1 validation error detected: Value at 'RequestItems." + table
                        + ".member.Keys' failed to satisfy constraint: Member must have length less than or equal to"
                        + " 100");
    }

    @Test
    void batchGetItem_pastTheLimitOverTwoTables_isRefused() {
        String other = create(TableShape.keys("pk S"));

        assertInvalid(
                () -> client.batchGetItem(
                        r -> r.requestItems(Map.of(table, request(keys(51)), other, request(keys(50))))),
                "Too many items requested for the BatchGetItem call");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void batchGetItem_nothing_isRefused() {
        assertInvalid(
                () -> client.batchGetItem(r -> r.requestItems(Map.of())),
                "The requestItems parameter is required for BatchGetItem");
        assertInvalid(
                () -> batchGet(),
                "1 validation error detected: Value at 'RequestItems." + table
                        + ".member.Keys' failed to satisfy constraint: Member must have length greater than or equal"
                        + " to 1");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void batchGetItem_duplicateKeys_areRefused() {
        assertInvalid(() -> batchGet("{pk: 'a'}", "{pk: 'a'}"), "Provided list of item keys contains duplicates");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void batchGetItem_missingTable_isRefused() {
        String missing = newTableName();

        assertRefused(
                () -> client.batchGetItem(
                        r -> r.requestItems(Map.of(table, request("{pk: 'a'}"), missing, request("{pk: 'a'}")))),
                NOT_FOUND,
                "Requested resource not found");
    }

    @ParameterizedTest
    @WordedOtherwiseByDynamoDbLocal
    @ValueSource(strings = {"{pk: 5}", "{x: 'a'}", "{pk: 'a', x: 1}"})
    void batchGetItem_keyThatDoesNotFit_isRefused(String bad) {
        assertInvalid(() -> batchGet("{pk: 'good'}", bad), "The provided key element does not match the schema");
    }

    @Test
    void batchGetItem_badProjection_isRefused() {
        assertInvalid(
                () -> client.batchGetItem(r -> r.requestItems(Map.of(
                        table,
                        request("{pk: 'a'}").toBuilder()
                                .projectionExpression("a, a")
                                .build()))),
                "Invalid ProjectionExpression: Two document paths overlap with each other; must remove or rewrite one"
                        + " of these paths; path one: [a], path two: [a]");
    }

    @Test
    void batchGetItem_moreThan16Megabytes_isAnsweredInParts() {
        int items = 50;
        String filling = "x".repeat(380_000);
        for (int i = 0; i < items; i++) {
            put(table, Map.of("pk", s("k" + i), "f", s(filling)));
        }
        List<String> read = new ArrayList<>();
        KeysAndAttributes left = request(keys(items));
        int rounds = 0;
        while (left != null) {
            KeysAndAttributes wanted = left;
            BatchGetItemResponse response = client.batchGetItem(r -> r.requestItems(Map.of(table, wanted)));
            List<Map<String, AttributeValue>> part = response.responses().get(table);
            assertThat(part).isNotEmpty();
            assertThat((long) (part.size() - 1) * filling.length()).isLessThan(RESPONSE_BYTES_MAX);
            part.forEach(i -> read.add(i.get("pk").s()));
            left = response.unprocessedKeys().get(table);
            assertThat(++rounds).isLessThanOrEqualTo(items);
        }

        assertThat(rounds).isGreaterThan(1);
        assertThat(read).hasSize(items).doesNotHaveDuplicates();
    }

    private static String[] keys(int count) {
        return IntStream.range(0, count).mapToObj(i -> "{pk: 'k" + i + "'}").toArray(String[]::new);
    }

    private static KeysAndAttributes request(String... keys) {
        List<Map<String, AttributeValue>> parsed = new ArrayList<>();
        for (String key : keys) {
            parsed.add(item(key));
        }
        return KeysAndAttributes.builder().keys(parsed).build();
    }

    private BatchGetItemResponse batchGet(String... keys) {
        return client.batchGetItem(r -> r.requestItems(Map.of(table, request(keys))));
    }
}
