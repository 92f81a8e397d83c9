package dev.trestle.systems.unisync.model;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A user who is here now.
 *
 * @param showSetId the ShowSet that the user looks at
 * @param activity what the user does, in words
 */
public record Session(
        String userId,
        String userName,
        @Nullable String showSetId,
        String activity,
        Instant startedAt,
        Instant lastHeartbeat,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {}
