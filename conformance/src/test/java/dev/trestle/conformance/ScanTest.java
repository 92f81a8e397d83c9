package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Scans: the whole table once, in pages and in segments, whatever the order. */
class ScanTest extends ConformanceTest {
    private static final int PAGES_MAX = 1000;
    private static final int PARTITIONS = 12;
    private static final int ITEMS_PER_PARTITION = 4;

    @Test
    void scan_ofAnEmptyTable_isEmpty() {
        String table = create(TableShape.keys("pk S"));

        ScanResponse response = client.scan(r -> r.tableName(table));

        assertThat(response.count()).isZero();
        assertThat(response.scannedCount()).isZero();
        assertThat(response.items()).isEmpty();
        assertThat(response.hasItems()).isTrue();
        assertThat(response.hasLastEvaluatedKey()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 47, 48, 49, 1000})
    void scan_paging_givesEachItemOnce(int limit) {
        String table = filled();

        assertThat(all(table, r -> r.limit(limit))).containsExactlyInAnyOrderElementsOf(expected());
    }

    @Test
    void scan_items_areSortedInsideEachPartition() {
        List<String> read = all(filled(), r -> {});

        for (int p = 0; p < PARTITIONS; p++) {
            String prefix = "p" + p + "/";
            assertThat(read.stream().filter(key -> key.startsWith(prefix)).toList())
                    .isEqualTo(IntStream.range(0, ITEMS_PER_PARTITION)
                            .mapToObj(i -> prefix + i)
                            .toList());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 100})
    void scan_segments_coverEachItemOnce(int segments) {
        String table = filled();
        List<String> read = new ArrayList<>();

        for (int segment = 0; segment < segments; segment++) {
            int current = segment;
            read.addAll(
                    all(table, r -> r.segment(current).totalSegments(segments).limit(3)));
        }

        assertThat(read).containsExactlyInAnyOrderElementsOf(expected());
    }

    @Test
    void scan_largestNumberOfSegments_isAccepted() {
        String table = filled();

        assertThat(client.scan(r -> r.tableName(table).segment(999_999).totalSegments(1_000_000))
                        .count())
                .isLessThanOrEqualTo(PARTITIONS * ITEMS_PER_PARTITION);
    }

    @Test
    void scan_filter_countsWhatItLookedAt() {
        String table = filled();

        ScanResponse response = client.scan(r -> r.tableName(table)
                .filterExpression("sk = :one AND pk <> :p")
                .expressionAttributeValues(item("{:one: 1, :p: 'p0'}")));

        assertThat(response.count()).isEqualTo(PARTITIONS - 1);
        assertThat(response.items()).hasSize(PARTITIONS - 1);
        assertThat(response.scannedCount()).isEqualTo(PARTITIONS * ITEMS_PER_PARTITION);
    }

    @Test
    void scan_count_givesNoItems() {
        String table = filled();

        ScanResponse response = client.scan(r -> r.tableName(table).select(Select.COUNT));

        assertThat(response.hasItems()).isFalse();
        assertThat(response.count()).isEqualTo(PARTITIONS * ITEMS_PER_PARTITION);
    }

    @Test
    void scan_pages_endAtOneMegabyte() {
        String table = create(TableShape.keys("pk S"));
        String filling = "x".repeat(300_000);
        for (int i = 0; i < 8; i++) {
            put(table, Map.of("pk", Literals.s("p" + i), "sk", Literals.n(0), "f", Literals.s(filling)));
        }

        ScanResponse first = client.scan(r -> r.tableName(table));

        assertThat(first.count()).isEqualTo(4);
        assertThat(first.lastEvaluatedKey())
                .isEqualTo(Map.of("pk", first.items().get(3).get("pk")));
        assertThat(all(table, r -> {})).hasSize(8).doesNotHaveDuplicates();
    }

    private String filled() {
        String table = create(TableShape.keys("pk S", "sk N"));
        for (int p = 0; p < PARTITIONS; p++) {
            for (int i = ITEMS_PER_PARTITION - 1; i >= 0; i--) {
                put(table, "{pk: 'p" + p + "', sk: " + i + "}");
            }
        }
        return table;
    }

    private static List<String> expected() {
        return IntStream.range(0, PARTITIONS * ITEMS_PER_PARTITION)
                .mapToObj(i -> "p" + i / ITEMS_PER_PARTITION + "/" + i % ITEMS_PER_PARTITION)
                .toList();
    }

    /** Reads all pages, each started where the one before it ended. */
    private List<String> all(String table, Consumer<ScanRequest.Builder> more) {
        List<String> read = new ArrayList<>();
        Map<String, AttributeValue> from = Map.of();
        int pages = 0;
        do {
            Map<String, AttributeValue> start = from;
            ScanResponse page = client.scan(r -> {
                r.tableName(table);
                if (!start.isEmpty()) {
                    r.exclusiveStartKey(start);
                }
                more.accept(r);
            });
            page.items()
                    .forEach(i -> read.add(i.get("pk").s() + "/" + i.get("sk").n()));
            from = page.lastEvaluatedKey();
            pages++;
            assertThat(pages).isLessThan(PAGES_MAX);
        } while (!from.isEmpty());
        return read;
    }
}
