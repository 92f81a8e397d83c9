package dev.trestle.systems.unisync.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a stage.
 *
 * @param assignedTo the user who works on it
 * @param version the version's text, which people write as they like
 */
public record StageInfo(
        StageStatus status,
        @Nullable String assignedTo,
        String updatedBy,
        Instant updatedAt,
        @Nullable String version) {}
