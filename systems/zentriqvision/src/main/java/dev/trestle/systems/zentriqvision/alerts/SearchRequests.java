package dev.trestle.systems.zentriqvision.alerts;

import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Count;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.OneOf;
import dev.trestle.platform.schema.Range;
import dev.trestle.systems.zentriqvision.model.SearchFilter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is asked about saved searches and alerts. */
final class SearchRequests {
    static final int EVERY_MAX = 1_440;

    private SearchRequests() {}

    record ListSearches(
            @Default("50") @Range(min = 1, max = 100) int limit,
            @Nullable String cursor) {}

    record AddSearch(SearchDraft body) {}

    record PutSearch(@Length(min = 1, max = 200) String id, SearchDraft body) {}

    record OfSearch(@Length(min = 1, max = 200) String id) {}

    /** A search to be kept. */
    record SearchDraft(
            @Length(min = 1, max = 100) String name,
            Filters filters,

            @About("Whether it alerts of what it finds from now on; true if it is left out") @Nullable
            Boolean alert,

            @About("At most one alert of a person in so many minutes; 5 if it is left out")
            @Range(min = 1, max = EVERY_MAX)
            @Nullable
            Integer everyMinutes,

            @About("Whether the caller gets a mail of each alert") @Nullable
            Boolean mail,

            @About("The language of the mail") @OneOf({"en", "zh", "zh-TW"}) @Nullable
            String language,

            @Nullable WebhookDraft webhook) {}

    /** A program that is told of each alert. */
    record WebhookDraft(
            @About("Where the alerts are sent, by https. Servers that are not on the public internet are refused")
            @Length(min = 1, max = 2000)
            String url,

            @About("Whether it gets a new secret, which is shown in this answer and never again") @Nullable
            Boolean newSecret) {}

    /** As {@code GET /search} has them; of a name with several values, one is enough. */
    record Filters(
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
            @Length(max = 40) @Nullable String timeOfDay,
            @Length(max = 60) @Nullable String tz) {
        SearchFilter filter() {
            return new SearchFilter(
                    set(color),
                    set(upperColor),
                    set(lowerColor),
                    set(emotion),
                    set(ageBucket),
                    set(gender),
                    set(hairColor),
                    mask,
                    set(object),
                    set(personId),
                    set(videoId),
                    set(camera),
                    minConfidence,
                    start,
                    end,
                    timeOfDay,
                    tz);
        }

        private static @Nullable List<String> set(@Nullable List<String> values) {
            return values == null || values.isEmpty() ? null : values;
        }
    }

    record ListAlerts(
            @About("Only those that are not marked as read") @Default("false")
            boolean unread,

            @Length(min = 1, max = 200) @Nullable String searchId,
            @Default("50") @Range(min = 1, max = 100) int limit,
            @Nullable String cursor) {}

    record OfAlert(@Length(min = 1, max = 200) String id) {}
}
