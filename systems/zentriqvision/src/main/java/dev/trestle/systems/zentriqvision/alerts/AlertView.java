package dev.trestle.systems.zentriqvision.alerts;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An alert as its user gets to see it.
 *
 * @param searchName as it was when it found the person
 * @param personName what investigators called the person
 * @param offset how many seconds into the video it is
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record AlertView(
        String alertId,
        String searchId,
        String searchName,
        String personId,
        @Nullable String personName,
        String videoId,
        @Nullable String fileName,
        @Nullable String camera,
        Instant timestamp,
        @Nullable Long offset,
        @Nullable String cropUrl,
        Instant raisedAt,
        boolean read) {}
