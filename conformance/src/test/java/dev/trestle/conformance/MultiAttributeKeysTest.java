package dev.trestle.conformance;

import static dev.trestle.conformance.LegacyParameters.compared;
import static dev.trestle.conformance.LegacyParameters.named;
import static dev.trestle.conformance.Literals.item;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Global indexes with keys of several attributes: what is in them and how they are queried. */
class MultiAttributeKeysTest extends ConformanceTest {
    private static final String PARTITION = "a = :a AND b = :b";

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S", "sk N")
                .gsi("wide", TableShape.all(), List.of("a S", "b N"), List.of("c N", "d S", "e B"))
                .gsi("keys", TableShape.keysOnly(), List.of("a S", "b N"), List.of()));
        int number = 0;
        for (String a : List.of("p", "q")) {
            for (int c : new int[] {10, -1, 2}) {
                for (String d : List.of("x", "xy", "")) {
                    String sorted = d.isEmpty() ? "d: 'z'" : "d: '" + d + "'";
                    put(
                            table,
                            "{pk: '" + a + "', sk: " + number++ + ", a: '" + a + "', b: 1, c: " + c + ", " + sorted
                                    + ", e: x'0" + number % 3 + "', v: 'v'}");
                }
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "a = :a AND b = :b                                        | {}                         | -1x -1xy -1z 2x 2xy 2z 10x"
                        + " 10xy 10z",
                "b = :b AND a = :a AND c = :c                             | {:c: 2}                    | 2x 2xy 2z",
                "a = :a AND b = :b AND c < :c                             | {:c: 2}                    | -1x -1xy -1z",
                "a = :a AND b = :b AND c <= :c                            | {:c: 2}                    | -1x -1xy -1z 2x 2xy 2z",
                "a = :a AND b = :b AND c > :c                             | {:c: 2}                    | 10x 10xy 10z",
                "a = :a AND b = :b AND c >= :c                            | {:c: 2}                    | 2x 2xy 2z 10x 10xy 10z",
                "a = :a AND b = :b AND c BETWEEN :c AND :f                | {:c: -1, :f: 2}            | -1x -1xy -1z 2x 2xy 2z",
                "a = :a AND b = :b AND c = :c AND begins_with(d, :d)      | {:c: 2, :d: 'x'}           | 2x 2xy",
                "a = :a AND b = :b AND c = :c AND d > :d                  | {:c: 2, :d: 'x'}           | 2xy 2z",
                "d = :d AND c = :c AND b = :b AND a = :a                  | {:c: 2, :d: 'x'}           | 2x",
                "a = :a AND b = :b AND c = :c AND d = :d AND e >= :e      | {:c: 2, :d: 'x', :e: x'00'} | 2x",
                "a = :a AND b = :b AND c = :c AND d = :d AND e < :e       | {:c: 2, :d: 'x', :e: x'00'} | ",
            })
    void query_conditionsFromLeftToRight_select(String condition, String more, String found) {
        QueryResponse response =
                query(r -> r.keyConditionExpression(condition).expressionAttributeValues(values(more)));
        assertThat(shown(response)).isEqualTo(found == null ? "" : found);
    }

    @Test
    void query_backwards_reversesTheWholeKey() {
        assertThat(shown(query(r -> r.keyConditionExpression(PARTITION + " AND c > :c")
                        .expressionAttributeValues(values("{:c: 0}"))
                        .scanIndexForward(false))))
                .isEqualTo("10z 10xy 10x 2z 2xy 2x");
    }

    @Test
    void keyConditions_fromLeftToRight_select() {
        Map<String, Condition> conditions = named("a", compared("EQ", "'p'"), "b", compared("EQ", "1"));
        assertThat(query(r -> r.keyConditions(conditions)).count()).isEqualTo(9);
        conditions.put("c", compared("EQ", "10"));
        conditions.put("d", compared("BEGINS_WITH", "'x'"));
        assertThat(shown(query(r -> r.keyConditions(conditions)))).isEqualTo("10x 10xy");
    }

    @Test
    void query_pageByPage_givesEachItemOnce() {
        for (boolean forward : new boolean[] {true, false}) {
            List<String> found = new ArrayList<>();
            Map<String, AttributeValue> start = null;
            do {
                Map<String, AttributeValue> from = start;
                QueryResponse page = query(r -> {
                    r.keyConditionExpression(PARTITION).expressionAttributeValues(values("{}"));
                    r.limit(2).scanIndexForward(forward);
                    if (from != null) {
                        r.exclusiveStartKey(from);
                    }
                });
                found.add(shown(page));
                start = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
                if (start != null) {
                    assertThat(start).containsOnlyKeys("pk", "sk", "a", "b", "c", "d", "e");
                }
            } while (start != null && found.size() < 20);
            assertThat(String.join(" ", found).strip())
                    .isEqualTo(forward ? "-1x -1xy -1z 2x 2xy 2z 10x 10xy 10z" : "10z 10xy 10x 2z 2xy 2x -1z -1xy -1x");
        }
    }

    @Test
    void scan_pageByPage_givesEachEntryOnce() {
        List<Map<String, AttributeValue>> found = new ArrayList<>();
        Map<String, AttributeValue> start = Map.of();
        do {
            Map<String, AttributeValue> from = start;
            ScanResponse page = client.scan(r -> {
                r.tableName(table).indexName("wide").limit(5);
                if (!from.isEmpty()) {
                    r.exclusiveStartKey(from);
                }
            });
            found.addAll(page.items());
            start = page.lastEvaluatedKey();
        } while (!start.isEmpty() && found.size() < 40);
        assertThat(found).hasSize(18).doesNotHaveDuplicates();
    }

    @Test
    void item_withoutAKeyAttribute_isNotInTheIndex() {
        put(table, "{pk: 'p', sk: 100, a: 's', b: 1, c: 1, d: 'd', e: x'01'}");
        for (String absent : List.of("a", "b", "c", "d", "e")) {
            client.updateItem(
                    r -> r.tableName(table).key(item("{pk: 'p', sk: 100}")).updateExpression("REMOVE " + absent));
            assertThat(countOf("s")).as("without " + absent).isZero();
            put(table, "{pk: 'p', sk: 100, a: 's', b: 1, c: 1, d: 'd', e: x'01'}");
            assertThat(countOf("s")).isEqualTo(1);
        }
    }

    @Test
    void item_thatMovesWithinTheIndex_isFoundWhereItIsNow() {
        client.updateItem(r -> r.tableName(table)
                .key(item("{pk: 'p', sk: 0}"))
                .updateExpression("SET d = :d, v = :v")
                .expressionAttributeValues(item("{:d: 'new', :v: 'changed'}")));
        QueryResponse found = query(r -> r.keyConditionExpression(PARTITION + " AND c = :c AND d = :d")
                .expressionAttributeValues(values("{:c: 10, :d: 'new'}")));
        assertThat(found.items()).hasSize(1);
        assertThat(found.items().get(0)).containsEntry("v", Literals.s("changed"));
        assertThat(countOf("p")).isEqualTo(9);
    }

    @Test
    void projection_keysOnly_hasTheKeysOfBoth() {
        QueryResponse found = client.query(r -> r.tableName(table)
                .indexName("keys")
                .keyConditionExpression(PARTITION)
                .expressionAttributeValues(values("{}"))
                .limit(1));
        assertThat(found.items().get(0)).containsOnlyKeys("pk", "sk", "a", "b");
    }

    @Test
    void describe_showsTheKeySchemaAsGiven() {
        assertThat(describe(table).globalSecondaryIndexes().stream()
                        .filter(index -> index.indexName().equals("wide"))
                        .findFirst()
                        .orElseThrow()
                        .keySchema())
                .containsExactly(
                        TableShape.hash("a"),
                        TableShape.hash("b"),
                        TableShape.range("c"),
                        TableShape.range("d"),
                        TableShape.range("e"));
    }

    @Test
    void index_addedLater_isFilledFromTheItems() {
        put(table, "{pk: 'p', sk: 200, a: 'p', v: 7}");
        client.updateTable(r -> r.tableName(table)
                .attributeDefinitions(TableShape.definition("a", "S"), TableShape.definition("v", "S"))
                .globalSecondaryIndexUpdates(u -> u.create(c -> c.indexName("later")
                        .keySchema(
                                TableShape.hash("v"),
                                TableShape.hash("a"),
                                TableShape.range("c"),
                                TableShape.range("d"))
                        .projection(TableShape.all()))));
        waitUntilActive(table);
        QueryResponse found = client.query(r -> r.tableName(table)
                .indexName("later")
                .keyConditionExpression("v = :v AND a = :a AND c = :c")
                .expressionAttributeValues(item("{:v: 'v', :a: 'p', :c: 2}")));
        assertThat(shown(found)).isEqualTo("2x 2xy 2z");
        assertThat(client.scan(r -> r.tableName(table).indexName("later")).count())
                .isEqualTo(18);
    }

    private int countOf(String a) {
        return query(r ->
                        r.keyConditionExpression(PARTITION).expressionAttributeValues(item("{:a: '" + a + "', :b: 1}")))
                .count();
    }

    private QueryResponse query(Consumer<QueryRequest.Builder> parameters) {
        return client.query(r -> parameters.accept(r.tableName(table).indexName("wide")));
    }

    private static Map<String, AttributeValue> values(String more) {
        Map<String, AttributeValue> values = new HashMap<>(item("{:a: 'p', :b: 1}"));
        values.putAll(item(more));
        return values;
    }

    private static String shown(QueryResponse response) {
        return response.items().stream()
                .map(found -> requireNonNull(found.get("c")).n()
                        + requireNonNull(found.get("d")).s())
                .collect(Collectors.joining(" "));
    }
}
