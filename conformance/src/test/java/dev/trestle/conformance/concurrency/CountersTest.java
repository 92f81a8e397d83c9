package dev.trestle.conformance.concurrency;

import static dev.trestle.conformance.concurrency.Items.item;
import static dev.trestle.conformance.concurrency.Items.key;
import static dev.trestle.conformance.concurrency.Items.n;
import static dev.trestle.conformance.concurrency.Items.number;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/** Many threads that count on few items lose nothing and count nothing twice. */
@Tag("once")
class CountersTest {
    private static final String TABLE = "counters";
    private static final int COUNTERS = 3;

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void add_manyThreadsOnHotItems_countsEveryAcknowledgedOne(Setting setting) {
        add(setting, 1, 100);
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void add_forLong_countsEveryAcknowledgedOne(Setting setting) {
        add(setting, 2, 5000);
    }

    private void add(Setting setting, long seed, int timesEach) {
        try (TrestleDb db = setting.open(directory)) {
            DynamoDbClient client = db.client();
            Items.createTable(client, TABLE);
            AtomicLongArray acknowledged = new AtomicLongArray(COUNTERS);
            Set<String> answers = ConcurrentHashMap.newKeySet();
            Workers.run(seed, 8, (worker, random) -> {
                for (int i = 0; i < timesEach; i++) {
                    int counter = random.nextInt(COUNTERS);
                    Map<String, AttributeValue> after = client.updateItem(r -> r.tableName(TABLE)
                                    .key(key("c", "" + counter))
                                    .updateExpression("ADD v :one")
                                    .expressionAttributeValues(Map.of(":one", n(1)))
                                    .returnValues(ReturnValue.ALL_NEW))
                            .attributes();
                    acknowledged.incrementAndGet(counter);
                    assertThat(answers.add(counter + ":" + number(after, "v")))
                            .as("nobody else was told the same count")
                            .isTrue();
                    assertThat(read(client, counter)).isGreaterThanOrEqualTo(number(after, "v"));
                }
            });
            for (int i = 0; i < COUNTERS; i++) {
                assertThat(read(client, i)).isEqualTo(acknowledged.get(i));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void compareAndSet_manyThreadsOnOneItem_losesNothing(Setting setting) {
        compareAndSet(setting, 3, 40);
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void compareAndSet_forLong_losesNothing(Setting setting) {
        compareAndSet(setting, 4, 1000);
    }

    private void compareAndSet(Setting setting, long seed, int timesEach) {
        int threads = 4;
        try (TrestleDb db = setting.open(directory)) {
            DynamoDbClient client = db.client();
            Items.createTable(client, TABLE);
            client.putItem(r -> r.tableName(TABLE).item(item("c", "0", "v", n(0))));
            Set<Long> won = ConcurrentHashMap.newKeySet();
            Workers.run(seed, threads, (worker, random) -> {
                int done = 0;
                while (done < timesEach) {
                    long seen = read(client, 0);
                    if (replace(client, seen, seen + 1)) {
                        assertThat(won.add(seen + 1))
                                .as("one winner for each value")
                                .isTrue();
                        done++;
                    }
                }
            });
            assertThat(read(client, 0)).isEqualTo((long) threads * timesEach);
            assertThat(new HashSet<>(won)).hasSize(threads * timesEach);
        }
    }

    private static boolean replace(DynamoDbClient client, long expected, long value) {
        try {
            client.putItem(r -> r.tableName(TABLE)
                    .item(item("c", "0", "v", n(value)))
                    .conditionExpression("v = :e")
                    .expressionAttributeValues(Map.of(":e", n(expected))));
            return true;
        } catch (ConditionalCheckFailedException lost) {
            return false;
        }
    }

    private static long read(DynamoDbClient client, int counter) {
        return number(
                client.getItem(r ->
                                r.tableName(TABLE).key(key("c", "" + counter)).consistentRead(true))
                        .item(),
                "v");
    }
}
