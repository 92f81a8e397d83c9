package dev.trestle.platform.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trestle.engine.SetClock;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Transaction;
import dev.trestle.platform.TestDb;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.things.ThingsTable;
import dev.trestle.platform.things.ThingsTable.StoredThing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Events of two tables of the small system, on the embedded engine. */
@Tag("once")
class EventHubTest {
    private final SetClock clock = new SetClock(Instant.parse("2026-05-01T12:00:00Z"));
    private final TestDb db = TestDb.open(clock);
    private final ItemStore store = store();
    private final Jobs jobs = new Jobs(store, ThingsTable.JOBS, clock);
    private final List<EventHub<Principal>> hubs = new ArrayList<>();
    private final EventHub<Principal> hub = hub();

    private ItemStore store() {
        ItemStore made =
                ItemStore.builder(db.client(), ThingsTable.MODEL).clock(clock).build();
        made.createTables();
        return made;
    }

    @BeforeAll
    static void needOurStreams() {
        assumeTrue(
                TestDb.isOurs(),
                "DynamoDB Local answers of the streams of tables that were made anew that their records are gone");
    }

    /** Things are told to their tenant, by name; jobs to everybody. */
    private EventHub<Principal> hub() {
        Events<Principal> events = new Events<Principal>()
                .event(
                        "thing",
                        ThingsTable.THING,
                        change -> told(change.kind(), change.latest().name()),
                        (who, thing) -> thing.tenant().equals(who.tenant()))
                .event(
                        "thing",
                        ThingsTable.JOBS.entity(),
                        change -> "job " + change.latest().subject(),
                        (who, job) -> true)
                .callers(
                        ThingsTable.THING,
                        (who, thing) -> thing.id().equals(who.subject()),
                        (who, thing) -> thing.count() == 0);
        EventHub<Principal> made = new EventHub<>(
                Deployment.of(ThingsTable.MODEL, db.client()),
                db.streamsClient(),
                store,
                events,
                Duration.ofMillis(10),
                clock);
        hubs.add(made);
        return made;
    }

    private static String told(String kind, String name) {
        if (name.equals("fails")) {
            throw new IllegalStateException("nobody knows how to tell that");
        }
        return (kind.equals("deleted") ? "-" : "") + name;
    }

    @AfterEach
    void stop() {
        hubs.forEach(EventHub::close);
        db.close();
    }

    private static Principal of(String tenant) {
        return new Principal("test", "ann", Principal.Proof.TOKEN, tenant, Set.of(), Map.of());
    }

    private RecordingSink listen(EventHub<Principal> to, String tenant, @Nullable String lastEventId) {
        RecordingSink sink = new RecordingSink();
        to.listen(of(tenant), lastEventId, sink);
        if (lastEventId != null) {
            await().until(() -> sink.told().contains("ready") || sink.told().contains("reset"));
        }
        return sink;
    }

    private void put(String id, String tenant, String name) {
        store.put(ThingsTable.THING, new StoredThing(id, tenant, name, 0));
    }

    @Test
    void listener_new_isToldWhatComes() {
        put("a", "acme", "before");
        hub.read();
        RecordingSink ann = listen(hub, "acme", null);
        put("a", "acme", "after");
        store.delete(ThingsTable.THING, new StoredThing("a", "acme", "after", 0));
        hub.read();

        assertThat(ann.told()).containsExactly("ready", "after", "-after");
    }

    @Test
    void listener_ofAnotherTenant_isToldNothing() {
        RecordingSink ann = listen(hub, "acme", null);
        RecordingSink eve = listen(hub, "evil", null);
        put("a", "acme", "secret");
        hub.read();

        assertThat(ann.told()).containsExactly("ready", "secret");
        assertThat(eve.told()).containsExactly("ready");
    }

    @Test
    void listener_whoLosesOrGainsSight_isToldOfADeletionOrACreation() {
        put("a", "acme", "of acme");
        hub.read();
        RecordingSink ann = listen(hub, "acme", null);
        RecordingSink eve = listen(hub, "evil", null);
        put("a", "evil", "of evil");
        hub.read();

        assertThat(ann.told())
                .as("as it was, for those who may not see what it is")
                .containsExactly("ready", "-of acme");
        assertThat(eve.told()).containsExactly("ready", "of evil");
    }

