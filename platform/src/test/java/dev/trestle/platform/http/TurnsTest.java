package dev.trestle.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.platform.api.ApiException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whose work is next, without threads. */
class TurnsTest {
    private static final HttpLimits.Share MANY = new HttpLimits.Share(1000, 1000, 1000, 1000);

    private static final Workers NO_THREADS = new Workers("unused", new Turns.Limits(1, 1, MANY, MANY));

    private final List<Work> running = new ArrayList<>();

    private static Turns turns(int running, int waiting, HttpLimits.Share person, HttpLimits.Share tenant) {
        return new Turns(new Turns.Limits(running, waiting, person, tenant));
    }

    private static HttpLimits.Share share(int running, int waiting) {
        return new HttpLimits.Share(running, waiting, 0, 0);
    }

    private Work add(Turns turns, String person, @Nullable String tenant) {
        Work work = NO_THREADS.work(new Caller(person, tenant, true), own -> {});
        if (turns.begin(work)) {
            running.add(work);
        } else {
            turns.enqueue(work);
        }
        return work;
    }

    private static List<String> order(Turns turns, List<Work> ending) {
        List<String> order = new ArrayList<>();
        ArrayDeque<Work> left = new ArrayDeque<>(ending);
        while (!left.isEmpty()) {
            turns.ended(left.remove());
            for (Work next = turns.next(); next != null; next = turns.next()) {
                order.add(next.caller().key());
                left.add(next);
            }
        }
        return order;
    }

    private long runningOf(String person) {
        return running.stream()
                .filter(work -> work.caller().key().equals(person))
                .count();
    }

    @Test
    void begin_manyOfOneCaller_leavesAWorkerToTheNext() {
        Turns turns = turns(16, 1000, MANY, MANY);
        for (String greedy : List.of("a", "b", "c", "d")) {
            for (int i = 0; i < 50; i++) {
                add(turns, greedy, null);
            }
        }

        assertThat(runningOf("a")).isEqualTo(8);
        add(turns, "newcomer", null);
        assertThat(runningOf("newcomer")).isEqualTo(1);
    }

    @Test
    void begin_beyondThePersonsOrTenantsLimit_waits() {
        Turns turns = turns(100, 100, share(3, 10), share(5, 12));
        for (int i = 0; i < 4; i++) {
            add(turns, "ann", "acme");
            add(turns, "bob", "acme");
            add(turns, "eve", "other");
        }

        assertThat(runningOf("ann")).isEqualTo(3);
        assertThat(runningOf("ann") + runningOf("bob")).isEqualTo(5);
        assertThat(runningOf("eve")).isEqualTo(3);
        assertThat(turns.waiting()).isEqualTo(4);
    }

    @Test
    void enqueue_beyondTheLimits_isRefusedToThatCallerAlone() {
        Turns turns = turns(2, 100, share(1, 4), share(2, 6));
        for (int i = 0; i < 5; i++) {
            add(turns, "ann", "acme");
        }

        assertThatThrownBy(() -> add(turns, "ann", "acme"))
                .hasMessageContaining("of your requests")
                .satisfies(refused -> assertThat(
                                ((ApiException) refused).problem().kind().status())
                        .isEqualTo(429));
        add(turns, "bob", "acme");
        add(turns, "bob", "acme");
        add(turns, "bob", "acme");
        assertThatThrownBy(() -> add(turns, "bob", "acme")).hasMessageContaining("organisation");
        add(turns, "eve", "other");
    }

    @Test
    void enqueue_allThatMayWaitWaits_is503ToANewcomer() {
        Turns turns = turns(1, 3, MANY, MANY);
        for (String each : List.of("a", "b", "c", "d")) {
            add(turns, each, null);
        }

        assertThatThrownBy(() -> add(turns, "e", null))
                .satisfies(refused -> assertThat(
                                ((ApiException) refused).problem().kind().status())
                        .isEqualTo(503));
    }

    @Test
    void next_tenantsAndTheirPeople_takeTurns() {
        Turns turns = turns(1, 100, MANY, MANY);
        add(turns, "first", null);
        for (int i = 0; i < 3; i++) {
            add(turns, "ann", "acme");
        }
        for (int i = 0; i < 2; i++) {
            add(turns, "bob", "acme");
            add(turns, "eve", "other");
        }

        assertThat(order(turns, List.of(running.get(0))))
                .containsExactly("ann", "eve", "bob", "eve", "ann", "bob", "ann");
    }

    @Test
    void remove_thatWaits_givesItsPlaceBack() {
        Turns turns = turns(1, 2, MANY, MANY);
        add(turns, "ann", null);
        Work waiting = add(turns, "bob", null);
        turns.remove(waiting);

        assertThat(turns.waiting()).isZero();
        assertThat(order(turns, List.of(running.get(0)))).isEmpty();
        assertThat(turns.running()).isZero();
    }

    @Test
    void next_anyOrderOfEvents_leavesNothingWaitingThatMayRunAndNothingCounted() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Turns turns = turns(8, 60, share(3, 10), share(5, 20));
        List<Work> begun = new ArrayList<>();
        List<Work> waiting = new ArrayList<>();
        for (int step = 0; step < 5000; step++) {
            int what = random.nextInt(10);
            if (what < 5) {
                int who = random.nextInt(12);
                Work work = NO_THREADS.work(
                        new Caller("p" + who, who % 4 == 0 ? null : "t" + who % 4, who % 3 > 0), own -> {});
                if (turns.begin(work)) {
                    begun.add(work);
                } else {
                    try {
                        turns.enqueue(work);
                        waiting.add(work);
                    } catch (ApiException full) {
                        assertThat(full.problem().retryAfter()).isNotNull();
                    }
                }
            } else if (what < 9 && !begun.isEmpty()) {
                turns.ended(begun.remove(random.nextInt(begun.size())));
            } else if (!waiting.isEmpty()) {
                turns.remove(waiting.remove(random.nextInt(waiting.size())));
            }
            for (Work next = turns.next(); next != null; next = turns.next()) {
                assertThat(waiting.remove(next)).as("seed %s", seed).isTrue();
                begun.add(next);
            }
            assertThat(turns.running())
                    .as("seed %s", seed)
                    .isEqualTo(begun.size())
                    .isLessThanOrEqualTo(8);
            assertThat(turns.waiting()).as("seed %s", seed).isEqualTo(waiting.size());
        }
        order(turns, begun);
        assertThat(turns.running() + turns.waiting()).as("seed %s", seed).isZero();
    }
}
