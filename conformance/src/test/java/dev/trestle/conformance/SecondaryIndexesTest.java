package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static dev.trestle.conformance.Literals.show;
import static dev.trestle.conformance.TableShape.all;
import static dev.trestle.conformance.TableShape.include;
import static dev.trestle.conformance.TableShape.keysOnly;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Global and local secondary indexes: what they hold, in which order, and what a write must fit. */
class SecondaryIndexesTest extends ConformanceTest {
    private static final int PAGES_MAX = 100;

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S", "sk N")
                .gsi("all", all(), "g S", "h N")
                .gsi("keys", keysOnly(), "g S", "h N")
                .gsi("some", include("x", "m"), "g S", "h N")
                .gsi("alone", all(), "g S")
                .lsi("local-keys", keysOnly(), "l S")
                .lsi("local-all", all(), "l S"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "all        | {g: 'G', h: 1, l: 'L', m: {a: 1}, pk: 'a', sk: 1, x: 'X', y: 'Y'}",
                "keys       | {g: 'G', h: 1, pk: 'a', sk: 1}",
                "some       | {g: 'G', h: 1, m: {a: 1}, pk: 'a', sk: 1, x: 'X'}",
                "alone      | {g: 'G', h: 1, l: 'L', m: {a: 1}, pk: 'a', sk: 1, x: 'X', y: 'Y'}",
                "local-keys | {l: 'L', pk: 'a', sk: 1}",
                "local-all  | {g: 'G', h: 1, l: 'L', m: {a: 1}, pk: 'a', sk: 1, x: 'X', y: 'Y'}",
            })
    void queryAndScan_ofAnIndex_giveItsProjection(String index, String expected) {
        put(table, "{pk: 'a', sk: 1, g: 'G', h: 1, l: 'L', x: 'X', y: 'Y', m: {a: 1}}");

        assertThat(query(index, r -> {}).items().stream().map(Literals::show)).containsExactly(expected);
        assertThat(scan(index)).containsExactly(expected);
    }

    @Test
    void query_localIndexWithAllAttributes_fetchesThemFromTheTable() {
        put(table, "{pk: 'a', sk: 1, l: 'L', x: 'X'}");

        assertThat(query("local-keys", r -> r.select("ALL_ATTRIBUTES")).items().stream()
                        .map(Literals::show))
                .containsExactly("{l: 'L', pk: 'a', sk: 1, x: 'X'}");
        assertThat(query("local-keys", r -> r.projectionExpression("x, sk")).items().stream()
                        .map(Literals::show))
                .containsExactly("{sk: 1, x: 'X'}");
        assertThat(query("local-keys", r -> r.select("ALL_PROJECTED_ATTRIBUTES")).items().stream()
                        .map(Literals::show))
                .containsExactly("{l: 'L', pk: 'a', sk: 1}");
    }

    @Test
    void query_localIndex_mayReadConsistently() {
        put(table, "{pk: 'a', sk: 1, l: 'L'}");

        assertThat(query("local-keys", r -> r.consistentRead(true)).count()).isEqualTo(1);
    }

    @Test
    void index_ofItemsWithoutItsKeys_isSparse() {
        put(table, "{pk: 'a', sk: 1}");
        put(table, "{pk: 'a', sk: 2, g: 'G'}");
        put(table, "{pk: 'a', sk: 3, h: 1}");
        put(table, "{pk: 'a', sk: 4, g: 'G', h: 1}");
        put(table, "{pk: 'a', sk: 5, l: 'L'}");

        assertThat(scan("keys")).containsExactly("{g: 'G', h: 1, pk: 'a', sk: 4}");
        assertThat(scan("alone"))
                .containsExactlyInAnyOrder("{g: 'G', pk: 'a', sk: 2}", "{g: 'G', h: 1, pk: 'a', sk: 4}");
        assertThat(scan("local-keys")).containsExactly("{l: 'L', pk: 'a', sk: 5}");
    }

    @Test
    void index_followsEveryKindOfWrite() {
        put(table, "{pk: 'a', sk: 1, g: 'G', h: 1, x: 'old'}");
        assertThat(scan("some")).containsExactly("{g: 'G', h: 1, pk: 'a', sk: 1, x: 'old'}");

        put(table, "{pk: 'a', sk: 1, g: 'G', h: 2, x: 'new'}");
        assertThat(scan("some")).containsExactly("{g: 'G', h: 2, pk: 'a', sk: 1, x: 'new'}");

        update("SET x = :v", "{:v: 'newer'}");
        assertThat(scan("some")).containsExactly("{g: 'G', h: 2, pk: 'a', sk: 1, x: 'newer'}");

        update("SET g = :v", "{:v: 'H'}");
        assertThat(scan("some")).containsExactly("{g: 'H', h: 2, pk: 'a', sk: 1, x: 'newer'}");

        update("ADD h :v", "{:v: 5}");
        assertThat(scan("some")).containsExactly("{g: 'H', h: 7, pk: 'a', sk: 1, x: 'newer'}");

        client.updateItem(r -> r.tableName(table).key(item("{pk: 'a', sk: 1}")).updateExpression("REMOVE h"));
        assertThat(scan("some")).isEmpty();

        update("SET h = :v", "{:v: 1}");
        assertThat(scan("some")).containsExactly("{g: 'H', h: 1, pk: 'a', sk: 1, x: 'newer'}");

        client.deleteItem(r -> r.tableName(table).key(item("{pk: 'a', sk: 1}")));
        assertThat(scan("some")).isEmpty();
        assertThat(scan("all")).isEmpty();
        assertThat(scan("alone")).isEmpty();
    }

    @Test
    void index_holdsSeveralItemsOfOneKey() {
        for (int sk = 1; sk <= 5; sk++) {
            put(table, "{pk: 'a', sk: " + sk + ", g: 'G', h: 1}");
            put(table, "{pk: 'b', sk: " + sk + ", g: 'G', h: 1}");
        }

        assertThat(query("keys", r -> {}).count()).isEqualTo(10);
        client.deleteItem(r -> r.tableName(table).key(item("{pk: 'a', sk: 3}")));
        assertThat(query("keys", r -> {}).items())
                .hasSize(9)
                .doesNotContain(item("{pk: 'a', sk: 3, g: 'G', h: 1}"))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void query_index_isOrderedByItsSortKey(boolean forward) {
        put(table, "{pk: 'a', sk: 1, g: 'G', h: 10}");
        put(table, "{pk: 'b', sk: 1, g: 'G', h: -2}");
        put(table, "{pk: 'c', sk: 1, g: 'G', h: 9}");
        put(table, "{pk: 'd', sk: 1, g: 'H', h: 0}");

        List<String> read = query("keys", r -> r.scanIndexForward(forward)).items().stream()
                .map(i -> i.get("h").n())
                .toList();

        assertThat(read).isEqualTo(forward ? List.of("-2", "9", "10") : List.of("10", "9", "-2"));
    }

    @ParameterizedTest(name = "{0} with {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "g = :g AND h = :h              | {:g: 'G', :h: 2}           | 2",
                "g = :g AND h < :h              | {:g: 'G', :h: 2}           | 0 1",
                "g = :g AND h >= :h             | {:g: 'G', :h: 2}           | 2 3 4",
                "g = :g AND h BETWEEN :h AND :i | {:g: 'G', :h: 1, :i: 2.5}  | 1 2",
            })
    void query_indexSortKeyCondition_selects(String condition, String values, String expected) {
        for (int h = 0; h < 5; h++) {
            put(table, "{pk: 'a', sk: " + h + ", g: 'G', h: " + h + "}");
        }

        assertThat(query("keys", r -> r.keyConditionExpression(condition).expressionAttributeValues(item(values)))
                        .items()
                        .stream()
                        .map(i -> i.get("h").n()))
                .containsExactly(expected.split(" "));
    }

    @ParameterizedTest
    @CsvSource({"keys, 1", "keys, 3", "alone, 2", "local-keys, 2"})
    void query_indexPaging_givesTheWhole(String index, int limit) {
        for (int sk = 0; sk < 7; sk++) {
            put(table, "{pk: 'a', sk: " + sk + ", g: 'G', h: " + sk / 3 + ", l: 'L" + sk / 3 + "'}");
        }
        for (boolean forward : new boolean[] {true, false}) {
            List<String> whole = query(index, r -> r.scanIndexForward(forward)).items().stream()
                    .map(Literals::show)
                    .toList();
            List<String> read = new ArrayList<>();
            Map<String, AttributeValue> from = Map.of();
            int pages = 0;
            do {
                Map<String, AttributeValue> start = from;
                QueryResponse page = query(index, r -> {
                    r.limit(limit).scanIndexForward(forward);
                    if (!start.isEmpty()) {
                        r.exclusiveStartKey(start);
                    }
                });
                page.items().forEach(i -> read.add(show(i)));
                from = page.lastEvaluatedKey();
                assertThat(++pages).isLessThan(PAGES_MAX);
            } while (!from.isEmpty());

            assertThat(read).isEqualTo(whole).hasSize(7);
        }
    }

    @Test
    void lastEvaluatedKey_ofAnIndex_holdsIndexAndTableKeys() {
        put(table, "{pk: 'a', sk: 1, g: 'G', h: 1, l: 'L', x: 'X'}");
        put(table, "{pk: 'a', sk: 2, g: 'G', h: 2, l: 'M', x: 'X'}");

        assertThat(show(query("all", r -> r.limit(1)).lastEvaluatedKey())).isEqualTo("{g: 'G', h: 1, pk: 'a', sk: 1}");
        assertThat(show(query("alone", r -> r.limit(1)).lastEvaluatedKey())).matches("\\{g: 'G', pk: 'a', sk: [12]\\}");
        assertThat(show(query("local-all", r -> r.limit(1)).lastEvaluatedKey())).isEqualTo("{l: 'L', pk: 'a', sk: 1}");
        assertThat(client.scan(r -> r.tableName(table).indexName("keys").limit(1))
                        .lastEvaluatedKey())
                .containsOnlyKeys("g", "h", "pk", "sk");
    }

    @Test
    void scan_indexInSegments_coversEachItemOnce() {
        for (int sk = 0; sk < 20; sk++) {
            put(table, "{pk: 'a', sk: " + sk + ", g: 'G" + sk + "', h: 1}");
        }
        List<String> read = new ArrayList<>();
        for (int segment = 0; segment < 3; segment++) {
            int current = segment;
            client.scan(r -> r.tableName(table)
                            .indexName("keys")
                            .segment(current)
                            .totalSegments(3))
                    .items()
                    .forEach(i -> read.add(i.get("sk").n()));
        }

        assertThat(read).hasSize(20).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{pk: 'a', sk: 1, h: 'x'}        | Type mismatch for Index Key h Expected: N Actual: S",
                "{pk: 'a', sk: 1, l: [1]}        | Type mismatch for Index Key l Expected: S Actual: L",
                "{pk: 'a', sk: 1, h: null}       | Type mismatch for Index Key h Expected: N Actual: NULL",
            })
    @WordedOtherwiseByDynamoDbLocal
    void putItem_indexKeyOfTheWrongType_isRefused(String bad, String complaint) {
        assertRefusedForOneOf(
                () -> put(table, bad),
                "One or more parameter values were invalid: " + complaint + " IndexName: ",
                List.of("all", "keys", "some", "local-keys", "local-all"));
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void putItem_emptyIndexKey_isRefused() {
        assertRefusedForOneOf(
                () -> put(table, "{pk: 'a', sk: 1, g: ''}"),
                "One or more parameter values are not valid. A value specified for a secondary index key is not"
                        + " supported. The AttributeValue for a key attribute cannot contain an empty string value."
                        + " IndexName: ",
                List.of("all, IndexKey: g", "keys, IndexKey: g", "some, IndexKey: g", "alone, IndexKey: g"));
        assertThat(contents(table)).isEmpty();
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void updateItem_indexKeyOfTheWrongType_isRefused() {
        put(table, "{pk: 'a', sk: 1, g: 'G', h: 1}");

        assertInvalid(
                () -> update("SET h = :v", "{:v: 'x'}"),
                "The update expression attempted to update the secondary index key to unsupported type");
        assertThat(contents(table)).containsExactly("{g: 'G', h: 1, pk: 'a', sk: 1}");
        assertThat(scan("keys")).containsExactly("{g: 'G', h: 1, pk: 'a', sk: 1}");
    }

    @Test
    void updateItem_emptyIndexKey_isRefused() {
        put(table, "{pk: 'a', sk: 1, g: 'G', h: 1}");

        assertInvalid(
                () -> update("SET g = :v", "{:v: ''}"),
                "One or more parameter values are not valid. The update expression attempted to update a secondary"
                        + " index key to a value that is not supported. The AttributeValue for a key attribute cannot"
                        + " contain an empty string value.");
        assertThat(contents(table)).containsExactly("{g: 'G', h: 1, pk: 'a', sk: 1}");
    }

    @Test
    void putItem_indexKeyPastTheLimit_isRefused() {
        Map<String, AttributeValue> bad =
                Map.of("pk", Literals.s("a"), "sk", Literals.n(1), "g", Literals.s("x".repeat(2049)));

        assertInvalidStartingWith(() -> put(table, bad), "One or more parameter values were invalid: Size ");
        assertThat(contents(table)).isEmpty();
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void updateItem_indexKeyPastTheLimit_isRefused() {
        put(table, "{pk: 'a', sk: 1, g: 'G', h: 1}");

        assertInvalid(
                () -> update("SET g = :v", "{:v: '" + "x".repeat(2049) + "'}"),
                "The update expression attempted to update the secondary index key beyond allowed size limits");
        assertThat(contents(table)).containsExactly("{g: 'G', h: 1, pk: 'a', sk: 1}");
    }

    /** The same mistake may be found in any of several indexes; the message names one of them. */
    private void assertRefusedForOneOf(Runnable call, String messageStart, List<String> ends) {
        AssertionError last = new AssertionError();
        for (String end : ends) {
            try {
                assertInvalid(call, messageStart + end);
                return;
            } catch (AssertionError e) {
                last = e;
            }
        }
        throw last;
    }

    private void update(String expression, String values) {
        client.updateItem(r -> r.tableName(table)
                .key(item("{pk: 'a', sk: 1}"))
                .updateExpression(expression)
                .expressionAttributeValues(item(values)));
    }

    private QueryResponse query(String index, Consumer<QueryRequest.Builder> more) {
        boolean local = index.startsWith("local");
        return client.query(r -> {
            r.tableName(table)
                    .indexName(index)
                    .keyConditionExpression(local ? "pk = :g" : "g = :g")
                    .expressionAttributeValues(item(local ? "{:g: 'a'}" : "{:g: 'G'}"));
            more.accept(r);
        });
    }

    private List<String> scan(String index) {
        ScanResponse response = client.scan(r -> r.tableName(table).indexName(index));
        assertThat(response.count()).isEqualTo(response.items().size());
        return response.items().stream().map(Literals::show).toList();
    }
}