    @Test
    void listener_whoseOwnRecordForbidsIt_isDisconnected() {
        RecordingSink ann = listen(hub, "acme", null);
        store.put(ThingsTable.THING, new StoredThing("ann", "acme", "allowed", 0));
        hub.read();
        assertThat(ann.isOpen()).isTrue();
        store.put(ThingsTable.THING, new StoredThing("ann", "acme", "forbidden", 1));
        hub.read();
        assertThat(ann.isOpen()).isFalse();

        RecordingSink again = listen(hub, "acme", null);
        store.delete(ThingsTable.THING, new StoredThing("ann", "acme", "forbidden", 1));
        hub.read();
        assertThat(again.isOpen()).as("once the record is gone").isFalse();
    }

    @Test
    void change_thatDoesNotFitItsRecordOrCannotBeTold_isPassedOver() {
        RecordingSink ann = listen(hub, "acme", null);
        db.client()
                .putItem(request -> request.tableName("things")
                        .item(Map.of("PK", AttributeValue.fromS("THING#x"), "SK", AttributeValue.fromS("THING"))));
        put("b", "acme", "fails");
        put("c", "acme", "next");
        hub.read();

        assertThat(ann.told()).containsExactly("ready", "next");
    }

    @Test
    void listener_comingBack_isToldWhatItMissedOnceInOrderFromAllTables() {
        RecordingSink first = listen(hub, "acme", null);
        put("a", "acme", "one");
        hub.read();
        first.close();
        put("a", "acme", "two");
        Transaction both = store.transaction().put(ThingsTable.THING, new StoredThing("b", "acme", "three", 0));
        jobs.enqueue(both, "t", "s1", Map.of());
        both.commit();
        hub.read();
        put("c", "acme", "four");

        RecordingSink back = listen(hub, "acme", first.lastId());
        assertThat(back.told()).containsExactlyInAnyOrder("two", "three", "job s1", "ready");
        assertThat(back.told().indexOf("two")).isLessThan(back.told().indexOf("three"));
        hub.read();
        assertThat(back.told()).hasSize(5).last().isEqualTo("four");
    }

    @Test
    void listener_comingBackToAnotherProcess_isToldWhatItMissed() {
        RecordingSink first = listen(hub, "acme", null);
        put("a", "acme", "one");
        hub.read();
        hub.close();
        put("a", "acme", "two");
        clock.advance(Duration.ofSeconds(5));

        EventHub<Principal> next = hub();
        RecordingSink back = listen(next, "acme", first.lastId());
        put("a", "acme", "three");
        next.read();
        assertThat(back.told()).containsExactly("two", "ready", "three");
    }

    @Test
    void listener_comingBackBeforeAnyEvent_isToldWhatItMissed() {
        RecordingSink first = listen(hub, "acme", null);
        hub.close();
        clock.advance(Duration.ofSeconds(1));
        put("a", "acme", "one");
        clock.advance(Duration.ofSeconds(5));

        RecordingSink back = listen(hub(), "acme", first.lastId());
        assertThat(back.told()).containsExactly("one", "ready");
    }

    @Test
    void listener_comingBackBeforeAnyRecordWasRead_isToldOfItOnce() {
        clock.advance(Duration.ofNanos(1)); // ids are of milliseconds
        EventHub<Principal> begun = hub();
        RecordingSink first = listen(begun, "acme", null);
        first.close();
        put("a", "acme", "one");

        RecordingSink back = listen(begun, "acme", first.lastId());
        begun.read();
        assertThat(back.told()).containsExactly("ready", "one");
    }

