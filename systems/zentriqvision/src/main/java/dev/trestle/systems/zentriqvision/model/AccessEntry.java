package dev.trestle.systems.zentriqvision.model;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * That somebody looked at footage, or was not let to. Written before the answer, and never changed.
 *
 * @param operation the operation's id
 * @param videoId the video, if it was about one
 * @param personId the person, if it was about one
 * @param details what was asked, without names and notes of people
 * @param address where the request came from
 * @param expiresAt when the organisation's time for it is over
 */
public record AccessEntry(
        Instant at,
        String entryId,
        String userId,
        AccessAction action,
        String operation,
        @Nullable String videoId,
        @Nullable String personId,
        @Nullable String details,
        String address,
        @Time(TimeFormat.EPOCH_SECONDS) @Nullable Instant expiresAt) {}
