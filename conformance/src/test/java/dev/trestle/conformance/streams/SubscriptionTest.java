package dev.trestle.conformance.streams;

import static dev.trestle.conformance.streams.Told.TABLE;
import static dev.trestle.conformance.streams.Told.await;
import static dev.trestle.conformance.streams.Told.create;
import static dev.trestle.conformance.streams.Told.memory;
import static dev.trestle.conformance.streams.Told.numbers;
import static dev.trestle.conformance.streams.Told.put;
import static dev.trestle.conformance.streams.Told.subscribe;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** What a subscription promises: every record, in order, at least once, from where its consumer stopped. */
@Tag("once")
class SubscriptionTest {
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
        try (TrestleDb db = TrestleDb.open(options)) {
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
        try (TrestleDb db = TrestleDb.open(options)) {
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

    private static void assertRefused(TrestleDb db, String table, @Nullable String consumer, ErrorCode code) {
        assertThatThrownBy(() -> db.engine()
                        .subscribe(new SubscribeStream(table, consumer, Start.LATEST, null), new Collector()))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
