package dev.trestle.platform.events;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A change of one record. For an event it is what one listener may see of it: a record that the listener may not see is null, as one that
 * is not there. At least one of the two is there.
 *
 * @param before the record as it was
 * @param after the record as it is
 * @param tenant whose record it is; null in a table that does not separate tenants
 * @param isNew whether there was no such record before, for anybody
 */
public record RecordChange<T extends Record>(
        @Nullable T before, @Nullable T after, @Nullable String tenant, boolean isNew) {

    /** The record as it is, or as it was last. */
    public T latest() {
        return after != null ? after : Objects.requireNonNull(before);
    }

    /** Something made of the record as it is; null if it is gone. */
    public <R> @Nullable R ofAfter(Function<? super T, R> made) {
        return after == null ? null : made.apply(after);
    }

    /** {@code created}, {@code changed} or {@code deleted}. */
    public String kind() {
        return before == null ? "created" : after == null ? "deleted" : "changed";
    }
}
