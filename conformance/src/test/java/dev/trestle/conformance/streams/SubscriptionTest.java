package dev.trestle.conformance.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.api.StreamRecord;
import dev.trestle.engine.api.StreamSubscription;
import dev.trestle.engine.api.SubscribeStream;
import dev.trestle.engine.api.SubscribeStream.Start;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** What a subscription promises: every record, in order, at least once, from where its consumer stopped. */
class SubscriptionTest {
    private static final String TABLE = "told";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void subscribe_fromTheHorizon_deliversAllInOrder() {
        try (TrestleDb db = memory()) {
            put(db, 0, 500);
            Collector collector = new Collector();
            subscribe(db, null, Start.TRIM_HORIZON, collector);
            put(db, 500, 1500);
            collector.awaitRecords(1500);
            assertThat(collector.keys()).isEqualTo(numbers(0, 1500));
        }
    }

    @Test
    void subscribe_fromTheLatest_deliversWhatComes() {
        try (TrestleDb db = memory()) {
            put(db, 0, 10);
            Collector collector = new Collector();
            subscribe(db, null, Start.LATEST, collector);
            put(db, 10, 20);
            collector.awaitRecords(10);
            assertThat(collector.keys()).isEqualTo(numbers(10, 20));
        }
    }

    @Test
    void subscribe_afterARecord_beginsBehindIt() {
        try (TrestleDb db = memory()) {
            put(db, 0, 10);
            Collector all = new Collector();
            subscribe(db, null, Start.TRIM_HORIZON, all);
            all.awaitRecords(10);
            Collector rest = new Collector();
            String fourth = all.records().get(3).sequenceNumber();
            db.engine().subscribe(new SubscribeStream(TABLE, null, Start.LATEST, fourth), rest);
            rest.awaitRecords(6);
            assertThat(rest.keys()).isEqualTo(numbers(4, 10));
        }
    }

    @Test
    void subscribe_afterANumberThatIsNotThere_isRefused() {
        try (TrestleDb db = memory()) {
            for (String bad : List.of("100000000000009999999", "x".repeat(21))) {
                assertThatThrownBy(() -> db.engine()
                                .subscribe(new SubscribeStream(TABLE, null, Start.LATEST, bad), new Collector()))
                        .isInstanceOf(EngineException.class)
                        .hasMessageContaining("Invalid SequenceNumber");
            }
        }
    }

    @Test
    void onRecords_thatThrows_isCalledAgainWithTheSame() {
        try (TrestleDb db = memory()) {
            List<List<String>> calls = new ArrayList<>();
            CountDownLatch taken = new CountDownLatch(1);
            put(db, 0, 3);
            subscribe(db, null, Start.TRIM_HORIZON, new Collector() {
                @Override
                public void onRecords(List<StreamRecord> delivered) {
                    calls.add(
                            delivered.stream().map(StreamRecord::sequenceNumber).toList());
                    if (calls.size() == 1) {
                        throw new IllegalStateException("not now");
                    }
                    if (calls.size() == 2) {
                        throw new AssertionError("nor now");
                    }
                    taken.countDown();
                }
            });
            assertThat(await(taken)).isTrue();
            assertThat(calls).hasSize(3);
            assertThat(calls.get(1)).isEqualTo(calls.get(0));
            assertThat(calls.get(2)).isEqualTo(calls.get(0));
        }
    }

    @Test
    void onRecords_thatLeavesItsThreadInterrupted_isCalledOn() {
        try (TrestleDb db = memory()) {
            Collector collector = new Collector() {
                @Override
                public void onRecords(List<StreamRecord> delivered) {
                    super.onRecords(delivered);
                    Thread.currentThread().interrupt();
                }
            };
            subscribe(db, "sleepy", Start.LATEST, collector);
            for (int i = 0; i < 3; i++) {
                put(db, i, i + 1);
                collector.awaitRecords(i + 1);
            }
            assertThat(collector.keys()).isEqualTo(numbers(0, 3));
        }
    }

    @Test
    void namedConsumer_closedAndBack_goesOnWhereItStopped() {
        EngineOptions options = EngineOptions.directory(directory.resolve("store"));
        try (TrestleDb db = open(options)) {
            create(db);
            Collector first = new Collector();
            StreamSubscription subscription = subscribe(db, "reader", Start.TRIM_HORIZON, first);
            put(db, 0, 20);
            first.awaitRecords(20);
            subscription.close();
            assertThat(subscription.isRunning()).isFalse();
            put(db, 20, 40);
            assertThat(first.keys()).isEqualTo(numbers(0, 20));
            Collector second = new Collector();
            subscribe(db, "reader", Start.LATEST, second);
            second.awaitRecords(20);
            assertThat(second.keys()).isEqualTo(numbers(20, 40));
        }
        try (TrestleDb db = open(options)) {
            put(db, 40, 50);
            Collector third = new Collector();
            subscribe(db, "reader", Start.LATEST, third);
            third.awaitRecords(10);
            assertThat(third.keys()).as("after reopening").isEqualTo(numbers(40, 50));
        }
    }

