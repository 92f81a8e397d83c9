package dev.trestle.platform.events;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a consumer of the tables' streams has come.
 *
 * @param place its position in all streams
 * @param holder the process that consumes; null if none does
 * @param leaseUntil when another process may take over
 */
public record StreamPlace(
        String reader,
        String place,
        Instant reachedAt,
        @Nullable String holder,
        @Nullable Instant leaseUntil) {
    /** A place that no process holds. */
    public StreamPlace(String reader, String place, Instant reachedAt) {
        this(reader, place, reachedAt, null, null);
    }

    boolean isHeldByAnother(String me, Instant now) {
        return holder != null && !holder.equals(me) && leaseUntil != null && leaseUntil.isAfter(now);
    }
}
