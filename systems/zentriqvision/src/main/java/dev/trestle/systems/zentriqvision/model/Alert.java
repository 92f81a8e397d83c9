package dev.trestle.systems.zentriqvision.model;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * That a saved search found somebody.
 *
 * @param userId whose search it is: nobody else has the alert
 * @param alertId made of search, person and moment, so that the same sighting is the same alert
 * @param timestamp when the person was seen
 * @param camera of the video at that time; absent if nobody said it
 * @param thumbnailKey the object with the picture of the person
 * @param raisedAt when the search found it
 * @param readAt when the user marked it as read
 * @param expiresAt when it is removed
 */
@RecordBuilder
public record Alert(
        String userId,
        String alertId,
        String searchId,
        String searchName,
        String personId,
        String videoId,
        Instant timestamp,
        @Nullable String camera,
        @Nullable String thumbnailKey,
        Instant raisedAt,
        @Nullable Instant readAt,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt)
        implements AlertBuilder.With {}
