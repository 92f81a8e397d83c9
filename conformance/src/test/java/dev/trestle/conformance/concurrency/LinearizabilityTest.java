package dev.trestle.conformance.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.concurrency.Register.Add;
import dev.trestle.conformance.concurrency.Register.Call;
import dev.trestle.conformance.concurrency.Register.Delete;
import dev.trestle.conformance.concurrency.Register.Get;
import dev.trestle.conformance.concurrency.Register.Put;
import dev.trestle.conformance.concurrency.Register.PutIf;
import dev.trestle.conformance.concurrency.Register.Swapped;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The checker accepts what is right and, above all, refuses what is wrong. */
@Tag("once")
class LinearizabilityTest {
    private static final Get GET = new Get("test");

    private final List<Operation<Call>> history = new ArrayList<>();

    private LinearizabilityTest call(long from, long to, Call call, @Nullable Object answer) {
        history.add(new Operation<>(call, answer, from, to));
        return this;
    }

    private boolean holds() {
        return Linearizability.holds(new Register(), history);
    }

    @Test
    void holds_emptyHistory() {
        assertThat(holds()).isTrue();
    }

    @Test
    void holds_oneAfterTheOther() {
        call(0, 1, new Put(5), null)
                .call(2, 3, GET, 5L)
                .call(4, 5, new Add(2), 7L)
                .call(6, 7, new Delete(), 7L);
        assertThat(call(8, 9, GET, null).holds()).isTrue();
    }

    @Test
    void holds_readDuringAWrite_mayShowEither() {
        call(0, 10, new Put(5), null).call(1, 2, GET, null).call(3, 4, GET, 5L);
        assertThat(holds()).isTrue();
    }

    @Test
    void holds_concurrentWritesInTheOnlyPossibleOrder() {
        call(0, 10, new Put(1), 2L).call(0, 10, new Put(2), null);
        assertThat(call(11, 12, GET, 1L).holds()).isTrue();
    }

    @Test
    void refuses_staleReadAfterAnAcknowledgedWrite() {
        call(0, 1, new Put(5), null);
        assertThat(call(2, 3, GET, null).holds()).isFalse();
    }

    @Test
    void refuses_oldValueAfterSomebodySawTheNew() {
        call(0, 10, new Put(5), null).call(1, 2, GET, 5L);
        assertThat(call(3, 4, GET, null).holds()).isFalse();
    }

    @Test
    void refuses_valueThatNobodyWrote() {
        call(0, 10, new Put(5), null);
        assertThat(call(1, 9, GET, 6L).holds()).isFalse();
    }

    @Test
    void refuses_lostUpdate() {
        call(0, 10, new Add(1), 1L);
        assertThat(call(0, 10, new Add(1), 1L).holds()).isFalse();
    }

    @Test
    void refuses_twoWinnersOfOneComparison() {
        call(0, 10, new PutIf(null, 1), new Swapped(true, null));
        assertThat(call(0, 10, new PutIf(null, 2), new Swapped(true, null)).holds())
                .isFalse();
    }

    @Test
    void refuses_conditionThatFailedThoughItHeld() {
        call(0, 1, new Put(5), null);
        assertThat(call(2, 3, new PutIf(5L, 6), new Swapped(false, 5L)).holds()).isFalse();
    }

    @Test
    void refuses_twoReadersWhoDisagreeOnTheOrderOfWrites() {
        call(0, 20, new Put(1), null).call(0, 20, new Put(2), 1L);
        call(1, 2, GET, 2L);
        assertThat(call(3, 4, GET, 1L).holds()).isFalse();
    }

    @Test
    void refuses_deletedItemThatComesBack() {
        call(0, 1, new Put(5), null).call(2, 3, new Delete(), 5L);
        assertThat(call(4, 5, GET, 5L).holds()).isFalse();
    }

    /** Histories made from a true order are accepted; the same ones with a single answer changed are refused or still explainable. */
    @Test
    void randomHistories_agreeWithTryingAllOrders() {
        int refused = 0;
        for (int seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            List<Operation<Call>> made = randomHistory(random, 5);
            assertThat(Linearizability.holds(new Register(), made))
                    .as("a true history, seed %d", seed)
                    .isTrue();
            int index = random.nextInt(made.size());
            Operation<Call> right = made.get(index);
            made.set(
                    index,
                    new Operation<>(
                            right.call(),
                            right.answer() instanceof Long value ? (Object) (value + 1) : (Object) 1L,
                            right.invokedNanos(),
                            right.respondedNanos()));
            boolean expected = anyOrderHolds(made, new ArrayList<>(), Optional.empty());
            refused += expected ? 0 : 1;
            assertThat(Linearizability.holds(new Register(), made))
                    .as("a changed history, seed %d", seed)
                    .isEqualTo(expected);
        }
        assertThat(refused).as("histories that had to be refused").isGreaterThan(500);
    }

    private static List<Operation<Call>> randomHistory(Random random, int size) {
        List<Operation<Call>> made = new ArrayList<>();
        Long value = null;
        for (int i = 0; i < size; i++) {
            long moment = 10L * i;
            long from = moment - random.nextInt(25);
            long to = moment + random.nextInt(25);
            int kind = random.nextInt(4);
            if (kind == 0) {
                made.add(new Operation<>(new Put(i), value, from, to));
                value = (long) i;
            } else if (kind == 1) {
                made.add(new Operation<>(new Delete(), value, from, to));
                value = null;
            } else if (kind == 2) {
                value = (value == null ? 0 : value) + 1;
                made.add(new Operation<>(new Add(1), value, from, to));
            } else {
                made.add(new Operation<>(GET, value, from, to));
            }
        }
        Collections.shuffle(made, random);
        return made;
    }

    /** The definition itself, tried out: some order that respects real time and explains all answers. */
    private static boolean anyOrderHolds(List<Operation<Call>> all, List<Operation<Call>> done, Optional<Long> state) {
        if (done.size() == all.size()) {
            return true;
        }
        for (Operation<Call> next : all) {
            boolean free = done.stream().noneMatch(other -> other == next)
                    && all.stream()
                            .filter(other -> done.stream().noneMatch(taken -> taken == other))
                            .allMatch(other -> other.respondedNanos() >= next.invokedNanos());
            if (free) {
                Optional<Long> after = new Register().step(state, next.call(), next.answer());
                if (!Objects.isNull(after)) {
                    List<Operation<Call>> longer = new ArrayList<>(done);
                    longer.add(next);
                    if (anyOrderHolds(all, longer, after)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
