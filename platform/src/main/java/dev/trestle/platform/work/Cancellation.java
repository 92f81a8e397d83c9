package dev.trestle.platform.work;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;

/**
 * That somebody cancelled work. A step checks that there is none in the transaction that commits it: once this is there, no further step
 * is done.
 *
 * @param by who, for people
 */
public record Cancellation(
        String workId,
        String by,
        Instant at,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {}
