package dev.trestle.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pattern with values for its parameters: one question. Immutable.
 *
 * @param values the parameters by name
 * @param from the first value of what the pattern ranges over; null if there is none
 * @param to the last one
 */
public record Bound<T>(
        Pattern<T> pattern,
        Map<String, Object> values,
        @Nullable Object from,
        @Nullable Object to) {
    public Bound {
        values = Map.copyOf(values);
    }

    /** From this value on, itself included. */
    public Bound<T> from(Object first) {
        return new Bound<>(pattern, values, first, to);
    }

    /** Up to this value, itself included. */
    public Bound<T> to(Object last) {
        return new Bound<>(pattern, values, from, last);
    }

    /** The key conditions that ask it, one per partition, in order. */
    public List<KeyCondition> conditions(Scoping scoping) {
        return pattern.plan().conditions(this, scoping);
    }
}