    /** The place of a consumer that was told nothing yet is kept too. */
    @Test
    void namedConsumer_goneBeforeTheFirstRecord_getsIt() {
        try (TrestleDb db = memory()) {
            put(db, 0, 5);
            subscribe(db, "early", Start.LATEST, new Collector()).close();
            put(db, 5, 8);
            Collector back = new Collector();
            subscribe(db, "early", Start.LATEST, back);
            back.awaitRecords(3);
            assertThat(back.keys()).isEqualTo(numbers(5, 8));
        }
    }

    @Test
    void consumers_ofTwoNames_areIndependent() {
        try (TrestleDb db = memory()) {
            Collector one = new Collector();
            Collector other = new Collector();
            subscribe(db, "one", Start.TRIM_HORIZON, one);
            put(db, 0, 10);
            subscribe(db, "other", Start.TRIM_HORIZON, other);
            put(db, 10, 20);
            one.awaitRecords(20);
            other.awaitRecords(20);
            assertThat(one.keys()).isEqualTo(numbers(0, 20));
            assertThat(other.keys()).isEqualTo(numbers(0, 20));
        }
    }

    @Test
    void subscribe_sameConsumerTwice_isRefusedWhileItRuns() {
        try (TrestleDb db = memory()) {
            StreamSubscription first = subscribe(db, "reader", Start.LATEST, new Collector());
            assertRefused(db, TABLE, "reader", ErrorCode.RESOURCE_IN_USE);
            first.close();
            subscribe(db, "reader", Start.LATEST, new Collector());
        }
    }

    @Test
    void subscribe_moreThan256_isRefused() {
        try (TrestleDb db = memory()) {
            List<StreamSubscription> running = new ArrayList<>();
            for (int i = 0; i < 256; i++) {
                running.add(subscribe(db, null, Start.LATEST, new Collector()));
            }
            assertRefused(db, TABLE, null, ErrorCode.LIMIT_EXCEEDED);
            running.get(7).close();
            subscribe(db, null, Start.LATEST, new Collector());
        }
    }

    @Test
    void subscribe_whereNothingIs_isRefused() {
        try (TrestleDb db = memory()) {
            assertRefused(db, "no-such-table", null, ErrorCode.RESOURCE_NOT_FOUND);
            assertRefused(db, TABLE, "", ErrorCode.VALIDATION);
            assertRefused(db, TABLE, "n".repeat(256), ErrorCode.VALIDATION);
            db.client()
                    .createTable(r -> r.tableName("silent")
                            .billingMode(BillingMode.PAY_PER_REQUEST)
                            .attributeDefinitions(AttributeDefinition.builder()
                                    .attributeName("pk")
                                    .attributeType(ScalarAttributeType.S)
                                    .build())
                            .keySchema(KeySchemaElement.builder()
                                    .attributeName("pk")
                                    .keyType(KeyType.HASH)
                                    .build()));
            assertRefused(db, "silent", null, ErrorCode.VALIDATION);
        }
    }

    @Test
    void onEnd_afterTheStreamIsSwitchedOff_comesOnceAndLast() {
        try (TrestleDb db = memory()) {
            Collector collector = new Collector();
            StreamSubscription subscription = subscribe(db, "reader", Start.TRIM_HORIZON, collector);
            put(db, 0, 300);
            db.client().updateTable(r -> r.tableName(TABLE).streamSpecification(s -> s.streamEnabled(false)));
            put(db, 300, 310);
            Collector.await("the end is told", () -> collector.ends() == 1);
            Collector.await("the subscription is over", () -> !subscription.isRunning());
            assertThat(collector.keys()).isEqualTo(numbers(0, 300));
            assertThat(collector.gaps()).isZero();
        }
    }

    @Test
    void onEnd_afterTheTableIsDeleted_comesAfterAllRecords() {
        try (TrestleDb db = memory()) {
            Collector collector = new Collector();
            subscribe(db, null, Start.TRIM_HORIZON, collector);
            put(db, 0, 100);
            db.client().deleteTable(r -> r.tableName(TABLE));
            Collector.await("the end is told", () -> collector.ends() == 1);
            assertThat(collector.keys()).isEqualTo(numbers(0, 100));
        }
    }

    @Test
    void onGap_afterTrimming_comesBeforeTheOldestThatIsLeft() {
        TurnedClock clock = new TurnedClock();
        try (TrestleDb db = open(EngineOptions.inMemory().withClock(clock))) {
            create(db);
            subscribe(db, "away", Start.TRIM_HORIZON, new Collector()).close();
            put(db, 0, 10);
            clock.turn(Duration.ofMinutes(5));
            Collector.await("a mark is made and trims", () -> {
                clock.turn(Duration.ofHours(1));
                return db.engine().verify().streamRecords() == 0;
            });
            put(db, 10, 12);
            Collector back = new Collector();
            subscribe(db, "away", Start.LATEST, back);
            back.awaitRecords(2);
            assertThat(back.gaps()).isEqualTo(1);
            assertThat(back.keys()).isEqualTo(numbers(10, 12));
        }
    }

