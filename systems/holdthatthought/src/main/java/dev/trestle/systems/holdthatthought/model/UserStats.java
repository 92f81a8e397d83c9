package dev.trestle.systems.holdthatthought.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a person has done.
 *
 * @param lastActive when they last did something that others see
 */
@RecordBuilder
public record UserStats(
        String userId, int commentCount, @Nullable Instant lastActive) implements UserStatsBuilder.With {}
