package dev.trestle.systems.zentriqvision.model;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;

/**
 * An appearance that a change of persons moves, or has moved.
 *
 * @param expiresAt when the change cannot be undone any more
 */
public record MovedAppearance(
        String changeId,
        Instant timestamp,
        String videoId,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {}
