package dev.trestle.platform.table;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How often somebody tried to sign in under a name, whether anybody has that name or not.
 *
 * @param subject a hash of the name
 */
public record Attempts(
        String subject,
        int failures,
        @Nullable Instant lockedUntil,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {}
