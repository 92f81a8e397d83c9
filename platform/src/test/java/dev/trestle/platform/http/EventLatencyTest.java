package dev.trestle.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trestle.engine.EngineOptions;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.events.EventHub;
import dev.trestle.platform.events.Events;
import dev.trestle.platform.things.ThingsTable;
import dev.trestle.platform.things.ThingsTable.StoredThing;
import dev.trestle.sdk.TrestleDb;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long a change takes from before its commit to clients over HTTP. Server and clients share one process and its processors, and
 * the store syncs each write to disk: a machine of its own for either is faster.
 */
class EventLatencyTest extends HttpTest {
    private static final int LISTENERS = 500;
    private static final int CHANGES = 60;
    private static final Duration PERCENTILE_99 = Duration.ofMillis(250);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private final AtomicInteger ready = new AtomicInteger();
    private final ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();

    @Test
    @Tag("slow")
    void change_with500Listeners_reachesAllWithin250Milliseconds() {
        try (TrestleDb db = TrestleDb.open(EngineOptions.directory(directory))) {
            ItemStore store = ItemStore.builder(db.client(), ThingsTable.MODEL).build();
            store.createTables();
            EventHub<Principal> hub = new EventHub<>(
                    Deployment.of(ThingsTable.MODEL, db.client()),
                    db.streamsClient(),
                    store,
                    new Events<Principal>()
                            .event(
                                    "thing",
                                    ThingsTable.THING,
                                    change -> change.latest().name(),
                                    (who, thing) -> thing.tenant().equals(who.tenant())),
                    Duration.ofMillis(50),
                    Clock.systemUTC());
            things.hub = hub.start();
            for (int i = 0; i < LISTENERS; i++) {
                int expected = i + 1;
                var unused = http.sendAsync(
                        request("/things/v1/events")
                                .setHeader("authorization", "Bearer person-" + i / 10)
                                .timeout(Duration.ofMinutes(5))
                                .build(),
                        BodyHandlers.fromLineSubscriber(new Lines()));
                await().until(() -> ready.get() == expected);
            }
            for (int i = 0; i < CHANGES; i++) {
                int expected = (i + 1) * LISTENERS;
                store.put(ThingsTable.THING, new StoredThing("t" + i, "t1", Long.toString(System.nanoTime()), 0));
                await().pollInterval(Duration.ofMillis(7)).until(() -> nanos.size() == expected);
            }
            hub.close();
        }
        long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
        Duration percentile = Duration.ofNanos(sorted[sorted.length * 99 / 100]);
        System.out.printf(
                "%d listeners, %d changes: median %d ms, p99 %d ms, slowest %d ms%n",
                LISTENERS,
                CHANGES,
                sorted[sorted.length / 2] / 1_000_000,
                percentile.toMillis(),
                Arrays.stream(sorted).max().orElseThrow() / 1_000_000);
        assertThat(percentile).isLessThan(PERCENTILE_99);
    }

    /** One client: notes how long ago what it is told was written. */
    private final class Lines implements Flow.Subscriber<String> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(String line) {
            if (line.equals("event: ready")) {
                ready.incrementAndGet();
            } else if (line.startsWith("data: \"")) {
                nanos.add(System.nanoTime() - Long.parseLong(line.substring(7, line.length() - 1)));
            }
        }

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onComplete() {}
    }
}
