package dev.trestle.conformance.streams;

import static dev.trestle.conformance.streams.Told.TABLE;
import static dev.trestle.conformance.streams.Told.await;
import static dev.trestle.conformance.streams.Told.create;
import static dev.trestle.conformance.streams.Told.memory;
import static dev.trestle.conformance.streams.Told.numbers;
import static dev.trestle.conformance.streams.Told.put;
import static dev.trestle.conformance.streams.Told.subscribe;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.SetClock;
import dev.trestle.engine.api.StreamRecord;
import dev.trestle.engine.api.StreamSubscription;
import dev.trestle.engine.api.SubscribeStream.Start;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.exception.SdkException;

/** How subscriptions end: with their stream, by being closed, or behind records that are gone. */
@Tag("once")
class SubscriptionEndTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

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
        SetClock clock = new SetClock(Instant.parse("2026-11-15T12:00:00Z"));
        try (TrestleDb db = TrestleDb.open(EngineOptions.inMemory().withClock(clock))) {
            create(db);
            subscribe(db, "away", Start.TRIM_HORIZON, new Collector()).close();
            put(db, 0, 10);
            clock.advance(Duration.ofMinutes(5));
            Collector.await("a mark is made and trims", () -> {
                clock.advance(Duration.ofHours(1));
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
        SetClock clock = new SetClock(Instant.parse("2026-11-15T12:00:00Z"));
        try (TrestleDb db = TrestleDb.open(EngineOptions.inMemory().withClock(clock))) {
            create(db);
            CountDownLatch called = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            Collector slow = new Collector() {
                @Override
                public void onRecords(List<StreamRecord> delivered) {
                    called.countDown();
                    Told.await(goOn);
                    super.onRecords(delivered);
                }
            };
            put(db, 0, 1);
            subscribe(db, null, Start.TRIM_HORIZON, slow);
            assertThat(await(called)).isTrue();
            put(db, 1, 10);
            db.client().deleteTable(r -> r.tableName(TABLE));
            clock.advance(Duration.ofHours(24));
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
                    Told.await(known);
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
        try (TrestleDb db = TrestleDb.open(options)) {
            create(db);
        }
        List<String> seen = new ArrayList<>();
        AtomicInteger acknowledged = new AtomicInteger();
        for (int round = 0; round < 3; round++) {
            Collector collector = new Collector();
            TrestleDb db = TrestleDb.open(options);
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
        try (TrestleDb db = TrestleDb.open(options)) {
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
}
