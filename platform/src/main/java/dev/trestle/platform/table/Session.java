package dev.trestle.platform.table;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A family of refresh tokens: each is used once and answered with the next.
 *
 * @param hash of the one that is to come next
 * @param generation the person's {@link Person#sessions} when it began
 * @param agent the program that it was last used by, as it calls itself; null for sessions that began before this was kept
 * @param address where it was last used
 */
public record Session(
        String sessionId,
        String personId,
        @Nullable String tenant,
        String hash,
        int generation,
        Instant createdAt,
        Instant usedAt,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt,
        @Nullable String agent,
        @Nullable String address) {

    /** With the token that is to come next, used from a place. */
    public Session next(
            String nextHash,
            @Nullable String nextTenant,
            Instant now,
            Instant expiry,
            String nextAgent,
            String nextAddress) {
        return new Session(
                sessionId, personId, nextTenant, nextHash, generation, createdAt, now, expiry, nextAgent, nextAddress);
    }
}
