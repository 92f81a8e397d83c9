package dev.trestle.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@Tag("once")
@Timeout(120)
class ClosingTest {
    private static final int CALLS_BEFORE_CLOSE = 20;

    @Test
    void client_closed_leavesTheDatabaseOpen() {
        try (TrestleDb db = TrestleDb.inMemory()) {
            db.client().close();
            db.asyncClient().close();
            db.client().waiter().close();
            db.asyncClient().waiter().close();

            assertThat(db.client().listTables().tableNames()).isEmpty();
            assertThat(db.asyncClient().listTables().join().tableNames()).isEmpty();
        }
    }

    @Test
    void calls_afterClose_saySo() {
        TrestleDb db = TrestleDb.inMemory();
        Tables.createOrders(db.client());
        db.close();
        db.close();

        assertThatThrownBy(() -> db.client().listTables())
                .isInstanceOf(SdkClientException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> Tables.put(db.client(), "a", 1))
                .isInstanceOf(SdkClientException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> db.asyncClient().listTables().join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(SdkClientException.class);
    }

    @Test
    void asyncWaiter_stillWaitingWhenClosed_ends() {
        TrestleDb db = TrestleDb.inMemory();
        CompletableFuture<?> waiting =
                db.asyncClient().waiter().waitUntilTableExists(request -> request.tableName("Never"));
        db.close();

        assertThatThrownBy(waiting::join).isInstanceOf(CompletionException.class);
    }

    @Test
    void open_again_findsWhatWasAcknowledged(@TempDir Path directory) {
        try (TrestleDb db = TrestleDb.open(directory)) {
            Tables.createOrders(db.client());
            Tables.put(db.client(), "a", 1);
        }
        try (TrestleDb db = TrestleDb.open(directory)) {
            assertThat(db.client()
                            .getItem(request -> request.tableName(Tables.ORDERS).key(Tables.key("a", 1)))
                            .item())
                    .isEqualTo(Tables.key("a", 1));
        }
    }

    /** Threads read, scan and write as fast as they can while the database is closed; each must end by being told so. */
    @Test
    void close_underLoad_endsEveryCall(@TempDir Path directory) throws Exception {
        for (int round = 0; round < 5; round++) {
            TrestleDb db = TrestleDb.open(directory.resolve("round" + round));
            Tables.createOrders(db.client());
            ConcurrentLinkedQueue<Throwable> ends = new ConcurrentLinkedQueue<>();
            CountDownLatch busy = new CountDownLatch(8);
            List<Thread> threads = new ArrayList<>();
            for (int number = 0; number < 8; number++) {
                int id = number;
                Thread thread = new Thread(() -> load(db, id, busy, ends));
                thread.start();
                threads.add(thread);
            }
            busy.await();

            db.close();
            for (Thread thread : threads) {
                thread.join();
            }

            assertThat(ends)
                    .hasSize(8)
                    .allSatisfy(end -> assertThat(end)
                            .isInstanceOf(SdkClientException.class)
                            .hasMessageContaining("closed"));
        }
    }

    private static void load(TrestleDb db, int id, CountDownLatch busy, ConcurrentLinkedQueue<Throwable> ends) {
        int calls = 0;
        try {
            while (true) {
                call(db, id, calls);
                if (++calls == CALLS_BEFORE_CLOSE) {
                    busy.countDown();
                }
            }
        } catch (CompletionException thrown) {
            ends.add(thrown.getCause());
        } catch (Throwable thrown) {
            ends.add(thrown);
        } finally {
            if (calls < CALLS_BEFORE_CLOSE) {
                busy.countDown();
            }
        }
    }

    private static void call(TrestleDb db, int id, int i) {
        DynamoDbClient client = db.client();
        switch (id % 4) {
            case 0 -> Tables.put(client, "p" + id, i);
            case 1 -> client.scan(request -> request.tableName(Tables.ORDERS));
            case 2 ->
                client.query(request -> request.tableName(Tables.ORDERS)
                        .keyConditionExpression("pk = :p")
                        .expressionAttributeValues(Map.of(":p", AttributeValue.fromS("p0"))));
            default ->
                db.asyncClient()
                        .putItem(request -> request.tableName(Tables.ORDERS).item(Tables.key("p" + id, i)))
                        .join();
        }
    }
}
