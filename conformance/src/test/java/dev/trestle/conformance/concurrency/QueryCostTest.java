package dev.trestle.conformance.concurrency;

import static dev.trestle.conformance.concurrency.Items.n;
import static dev.trestle.conformance.concurrency.Items.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.Alone;
import dev.trestle.engine.EngineOptions;
import dev.trestle.sdk.TrestleDb;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * A query of twenty items touches twenty items, whatever the table holds: the same warm keys cost the same in a larger table.
 *
 * <p>Both databases are closed and opened before they are measured, which moves what they hold from memory into files. Otherwise the
 * small table would still be in the write buffer and the large one in a file as well, and the step from the one to the other, about
 * half as much again, would be taken for growth. What is compared is the processor time of the calling thread, on which a query
 * runs, so that other work on the machine does not count.
 */
@Alone
class QueryCostTest {
    private static final String TABLE = "cost";
    private static final int PARTITION_ITEMS = 20;
    private static final int WARM_PARTITIONS = 50;
    private static final int ROUNDS = 15;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int QUERIES_PER_ROUND = 1000;

    @TempDir
    Path directory;

    @Test
    void query_tableFourTimesAsLarge_costsTheSame() {
        assertFlat(10_000, 40_000);
    }

    @Tag("slow")
    @Test
    void query_tableThirtyTimesAsLarge_costsTheSame() {
        assertFlat(10_000, 300_000);
    }

    private void assertFlat(int smallItems, int largeItems) {
        fill("small", smallItems);
        fill("large", largeItems);
        try (TrestleDb small = open("small");
                TrestleDb large = open("large")) {
            List<Double> ratios = new ArrayList<>();
            for (int round = -3; round < ROUNDS; round++) { // the first ones warm up
                long smallNanos = measure(small.client());
                long largeNanos = measure(large.client());
                if (round >= 0) {
                    ratios.add((double) largeNanos / smallNanos);
                }
            }
            ratios.sort(Double::compare);
            assertThat(ratios.get(ROUNDS / 2))
                    .as("median of how much longer the same queries take in the larger table, of %s", ratios)
                    .isLessThan(1.5);
        }
    }

    private void fill(String name, int items) {
        try (TrestleDb db = open(name)) {
            load(db.client(), items);
        }
    }

    /** Without the cache of items, so that what is measured is the way through the store. */
    private TrestleDb open(String name) {
        return TrestleDb.open(EngineOptions.directory(directory.resolve(name)).withItemCacheBytes(0));
    }

    private static long measure(DynamoDbClient client) {
        long start = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < QUERIES_PER_ROUND; i++) {
            AttributeValue pk = s("p" + i % WARM_PARTITIONS);
            int found = client.query(r -> r.tableName(TABLE)
                            .keyConditionExpression("pk = :p")
                            .expressionAttributeValues(Map.of(":p", pk)))
                    .count();
            if (found != PARTITION_ITEMS) {
                throw new AssertionError("a query found " + found + " items");
            }
        }
        return THREADS.getCurrentThreadCpuTime() - start;
    }

    private static void load(DynamoDbClient client, int items) {
        Items.createTable(client, TABLE);
        int threads = 8;
        Workers.run(0, threads, (worker, random) -> {
            for (int first = worker * 25; first < items; first += threads * 25) {
                List<WriteRequest> writes = IntStream.range(first, Math.min(first + 25, items))
                        .mapToObj(QueryCostTest::put)
                        .toList();
                assertThat(client.batchWriteItem(r -> r.requestItems(Map.of(TABLE, writes)))
                                .unprocessedItems())
                        .isEmpty();
            }
        });
    }

    private static WriteRequest put(int number) {
        Map<String, AttributeValue> item = new HashMap<>(
                Items.key("p" + number / PARTITION_ITEMS, String.format("%02d", number % PARTITION_ITEMS)));
        item.put("number", n(number));
        item.put("text", s("some text of an item"));
        return WriteRequest.builder().putRequest(p -> p.item(item)).build();
    }
}
