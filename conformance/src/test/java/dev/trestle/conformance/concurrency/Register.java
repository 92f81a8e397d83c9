package dev.trestle.conformance.concurrency;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The model of one item with one number: absent, or a value. */
final class Register implements Linearizability.Model<Optional<Long>, Register.Call> {

    /** What can be asked of an item. */
    sealed interface Call {}

    /** Answered with the value, or null. */
    record Get(String how) implements Call {}

    /** Answered with the value that was there before. */
    record Put(long value) implements Call {}

    /** Puts if the value is {@code expected} (null: if there is none). Answered with {@link Swapped}. */
    record PutIf(@Nullable Long expected, long value) implements Call {}

    /** Answered with the value that was there before. */
    record Delete() implements Call {}

    /** Answered with the value afterwards. */
    record Add(long delta) implements Call {}

    /** {@code found} is what a refused write was shown. */
    record Swapped(boolean done, @Nullable Long found) {}

    @Override
    public Optional<Long> initial() {
        return Optional.empty();
    }

    @Override
    public @Nullable Optional<Long> step(Optional<Long> state, Call call, @Nullable Object answer) {
        Long value = state.orElse(null);
        if (call instanceof Get) {
            return Objects.equals(value, answer) ? state : null;
        }
        if (call instanceof Put put) {
            return Objects.equals(value, answer) ? Optional.of(put.value()) : null;
        }
        if (call instanceof Delete) {
            return Objects.equals(value, answer) ? Optional.empty() : null;
        }
        if (call instanceof Add add) {
            long sum = state.orElse(0L) + add.delta();
            return Objects.equals(sum, answer) ? Optional.of(sum) : null;
        }
        PutIf putIf = (PutIf) call;
        boolean fits = Objects.equals(value, putIf.expected());
        if (!new Swapped(fits, fits ? null : value).equals(answer)) {
            return null;
        }
        return fits ? Optional.of(putIf.value()) : state;
    }
}
