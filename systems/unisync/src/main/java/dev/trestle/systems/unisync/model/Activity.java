package dev.trestle.systems.unisync.model;

import dev.trestle.model.annotation.By;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/** Something that a user did to a ShowSet. */
@RecordBuilder
public record Activity(
        String activityId,
        String showSetId,
        String userId,
        String userName,
        ActivityAction action,
        @By("action") ActivityDetails details,
        Instant createdAt)
        implements ActivityBuilder.With {}
