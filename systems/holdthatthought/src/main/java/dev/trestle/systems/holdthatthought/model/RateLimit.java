package dev.trestle.systems.holdthatthought.model;

import dev.trestle.model.annotation.KeyOnly;
import dev.trestle.model.annotation.Name;
import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;

/**
 * How often a person did something in the present window.
 *
 * @param userId stands, as {@code action} does, in the key alone
 * @param windowStart when the window began; it alone tells whether the window is over
 * @param ttl when the item may go
 */
public record RateLimit(
        @KeyOnly String userId,
        @KeyOnly RateAction action,
        int count,
        @Time(TimeFormat.EPOCH_MILLIS) Instant windowStart,
        @Name("TTL") @Time(TimeFormat.EPOCH_SECONDS) Instant ttl) {}
