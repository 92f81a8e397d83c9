package dev.trestle.systems.zentriqvision.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What appearances have to have, all of it together; of a name with several values, one is enough. The names are those of a search, and so
 * are their rules.
 *
 * @param color of the upper or the lower clothing
 * @param timeOfDay such as 22:00-05:00
 * @param tz the time zone of timeOfDay
 */
@RecordBuilder
public record SearchFilter(
        @Nullable List<String> color,
        @Nullable List<String> upperColor,
        @Nullable List<String> lowerColor,
        @Nullable List<String> emotion,
        @Nullable List<String> ageBucket,
        @Nullable List<String> gender,
        @Nullable List<String> hairColor,
        @Nullable Boolean mask,
        @Nullable List<String> object,
        @Nullable List<String> personId,
        @Nullable List<String> videoId,
        @Nullable List<String> camera,
        @Nullable Double minConfidence,
        @Nullable Instant start,
        @Nullable Instant end,
        @Nullable String timeOfDay,
        @Nullable String tz) {}
