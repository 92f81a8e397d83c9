package dev.trestle.platform.api;

import org.jspecify.annotations.Nullable;

/**
 * What a request says about one property: nothing, that it shall be cleared, or what it shall be. The type of a record's component
 * whose property may be left out, where leaving out and null are not the same.
 */
public sealed interface Patch<T> {
    /** The property was not sent: it stays. */
    record Keep<T>() implements Patch<T> {}

    /** The property was sent as null. */
    record Clear<T>() implements Patch<T> {}

    record To<T>(T value) implements Patch<T> {}

    default boolean isSent() {
        return !(this instanceof Keep<T>);
    }

    /** What the property is after the change. */
    default @Nullable T applyTo(@Nullable T before) {
        if (this instanceof To<T> to) {
            return to.value();
        }
        return this instanceof Clear<T> ? null : before;
    }
}
