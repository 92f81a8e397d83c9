package dev.trestle.conformance.concurrency;

import static dev.trestle.conformance.concurrency.Items.item;
import static dev.trestle.conformance.concurrency.Items.key;
import static dev.trestle.conformance.concurrency.Items.n;
import static dev.trestle.conformance.concurrency.Items.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.trestle.engine.EngineOptions;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** What waits for the disk is bounded; who comes too late is told so, and nothing of his is written. */
@Tag("once")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class CommitQueueTest {
    private static final String TABLE = "queue";

    @TempDir
    Path directory;

    private TrestleDb open(int requests, long bytes) {
        TrestleDb db = TrestleDb.open(
                EngineOptions.directory(directory.resolve("data")).withCommitQueue(requests, bytes));
        Items.createTable(db.client(), TABLE);
        return db;
    }

    @Test
    void put_moreThanTheQueueHolds_isThrottledOrWrittenAndNothingInBetween() {
        try (TrestleDb db = open(2, 1 << 20)) {
            TreeSet<Integer> acknowledged = new TreeSet<>();
            int throttled = 0;
            for (int round = 0; round < 50 && (throttled == 0 || round < 3); round++) {
                List<CompletableFuture<?>> puts = new ArrayList<>();
                for (int i = 0; i < 500; i++) {
                    int number = round * 500 + i;
                    puts.add(db.asyncClient()
                            .putItem(r -> r.tableName(TABLE).item(item("p", "" + number, "v", n(number)))));
                }
                for (int i = 0; i < puts.size(); i++) {
                    if (succeeds(puts.get(i))) {
                        acknowledged.add(round * 500 + i);
                    } else {
                        throttled++;
                    }
                }
            }
            assertThat(throttled).as("throttled").isPositive();
            assertThat(acknowledged).isNotEmpty();
            assertThat(stored(db)).isEqualTo(acknowledged);
            assertWorks(db);
        }
    }

    @Test
    void transaction_whenTheQueueIsFull_isAllOrNothing() {
        try (TrestleDb db = open(1, 1 << 20)) {
            int throttled = 0;
            TreeSet<Integer> acknowledged = new TreeSet<>();
            for (int round = 0; round < 50 && (throttled == 0 || round < 3); round++) {
                List<CompletableFuture<?>> transactions = new ArrayList<>();
                for (int i = 0; i < 200; i++) {
                    int number = 2 * (round * 200 + i);
                    transactions.add(db.asyncClient()
                            .transactWriteItems(r -> r.transactItems(put(number), put(number + 1))
                                    .clientRequestToken("token" + number)));
                }
                for (int i = 0; i < transactions.size(); i++) {
                    if (succeeds(transactions.get(i))) {
                        acknowledged.add(2 * (round * 200 + i));
                        acknowledged.add(2 * (round * 200 + i) + 1);
                    } else {
                        throttled++;
                    }
                }
            }
            assertThat(throttled).as("throttled").isPositive();
            assertThat(stored(db)).isEqualTo(acknowledged);
            assertWorks(db);
        }
    }

    @Test
    void batchWrite_whenTheQueueIsFull_givesBackWhatItDidNotWrite() {
        try (TrestleDb db = open(3, 1 << 20)) {
            TreeSet<Integer> written = new TreeSet<>();
            int unprocessed = 0;
            for (int round = 0; round < 50 && unprocessed == 0; round++) {
                List<CompletableFuture<BatchWriteItemResponse>> batches = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    int first = (round * 20 + i) * 25;
                    List<WriteRequest> writes = Stream.iterate(first, number -> number + 1)
                            .limit(25)
                            .map(number -> WriteRequest.builder()
                                    .putRequest(p -> p.item(item("p", "" + number, "v", n(number))))
                                    .build())
                            .toList();
                    writes.forEach(write -> written.add(number(write)));
                    batches.add(db.asyncClient().batchWriteItem(r -> r.requestItems(Map.of(TABLE, writes))));
                }
                for (CompletableFuture<BatchWriteItemResponse> batch : batches) {
                    for (WriteRequest left : batch.join().unprocessedItems().getOrDefault(TABLE, List.of())) {
                        unprocessed++;
                        written.remove(number(left));
                    }
                }
            }
            assertThat(unprocessed).as("unprocessed").isPositive();
            assertThat(stored(db)).isEqualTo(written);
            assertWorks(db);
        }
    }

    /** The answers that wait with their writes count too: a delete is small, but what it gives back is not. */
    @Test
    void delete_thatReturnsLargeItems_countsWhatItHolds() {
        try (TrestleDb db = open(4096, 1 << 20)) {
            AttributeValue large = s("x".repeat(300_000));
            int throttled = 0;
            for (int round = 0; round < 30 && throttled == 0; round++) {
                for (int i = 0; i < 40; i++) {
                    String sk = "" + i;
                    db.client().putItem(r -> r.tableName(TABLE).item(item("p", sk, "x", large)));
                }
                List<CompletableFuture<?>> deletes = new ArrayList<>();
                for (int i = 0; i < 40; i++) {
                    String sk = "" + i;
                    deletes.add(db.asyncClient()
                            .deleteItem(
                                    r -> r.tableName(TABLE).key(key("p", sk)).returnValues(ReturnValue.ALL_OLD)));
                }
                throttled += (int)
                        deletes.stream().filter(delete -> !succeeds(delete)).count();
            }
            assertThat(throttled)
                    .as("throttled, though forty bare keys would fit a thousand times")
                    .isPositive();
            assertThat(db.engine().verify().problems()).isEmpty();
        }
    }

    @Test
    void callback_thatIsStuck_holdsUpNobodyElse() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (TrestleDb db = open(4096, 1 << 20)) {
            DynamoDbAsyncClient async = db.asyncClient();
            CountDownLatch stuck = new CountDownLatch(3);
            List<CompletableFuture<Void>> held = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int number = i;
                held.add(async.putItem(r -> r.tableName(TABLE).item(item("stuck", "" + number, "v", n(0))))
                        .thenAccept(answer -> {
                            stuck.countDown();
                            awaitQuietly(release);
                        }));
            }
            assertThat(stuck.await(30, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < 100; i++) {
                int number = i;
                async.putItem(r -> r.tableName(TABLE).item(item("p", "" + number, "v", n(number))))
                        .get(30, TimeUnit.SECONDS);
                db.client().putItem(r -> r.tableName(TABLE).item(item("q", "" + number, "v", n(number))));
            }
            assertThat(held).noneMatch(CompletableFuture::isDone);
            release.countDown();
            CompletableFuture.allOf(held.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
        } finally {
            release.countDown();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static TransactWriteItem put(int number) {
        return TransactWriteItem.builder()
                .put(p -> p.tableName(TABLE).item(item("p", "" + number, "v", n(number))))
                .build();
    }

    private static int number(WriteRequest write) {
        return (int) Items.number(write.putRequest().item(), "v");
    }

    private static boolean succeeds(CompletableFuture<?> future) {
        try {
            future.join();
            return true;
        } catch (CompletionException e) {
            if (e.getCause() instanceof ThrottlingException) {
                return false;
            }
            return fail("neither written nor throttled", e);
        }
    }

    private static TreeSet<Integer> stored(TrestleDb db) {
        TreeSet<Integer> stored = new TreeSet<>();
        db.client()
                .scanPaginator(r -> r.tableName(TABLE))
                .items()
                .forEach(item -> stored.add((int) Items.number(item, "v")));
        return stored;
    }

    private static void assertWorks(TrestleDb db) {
        db.client().putItem(r -> r.tableName(TABLE).item(item("after", "after", "v", n(-1))));
        assertThat(db.client()
                        .getItem(r -> r.tableName(TABLE).key(key("after", "after")))
                        .item())
                .isNotEmpty();
        assertThat(db.engine().verify().problems()).isEmpty();
    }
}
