package dev.trestle.engine.api;

import org.jspecify.annotations.Nullable;

/** {@code pointInTimeRecovery} is null when the request has no specification; its switch, when the specification leaves it out. */
public record UpdateContinuousBackups(
        @Nullable String tableName, @Nullable PointInTimeRecovery pointInTimeRecovery) {

    public record PointInTimeRecovery(@Nullable Boolean enabled) {}
}