    @Test
    void listener_backAfterShardsWereRolled_isToldWhatItMissed() {
        RecordingSink first = listen(hub, "acme", null);
        put("a", "acme", "one");
        hub.read();
        first.close();
        for (int i = 0; i < 3; i++) {
            int before = shards();
            clock.advance(Duration.ofHours(5));
            await().until(() -> shards() > before);
            put("a", "acme", "n" + i);
        }
        EventHub<Principal> next = hub();

        RecordingSink back = listen(next, "acme", first.lastId());
        assertThat(back.told()).containsExactly("n0", "n1", "n2", "ready");
        for (int i = 0; i < 5; i++) {
            hub.read();
        }
        RecordingSink again = listen(hub, "acme", first.lastId());
        assertThat(again.told()).containsExactly("n0", "n1", "n2", "ready");
    }

    private int shards() {
        String arn = db.client()
                .describeTable(request -> request.tableName("things"))
                .table()
                .latestStreamArn();
        return db.streamsClient()
                .describeStream(request -> request.streamArn(arn))
                .streamDescription()
                .shards()
                .size();
    }

    @Test
    void listener_backWhenTheRecordsAreGone_isReset() {
        RecordingSink first = listen(hub, "acme", null);
        put("a", "acme", "one");
        hub.read();
        put("a", "acme", "missed");
        for (int i = 0; i < 8; i++) {
            int before = shards();
            clock.advance(Duration.ofHours(5));
            put("a", "acme", "n" + i);
            await().until(() -> shards() != before
                    || listen(hub(), "acme", first.lastId()).told().contains("reset"));
        }

        await().until(() -> listen(hub(), "acme", first.lastId()).told().contains("reset"));
    }

    @Test
    void hub_thatSleptForLongerThanRecordsAreKept_beginsAnew() {
        RecordingSink ann = listen(hub, "acme", null);
        put("a", "acme", "one");
        hub.read();
        put("a", "acme", "missed");
        for (int i = 0; i < 8; i++) {
            int before = shards();
            clock.advance(Duration.ofHours(5));
            put("a", "acme", "n" + i);
            await().until(() -> {
                boolean isRolled = shards() != before;
                return isRolled || listen(hub(), "acme", ann.lastId()).told().contains("reset");
            });
        }
        await().until(() -> {
            hub.readQuietly();
            return ann.told().contains("reset");
        });
        put("b", "acme", "later");
        await().until(
                        () -> { // in a shard that may just have begun
                            hub.readQuietly();
                            return ann.told().contains("later");
                        });

        assertThat(ann.told()).startsWith("ready", "one").endsWith("reset", "later");
    }

    @Test
    void listener_withAnIdOfNoUse_isReset() {
        put("a", "acme", "one");
        for (String id : List.of("", "x", "e30", "%%%", "A".repeat(20_000), forged("things"), forged("other"))) {
            RecordingSink back = listen(hub, "acme", id);
            assertThat(back.told()).as(id).containsExactly("reset");
            put("b", "acme", "more");
            hub.read();
            assertThat(back.told()).last().isEqualTo("more");
            store.delete(ThingsTable.THING, new StoredThing("b", "acme", "more", 0));
            hub.read();
        }
    }

    private static String forged(String table) {
        return new Position(Map.of(
                        table,
                        Map.of("shardId-x", Position.Place.parse("1")),
                        "things-support",
                        Map.of("shardId-y", Position.Place.parse("2"))))
                .text();
    }

    @Test
    void listeners_many_areAllToldWhileOthersComeAndGo() {
        hub.start();
        List<RecordingSink> sinks =
                IntStream.range(0, 500).mapToObj(i -> listen(hub, "acme", null)).toList();
        for (int i = 0; i < 50; i++) {
            put("t" + i, "acme", "n" + i);
        }

        await().until(() -> sinks.stream().allMatch(sink -> sink.told().size() == 51));
        String id = Objects.requireNonNull(sinks.get(0).lastId());
        sinks.subList(1, 400).forEach(RecordingSink::close);
        put("x", "acme", "last");
        await().until(() -> sinks.get(450).told().contains("last"));
        RecordingSink back = listen(hub, "acme", id);
        assertThat(back.told()).containsExactly("last", "ready");
    }
}
