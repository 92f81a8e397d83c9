package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static dev.trestle.conformance.Literals.show;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Queries of a table: every operator on the sort key, order, limits, pages, filters and counts. */
@OverHttpAsyncToo
class QueryTest extends ConformanceTest {
    private static final int PAGE_BYTES_MAX = 1024 * 1024;

    @ParameterizedTest(name = "{0} with {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "pk = :p                             | {:p: 'a'}                          | 'b', 'ba', 'c', 'd'",
                "pk = :p AND sk = :v                 | {:p: 'a', :v: 'ba'}                | 'ba'",
                "pk = :p AND sk = :v                 | {:p: 'a', :v: 'x'}                 | ''",
                "pk = :p AND sk < :v                 | {:p: 'a', :v: 'c'}                 | 'b', 'ba'",
                "pk = :p AND sk <= :v                | {:p: 'a', :v: 'c'}                 | 'b', 'ba', 'c'",
                "pk = :p AND sk > :v                 | {:p: 'a', :v: 'b'}                 | 'ba', 'c', 'd'",
                "pk = :p AND sk >= :v                | {:p: 'a', :v: 'ba'}                | 'ba', 'c', 'd'",
                "pk = :p AND sk BETWEEN :v AND :w    | {:p: 'a', :v: 'ba', :w: 'c'}       | 'ba', 'c'",
                "pk = :p AND sk BETWEEN :v AND :v    | {:p: 'a', :v: 'c'}                 | 'c'",
                "pk = :p AND begins_with(sk, :v)     | {:p: 'a', :v: 'b'}                 | 'b', 'ba'",
                "pk = :p AND begins_with(sk, :v)     | {:p: 'a', :v: 'bab'}               | ''",
                "sk = :v AND pk = :p                 | {:p: 'a', :v: 'ba'}                | 'ba'",
                ":p = pk                             | {:p: 'a'}                          | 'b', 'ba', 'c', 'd'",
                "(pk = :p) AND (sk > :v)             | {:p: 'a', :v: 'c'}                 | 'd'",
                "(pk = :p AND sk > :v)               | {:p: 'a', :v: 'c'}                 | 'd'",
                "pk = :p and sk between :v and :w    | {:p: 'a', :v: 'ba', :w: 'c'}       | 'ba', 'c'",
                "pk = :p                             | {:p: 'none'}                       | ''",
            })
    void query_stringSortKey_selects(String condition, String values, String expected) {
        String table = create(TableShape.keys("pk S", "sk S"));
        for (String sk : List.of("d", "b", "ba", "c")) {
            put(table, "{pk: 'a', sk: '" + sk + "'}");
            put(table, "{pk: 'other', sk: '" + sk + "'}");
        }

        assertSelects(table, condition, values, expected.equals("''") ? List.of() : List.of(expected.split(", ")));
    }

    @ParameterizedTest(name = "{0} with {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "pk = :p                           | {:p: 1}                    | -10, -1.5, 0, 2, 10",
                "pk = :p AND sk = :v               | {:p: 1.0, :v: 2.00}        | 2",
                "pk = :p AND sk < :v               | {:p: 1, :v: 0}             | -10, -1.5",
                "pk = :p AND sk <= :v              | {:p: 1, :v: 0}             | -10, -1.5, 0",
                "pk = :p AND sk > :v               | {:p: 1, :v: -1.5}          | 0, 2, 10",
                "pk = :p AND sk >= :v              | {:p: 1, :v: -1.5}          | -1.5, 0, 2, 10",
                "pk = :p AND sk BETWEEN :v AND :w  | {:p: 1, :v: -2, :w: 9.9}   | -1.5, 0, 2",
            })
    void query_numberSortKey_selects(String condition, String values, String expected) {
        String table = create(TableShape.keys("pk N", "sk N"));
        for (String sk : List.of("10", "-10", "2", "0", "-1.5")) {
            put(table, "{pk: 1, sk: " + sk + "}");
            put(table, "{pk: 2, sk: " + sk + "}");
        }

        assertSelects(table, condition, values, List.of(expected.split(", ")));
    }

    @ParameterizedTest(name = "{0} with {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "pk = :p                           | {:p: x'01'}                          | x'00' x'0000' x'00ff'"
                        + " x'7f' x'80' x'ff'",
                "pk = :p AND sk = :v               | {:p: x'01', :v: x'00'}               | x'00'",
                "pk = :p AND sk < :v               | {:p: x'01', :v: x'7f'}               | x'00' x'0000' x'00ff'",
                "pk = :p AND sk <= :v              | {:p: x'01', :v: x'7f'}               | x'00' x'0000' x'00ff'"
                        + " x'7f'",
                "pk = :p AND sk > :v               | {:p: x'01', :v: x'7f'}               | x'80' x'ff'",
                "pk = :p AND sk >= :v              | {:p: x'01', :v: x'80'}               | x'80' x'ff'",
                "pk = :p AND sk BETWEEN :v AND :w  | {:p: x'01', :v: x'0000', :w: x'7f'}  | x'0000' x'00ff' x'7f'",
                "pk = :p AND begins_with(sk, :v)   | {:p: x'01', :v: x'00'}               | x'00' x'0000' x'00ff'",
                "pk = :p AND begins_with(sk, :v)   | {:p: x'01', :v: x'ff'}               | x'ff'",
            })
    void query_binarySortKey_selects(String condition, String values, String expected) {
        String table = create(TableShape.keys("pk B", "sk B"));
        for (String sk : List.of("x'ff'", "x'80'", "x'7f'", "x'00'", "x'0000'", "x'00ff'")) {
            put(table, "{pk: x'01', sk: " + sk + "}");
            put(table, "{pk: x'0100', sk: " + sk + "}");
        }

        assertSelects(table, condition, values, List.of(expected.split(" ")));
    }

    @Test
    void query_stringSortKey_ordersByUtf8Bytes() {
        String table = create(TableShape.keys("pk S", "sk S"));
        // A supplementary character comes after U+FFFD in UTF-8, but before it in UTF-16.
        List<String> ascending = List.of(
                "A",
                "Z",
                "a",
                "a\u0000",
                "aa",
                "z",
                "\u007f",
                "\u0080",
                "\u00e9",
                "\u4e2d",
                "\uffee",
                "\ufffd",
                "\ud83d\ude00");
        List<String> shuffled = new ArrayList<>(ascending);
        Collections.shuffle(shuffled, new Random(3));
        shuffled.forEach(sk -> put(table, Map.of("pk", Literals.s("p"), "sk", Literals.s(sk))));

        assertThat(query(table, r -> {}).items().stream().map(i -> i.get("sk").s()))
                .isEqualTo(ascending);
    }

    @Test
    void query_prefixOfTheHighestBytes_stopsAtThePartition() {
        String table = create(TableShape.keys("pk S", "sk B"));
        put(table, "{pk: 'p', sk: x'ff'}");
        put(table, "{pk: 'p', sk: x'ffff'}");
        put(table, "{pk: 'p', sk: x'fe'}");
        put(table, "{pk: 'q', sk: x'ff'}");

        QueryResponse response = query(
                table,
                r -> r.keyConditionExpression("pk = :p AND begins_with(sk, :v)")
                        .expressionAttributeValues(item("{:p: 'p', :v: x'ff'}")));

        assertThat(response.items().stream().map(Literals::show))
                .containsExactly("{pk: 'p', sk: x'ff'}", "{pk: 'p', sk: x'ffff'}");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void query_paging_givesTheWholeInOrder(boolean forward) {
        String table = numbered(10);
        for (int limit = 1; limit <= 11; limit++) {
            int pageSize = limit;
            List<String> read = new ArrayList<>();
            int pages = 0;
            Map<String, AttributeValue> from = Map.of();
            do {
                Map<String, AttributeValue> start = from;
                QueryResponse page = query(table, r -> {
                    r.limit(pageSize).scanIndexForward(forward);
                    if (!start.isEmpty()) {
                        r.exclusiveStartKey(start);
                    }
                });
                page.items().forEach(i -> read.add(i.get("sk").n()));
                assertThat(page.count()).isEqualTo(page.items().size());
                from = page.lastEvaluatedKey();
                pages++;
            } while (!from.isEmpty() && pages <= 12);

            List<String> expected = new ArrayList<>(List.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9"));
            if (!forward) {
                Collections.reverse(expected);
            }
            assertThat(read).isEqualTo(expected);
        }
    }

    @Test
    void query_limit_givesTheLastKeyEvaluated() {
        String table = numbered(5);

        QueryResponse some = query(table, r -> r.limit(3));
        QueryResponse exactly = query(table, r -> r.limit(5));
        QueryResponse more = query(table, r -> r.limit(6));

        assertThat(show(some.lastEvaluatedKey())).isEqualTo("{pk: 'p', sk: 2}");
        assertThat(show(exactly.lastEvaluatedKey())).isEqualTo("{pk: 'p', sk: 4}");
        assertThat(more.hasLastEvaluatedKey()).isFalse();
    }

    @Test
    void query_startKeyThatDoesNotExist_startsAfterIt() {
        String table = numbered(5);

        QueryResponse forward = query(table, r -> r.exclusiveStartKey(item("{pk: 'p', sk: 1.5}")));
        QueryResponse backward = query(
                table, r -> r.exclusiveStartKey(item("{pk: 'p', sk: 1.5}")).scanIndexForward(false));

        assertThat(sortKeys(forward)).containsExactly("2", "3", "4");
        assertThat(sortKeys(backward)).containsExactly("1", "0");
    }

    @Test
    void query_filter_comesAfterTheLimit() {
        String table = numbered(10);

        QueryResponse page = query(
                table,
                r -> r.limit(4).filterExpression("odd = :t").expressionAttributeValues(item("{:p: 'p', :t: true}")));

        assertThat(sortKeys(page)).containsExactly("1", "3");
        assertThat(page.count()).isEqualTo(2);
        assertThat(page.scannedCount()).isEqualTo(4);
        assertThat(show(page.lastEvaluatedKey())).isEqualTo("{pk: 'p', sk: 3}");
    }

    @Test
    void query_count_givesNoItems() {
        String table = numbered(10);

        QueryResponse page = query(
                table,
                r -> r.select(Select.COUNT)
                        .filterExpression("odd = :t")
                        .expressionAttributeValues(item("{:p: 'p', :t: true}")));

        assertThat(page.hasItems()).isFalse();
        assertThat(page.count()).isEqualTo(5);
        assertThat(page.scannedCount()).isEqualTo(10);
    }

    @Test
    void query_projection_givesOnlyThePaths() {
        String table = numbered(2);

        assertThat(query(table, r -> r.projectionExpression("odd")).items().stream()
                        .map(Literals::show))
                .containsExactly("{odd: false}", "{odd: true}");
        assertThat(query(table, r -> r.projectionExpression("odd").select(Select.SPECIFIC_ATTRIBUTES)).items().stream()
                        .map(Literals::show))
                .containsExactly("{odd: false}", "{odd: true}");
    }

    @Test
    void query_pages_endAtOneMegabyte() {
        String table = create(TableShape.keys("pk S", "sk N"));
        int items = 12;
        int itemBytes = 200_000;
        String filling = "x".repeat(itemBytes);
        for (int i = 0; i < items; i++) {
            put(table, Map.of("pk", Literals.s("p"), "sk", Literals.n(i), "f", Literals.s(filling)));
        }

        QueryResponse all = query(table, r -> {});
        // The item that crosses the limit still belongs to the page.
        int perPage = PAGE_BYTES_MAX / itemBytes + 1;
        assertThat(all.count()).isEqualTo(perPage);
        assertThat(show(all.lastEvaluatedKey())).isEqualTo("{pk: 'p', sk: " + (perPage - 1) + "}");
    }

    @Test
    @DiffersFromDynamoDbLocal("its pages count only what they return towards the megabyte")
    void query_filteredOrCountedPages_endAtOneMegabyteToo() {
        String table = create(TableShape.keys("pk S", "sk N"));
        String filling = "x".repeat(300_000);
        for (int i = 0; i < 8; i++) {
            put(table, Map.of("pk", Literals.s("p"), "sk", Literals.n(i), "f", Literals.s(filling)));
        }

        QueryResponse counted = query(table, r -> r.select(Select.COUNT));
        QueryResponse filtered = query(table, r -> r.filterExpression("absent = :p"));

        assertThat(counted.count()).isEqualTo(4);
        assertThat(show(counted.lastEvaluatedKey())).isEqualTo("{pk: 'p', sk: 3}");
        assertThat(filtered.count()).isZero();
        assertThat(filtered.scannedCount()).isEqualTo(4);
        assertThat(show(filtered.lastEvaluatedKey())).isEqualTo("{pk: 'p', sk: 3}");
    }

    private String numbered(int items) {
        String table = create(TableShape.keys("pk S", "sk N"));
        for (int i = 0; i < items; i++) {
            put(table, "{pk: 'p', sk: " + i + ", odd: " + (i % 2 == 1) + "}");
        }
        put(table, "{pk: 'q', sk: 0}");
        return table;
    }

    private void assertSelects(String table, String condition, String values, List<String> ascending) {
        List<String> descending = new ArrayList<>(ascending);
        Collections.reverse(descending);

        assertThat(sortKeys(
                        query(table, r -> r.keyConditionExpression(condition).expressionAttributeValues(item(values)))))
                .isEqualTo(ascending);
        assertThat(sortKeys(query(
                        table,
                        r -> r.keyConditionExpression(condition)
                                .expressionAttributeValues(item(values))
                                .consistentRead(true)
                                .scanIndexForward(false))))
                .isEqualTo(descending);
    }

    private static List<String> sortKeys(QueryResponse response) {
        return response.items().stream().map(i -> show(i.get("sk"))).toList();
    }

    /** Queries partition 'p', unless the caller says otherwise. */
    private QueryResponse query(String table, Consumer<QueryRequest.Builder> more) {
        return client.query(r -> {
            r.tableName(table).keyConditionExpression("pk = :p").expressionAttributeValues(item("{:p: 'p'}"));
            more.accept(r);
        });
    }
}
