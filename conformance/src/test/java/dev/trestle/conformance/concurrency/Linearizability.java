package dev.trestle.conformance.concurrency;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a history could have come from something that does one call after the other, each at some moment between its
 * invocation and its response.
 *
 * <p>The search is that of Wing and Gong: take a call that nobody's response forbids to be the next one, see whether the model gives
 * the recorded answer, go on with the rest, step back when stuck. As Lowe observed, a set of calls that led to the same state before
 * need not be tried again. Events stand in a doubly linked list from which taken calls are lifted.
 */
final class Linearizability {
    private static final int STEPS_MAX = 20_000_000;

    private Linearizability() {}

    /** What the thing is supposed to do, one call at a time. States are compared with {@code equals}. */
    interface Model<S, C> {
        S initial();

        /** The state after the call, or null if the call would not have been answered so. */
        @Nullable
        S step(S state, C call, @Nullable Object answer);
    }

    static <S, C> boolean holds(Model<S, C> model, List<Operation<C>> history) {
        return new Search<>(model, history).run();
    }

    private static final class Event<C> {
        final int id;
        final @Nullable Operation<C> called; // null for a response

        @Nullable
        Event<C> response;

        @Nullable
        Event<C> before;

        @Nullable
        Event<C> after;

        Event(int id, @Nullable Operation<C> called) {
            this.id = id;
            this.called = called;
        }
    }

    private record Moment<C>(long nanos, boolean isResponse, Event<C> event) {}

    private record Seen<S>(BitSet taken, S state) {}

    private record Step<S, C>(Event<C> event, S stateBefore) {}

    private static final class Search<S, C> {
        private final Model<S, C> model;
        private final Event<C> head = new Event<>(-1, null);
        private final Set<Seen<S>> seen = new HashSet<>();
        private final Deque<Step<S, C>> path = new ArrayDeque<>();
        private final BitSet taken = new BitSet();

        Search(Model<S, C> model, List<Operation<C>> history) {
            this.model = model;
            List<Moment<C>> moments = new ArrayList<>();
            for (int i = 0; i < history.size(); i++) {
                Operation<C> operation = history.get(i);
                Event<C> call = new Event<>(i, operation);
                Event<C> response = new Event<>(i, null);
                call.response = response;
                moments.add(new Moment<>(operation.invokedNanos(), false, call));
                moments.add(new Moment<>(operation.respondedNanos(), true, response));
            }
            // Of one and the same nanosecond, calls come first: they overlap, and more is allowed rather than less.
            moments.sort(Comparator.comparingLong((Moment<C> moment) -> moment.nanos())
                    .thenComparing(Moment::isResponse));
            Event<C> last = head;
            for (Moment<C> moment : moments) {
                last.after = moment.event();
                moment.event().before = last;
                last = moment.event();
            }
        }

        boolean run() {
            S state = model.initial();
            Event<C> at = head.after;
            for (int steps = 0; head.after != null; steps++) {
                if (steps > STEPS_MAX) {
                    throw new IllegalStateException("the history is too entangled to be judged: record a shorter one");
                }
                if (at == null) {
                    throw new IllegalStateException("a call without a response");
                }
                Operation<C> called = at.called;
                if (called != null) {
                    S next = model.step(state, called.call(), called.answer());
                    if (next != null && isNew(at, next)) {
                        path.push(new Step<>(at, state));
                        taken.set(at.id);
                        state = next;
                        lift(at);
                        at = head.after;
                    } else {
                        at = at.after;
                    }
                } else if (path.isEmpty()) {
                    return false;
                } else {
                    Step<S, C> undone = path.pop();
                    state = undone.stateBefore();
                    taken.clear(undone.event().id);
                    putBack(undone.event());
                    at = undone.event().after;
                }
            }
            return true;
        }

        private boolean isNew(Event<C> call, S next) {
            BitSet after = (BitSet) taken.clone();
            after.set(call.id);
            return seen.add(new Seen<>(after, next));
        }

        private void lift(Event<C> call) {
            unlink(call);
            unlink(Objects.requireNonNull(call.response));
        }

        private void putBack(Event<C> call) {
            link(Objects.requireNonNull(call.response));
            link(call);
        }

        private static <C> void unlink(Event<C> event) {
            Event<C> before = Objects.requireNonNull(event.before);
            before.after = event.after;
            if (event.after != null) {
                event.after.before = before;
            }
        }

        private static <C> void link(Event<C> event) {
            Objects.requireNonNull(event.before).after = event;
            if (event.after != null) {
                event.after.before = event;
            }
        }
    }
}
