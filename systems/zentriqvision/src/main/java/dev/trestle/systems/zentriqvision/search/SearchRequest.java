package dev.trestle.systems.zentriqvision.search;

import dev.trestle.platform.schema.Count;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Range;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is searched. Names are all asked for together; of a name that is repeated, one value is enough.
 *
 * @param color of the upper or the lower clothing
 * @param timeRange start and end as JSON, as some clients send them
 * @param timeOfDay such as 22:00-05:00, both ends inclusive
 * @param tz the time zone of timeOfDay; UTC if it is left out
 */
record SearchRequest(
        @Count(max = 5) @Nullable List<@Length(min = 1, max = 40) String> color,
        @Count(max = 5) @Nullable List<@Length(min = 1, max = 40) String> upperColor,
        @Count(max = 5) @Nullable List<@Length(min = 1, max = 40) String> lowerColor,
        @Count(max = 5) @Nullable List<@Length(min = 1, max = 40) String> emotion,
        @Count(max = 5) @Nullable List<@Length(min = 1, max = 40) String> ageBucket,
        @Count(max = 5) @Nullable List<@Length(min = 1, max = 40) String> gender,
        @Count(max = 5) @Nullable List<@Length(min = 1, max = 40) String> hairColor,
        @Nullable Boolean mask,
        @Count(max = 5) @Nullable List<@Length(min = 1, max = 40) String> object,
        @Count(max = 5) @Nullable List<@Length(min = 1, max = 200) String> personId,
        @Count(max = 5) @Nullable List<@Length(min = 1, max = 200) String> videoId,
        @Count(max = 5) @Nullable List<@Length(min = 1, max = 100) String> camera,
        @Nullable Double minConfidence,
        @Nullable Instant start,
        @Nullable Instant end,
        @Length(max = 300) @Nullable String timeRange,
        @Length(max = 40) @Nullable String timeOfDay,
        @Length(max = 60) @Nullable String tz,
        @Default("50") @Range(min = 1, max = 100) int limit,
        @Nullable String cursor) {}
