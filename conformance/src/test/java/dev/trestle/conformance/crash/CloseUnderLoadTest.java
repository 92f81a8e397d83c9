package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.EngineOptions;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;

/**
 * The store is closed while threads read, query, scan and write: each call answers, or fails by saying that the store is closed; every
 * acknowledged write is there afterwards; and the process, which holds native memory that closing frees, lives.
 */
@Tag("once")
class CloseUnderLoadTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    @Test
    void close_underLoad_endsEveryCallInOrder() throws Exception {
        closeInAChild(25, Duration.ZERO);
    }

    @Test
    void close_underLoadWithIndexesThatLag_endsEveryCallInOrder() throws Exception {
        closeInAChild(25, Duration.ofMillis(1));
    }

    @Test
    @Tag("slow")
    void close_underLoadManyTimes_endsEveryCallInOrder() throws Exception {
        closeInAChild(Integer.getInteger("trestle.crash.rounds", 1000), Duration.ZERO);
    }

    @Test
    @Tag("slow")
    void close_underLoadWithIndexesThatLagManyTimes_endsEveryCallInOrder() throws Exception {
        closeInAChild(Integer.getInteger("trestle.crash.rounds", 300), Duration.ofMillis(1));
    }

    private void closeInAChild(int rounds, Duration indexDelay) throws Exception {
        try (ChildJvm child = ChildJvm.start(temporary, Closer.class, temporary.resolve("store"), rounds, indexDelay)) {
            List<String> said = child.readUntil("end");
            assertThat(child.waitFor()).as(child.errors()).isZero();
            assertThat(said)
                    .as("rounds, each with calls that answered and calls that were turned away")
                    .hasSize(rounds);
            assertThat(temporary.resolve("hs_err.log")).doesNotExist();
        }
    }

    /** Opens and closes again and again, in a process that may crash alone. */
    static final class Closer {
        private static final int WRITERS = 4;
        private static final int READERS = 6;

        private final DynamoDbClient client;
        private final Map<Integer, Integer> acknowledged;
        private final ConcurrentLinkedQueue<Throwable> unexpected = new ConcurrentLinkedQueue<>();
        private final CountDownLatch answers = new CountDownLatch(200);
        private final AtomicInteger turnedAway = new AtomicInteger();

        private Closer(DynamoDbClient client, Map<Integer, Integer> acknowledged) {
            this.client = client;
            this.acknowledged = acknowledged;
        }

        public static void main(String[] arguments) throws Exception {
            EngineOptions options =
                    StoreFiles.options(Path.of(arguments[0])).withIndexDelay(Duration.parse(arguments[2]));
            Map<Integer, Integer> acknowledged = new ConcurrentHashMap<>();
            for (int round = 0; round < Integer.parseInt(arguments[1]); round++) {
                try (TrestleDb db = TrestleDb.open(options)) {
                    if (round == 0) {
                        Script.createTables(db.client());
                    }
                    check(db, acknowledged);
                    new Closer(db.client(), acknowledged).closeUnderLoad(db);
                }
                System.out.println("round " + round);
            }
            System.out.println("end");
        }

        /** Each writer has an item that it counts up; a count that was not acknowledged may be there as well. */
        private static void check(TrestleDb db, Map<Integer, Integer> acknowledged) {
            acknowledged.forEach((writer, count) -> {
                int found = Integer.parseInt(db.client()
                        .getItem(r -> r.tableName(Script.ORDERS).key(key(writer)))
                        .item()
                        .get("n")
                        .n());
                if (found < count || found > count + 1) {
                    throw new AssertionError("writer " + writer + " had " + count + " acknowledged and finds " + found);
                }
                acknowledged.put(writer, found);
            });
            if (!db.engine().verify().isClean()) {
                throw new AssertionError(db.engine().verify().problems().toString());
            }
        }

        private void closeUnderLoad(TrestleDb db) throws InterruptedException {
            List<Thread> threads = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                int id = writer;
                threads.add(new Thread(() -> untilClosed(() -> write(id))));
            }
            for (int reader = 0; reader < READERS; reader++) {
                Random random = new Random(reader);
                threads.add(new Thread(() -> untilClosed(() -> read(random))));
            }
            threads.forEach(Thread::start);
            answers.await();
            db.close();
            for (Thread thread : threads) {
                thread.join();
            }
            if (!unexpected.isEmpty()) {
                throw new AssertionError("calls ended in another way", unexpected.peek());
            }
            if (turnedAway.get() != threads.size()) {
                throw new AssertionError(turnedAway + " of " + threads.size() + " threads were turned away");
            }
        }

        private void untilClosed(Runnable call) {
            try {
                for (; ; ) {
                    call.run();
                    answers.countDown();
                }
            } catch (SdkClientException e) {
                if (e.getMessage().contains("has been closed")) {
                    turnedAway.incrementAndGet();
                } else {
                    unexpected.add(e);
                }
            } catch (RuntimeException | Error e) {
                unexpected.add(e);
            }
        }

        private void write(int writer) {
            int count = acknowledged.getOrDefault(writer, 0) + 1;
            client.updateItem(r -> r.tableName(Script.ORDERS)
                    .key(key(writer))
                    .updateExpression("SET g = :g, padding = :p ADD n :one")
                    .expressionAttributeValues(Map.of(
                            ":g", AttributeValue.fromS("g" + count % 3),
                            ":p", AttributeValue.fromS("x".repeat(3000)),
                            ":one", AttributeValue.fromN("1"))));
            acknowledged.put(writer, count);
        }

        private void read(Random random) {
            switch (random.nextInt(4)) {
                case 0 -> client.getItem(r -> r.tableName(Script.ORDERS).key(key(random.nextInt(WRITERS))));
                case 1 -> client.scan(r -> r.tableName(Script.ORDERS));
                case 2 ->
                    client.query(r -> r.tableName(Script.ORDERS)
                            .indexName(Script.BY_GROUP)
                            .keyConditionExpression("g = :g")
                            .expressionAttributeValues(Map.of(":g", AttributeValue.fromS("g" + random.nextInt(3)))));
                default ->
                    client.transactGetItems(r -> r.transactItems(List.of(TransactGetItem.builder()
                            .get(g -> g.tableName(Script.ORDERS).key(key(random.nextInt(WRITERS))))
                            .build())));
            }
        }

        private static Map<String, AttributeValue> key(int writer) {
            return Map.of("pk", AttributeValue.fromS("w" + writer), "sk", AttributeValue.fromN("0"));
        }
    }
}