    @Test
    void onGap_ofAStreamThatIsForgotten_comesBeforeTheEnd() {
        TurnedClock clock = new TurnedClock();
        try (TrestleDb db = open(EngineOptions.inMemory().withClock(clock))) {
            create(db);
            CountDownLatch called = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            Collector slow = new Collector() {
                @Override
                public void onRecords(List<StreamRecord> delivered) {
                    called.countDown();
                    SubscriptionTest.await(goOn);
                    super.onRecords(delivered);
                }
            };
            put(db, 0, 1);
            subscribe(db, null, Start.TRIM_HORIZON, slow);
            assertThat(await(called)).isTrue();
            put(db, 1, 10);
            db.client().deleteTable(r -> r.tableName(TABLE));
            clock.turn(Duration.ofHours(24));
            Collector.await(
                    "the stream is forgotten",
                    () -> db.streamsClient().listStreams().streams().isEmpty());
            goOn.countDown();
            Collector.await("the end is told", () -> slow.ends() == 1);
            assertThat(slow.keys()).isEqualTo(numbers(0, 1));
            assertThat(slow.gaps()).isEqualTo(1);
        }
    }

    @Test
    void close_fromInsideTheListener_countsItsRecordsAsDelivered() {
        try (TrestleDb db = memory()) {
            AtomicReference<StreamSubscription> self = new AtomicReference<>();
            CountDownLatch known = new CountDownLatch(1);
            Collector once = new Collector() {
                @Override
                public void onRecords(List<StreamRecord> delivered) {
                    super.onRecords(delivered);
                    SubscriptionTest.await(known);
                    self.get().close();
                }
            };
            put(db, 0, 1);
            self.set(subscribe(db, "reader", Start.TRIM_HORIZON, once));
            known.countDown();
            Collector.await("the subscription is over", () -> !self.get().isRunning());
            put(db, 1, 4);
            Collector rest = new Collector();
            Collector.await("the name is free again", () -> {
                try {
                    subscribe(db, "reader", Start.TRIM_HORIZON, rest);
                    return true;
                } catch (EngineException inUse) {
                    return false;
                }
            });
            rest.awaitRecords(3);
            assertThat(once.keys()).isEqualTo(numbers(0, 1));
            assertThat(rest.keys()).isEqualTo(numbers(1, 4));
        }
    }

    @Test
    void close_ofTheDatabaseUnderLoad_losesNothing() throws Exception {
        EngineOptions options = EngineOptions.directory(directory.resolve("store"));
        try (TrestleDb db = open(options)) {
            create(db);
        }
        List<String> seen = new ArrayList<>();
        AtomicInteger acknowledged = new AtomicInteger();
        for (int round = 0; round < 3; round++) {
            Collector collector = new Collector();
            TrestleDb db = open(options);
            subscribe(db, "reader", Start.TRIM_HORIZON, collector);
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
                try {
                    for (; ; ) {
                        put(db, acknowledged.get(), acknowledged.get() + 1);
                        acknowledged.incrementAndGet();
                    }
                } catch (SdkException closed) {
                    return;
                }
            });
            int enough = 50;
            collector.awaitRecords(enough);
            db.close();
            writer.get(30, TimeUnit.SECONDS);
            seen.addAll(collector.keys());
        }
        try (TrestleDb db = open(options)) {
            Collector last = new Collector();
            subscribe(db, "reader", Start.TRIM_HORIZON, last);
            List<String> all = StreamTail.readAll(
                            db.streamsClient(),
                            db.client()
                                    .describeTable(r -> r.tableName(TABLE))
                                    .table()
                                    .latestStreamArn())
                    .stream()
                    .map(record -> record.dynamodb().keys().get("pk").s())
                    .toList();
            Collector.await("all is delivered", () -> {
                List<String> together = new ArrayList<>(seen);
                together.addAll(last.keys());
                return together.containsAll(all);
            });
            assertThat(all).containsAll(numbers(0, acknowledged.get()));
        }
    }

    private static TrestleDb memory() {
        TrestleDb db = TrestleDb.inMemory();
        create(db);
        return db;
    }

    private static TrestleDb open(EngineOptions options) {
        return TrestleDb.open(options);
    }

    private static void create(TrestleDb db) {
        RandomWrites.createTable(db.client(), TABLE, StreamViewType.NEW_IMAGE);
    }

    private static StreamSubscription subscribe(
            TrestleDb db, @Nullable String consumer, Start start, Collector listener) {
        return db.engine().subscribe(new SubscribeStream(TABLE, consumer, start, null), listener);
    }

    private static void assertRefused(TrestleDb db, String table, @Nullable String consumer, ErrorCode code) {
        assertThatThrownBy(() -> db.engine()
                        .subscribe(new SubscribeStream(table, consumer, Start.LATEST, null), new Collector()))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static void put(TrestleDb db, int from, int to) {
        for (int i = from; i < to; i++) {
            String key = Integer.toString(i);
            db.client().putItem(r -> r.tableName(TABLE).item(Map.of("pk", AttributeValue.fromS(key))));
        }
    }

    private static List<String> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(Integer::toString).toList();
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
