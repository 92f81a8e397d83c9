package dev.trestle.platform.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.SetClock;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.TestDb;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.things.ThingsTable;
import dev.trestle.platform.things.ThingsTable.StoredThing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Decisions that are carried out, refused, and decided anew. */
class ChangesTest {
    private static final StoredThing THING = new StoredThing("t1", "acme", "n", 0);

    private final SetClock clock = new SetClock(Instant.parse("2031-03-03T10:00:00Z"));
    private final TestDb db = TestDb.open(clock);
    private final ItemStore store = store();
    private final Changes changes = new Changes(null, new Random(7));

    private ItemStore store() {
        ItemStore made = ItemStore.builder(db.client(), ThingsTable.MODEL)
                .clock(clock)
                .build()
                .consistent();
        made.createTables();
        return made;
    }

    @AfterEach
    void stop() {
        db.close();
    }

    private Stored<StoredThing> read() {
        return store.stored(ThingsTable.THING_BY_ID.of("t1")).orElseThrow();
    }

    private Decision<Integer> counted() {
        Stored<StoredThing> read = read();
        StoredThing before = read.record();
        int next = before.count() + 1;
        return Decision.of(next)
                .replace(ThingsTable.THING, read, new StoredThing(before.id(), before.tenant(), before.name(), next));
    }

    @Test
    void tryCommit_decisionThatSomebodyElsePreceded_writesNothing() {
        store.create(ThingsTable.THING, THING);
        Decision<Integer> first = counted();
        Decision<Integer> second = counted();

        assertThat(changes.tryCommit(store, first)).isTrue();
        assertThat(changes.tryCommit(store, second)).isFalse();
        assertThat(read().record().count()).isEqualTo(1);
    }

    @Test
    void run_byManyAtOnce_losesNoChange() throws Exception {
        store.put(ThingsTable.THING, THING);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            running.add(threads.submit(() -> {
                for (int j = 0; j < 20; j++) {
                    int unused = changes.run(store, this::counted);
                }
            }));
        }
        for (Future<?> each : running) {
            each.get();
        }
        threads.shutdown();

        assertThat(read().record().count()).isEqualTo(160);
    }

    @Test
    void run_ofWhatOthersAlwaysChange_endsInAConflict() {
        store.put(ThingsTable.THING, THING);
        AtomicInteger attempts = new AtomicInteger();

        assertThatThrownBy(() -> changes.run(store, () -> {
                    attempts.incrementAndGet();
                    Decision<Integer> decision = counted();
                    int unused = changes.run(store, this::counted); // somebody else is first
                    return decision;
                }))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.problem().kind()).isEqualTo(Kind.CONFLICT));
        assertThat(attempts).hasValue(Changes.ATTEMPTS_MAX);
    }

    @Test
    void run_createOfWhatIsThere_saysItsOwnText() {
        store.put(ThingsTable.THING, THING);

        assertThatThrownBy(() -> changes.run(
                        store, () -> Decision.done().create(ThingsTable.THING, THING, "There is a thing t1 already.")))
                .isInstanceOf(ApiException.class)
                .hasMessage("There is a thing t1 already.");
    }

    @Test
    void run_nothingToWrite_writesNothing() {
        assertThat(changes.run(store, () -> Decision.of("as it was"))).isEqualTo("as it was");
        assertThat(store.get(ThingsTable.THING_BY_ID.of("t1"))).isEmpty();
    }

    @Test
    void run_aStep_isCommittedAndThenDecidedAnew() {
        store.put(ThingsTable.THING, THING);

        int result = changes.run(store, () -> {
            Stored<StoredThing> read = read();
            int count = read.record().count();
            return count == 2
                    ? Decision.of(count)
                    : Decision.<Integer>step()
                            .replace(ThingsTable.THING, read, new StoredThing("t1", "acme", "n", count + 1));
        });

        assertThat(result).isEqualTo(2);
        assertThat(read().record().count()).isEqualTo(2);
    }
}
