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
 */
public record Session(
        String sessionId,
        String personId,
        @Nullable String tenant,
        String hash,
        int generation,
        Instant createdAt,
        Instant usedAt,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {

    public Session next(String nextHash, @Nullable String nextTenant, Instant now, Instant expiry) {
        return new Session(sessionId, personId, nextTenant, nextHash, generation, createdAt, now, expiry);
    }
}
