package dev.trestle.systems.zentriqvision.search;

import dev.trestle.systems.zentriqvision.model.AppearanceAttributes;
import dev.trestle.systems.zentriqvision.model.SearchName;
import dev.trestle.systems.zentriqvision.model.SearchText;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is searched, checked and in the form that rows have. Names are all asked for together; of a name's values, one is enough.
 *
 * @param values what the rows of the attribute's partitions say, by attribute
 * @param upperColors checked on the row, whose partition may be that of the lower color
 * @param hairColors checked on the row: there are no partitions of them
 * @param start inclusive; null for the first appearance
 * @param end inclusive; null for the last one
 */
record Query(
        Map<SearchName, Set<String>> values,
        Set<String> upperColors,
        Set<String> lowerColors,
        Set<String> hairColors,
        Set<String> persons,
        Set<String> videos,
        Set<String> cameras,
        @Nullable Double minConfidence,
        @Nullable Instant start,
        @Nullable Instant end,
        @Nullable TimeOfDay timeOfDay) {
    /** The same of other persons. */
    Query ofPersons(Set<String> others) {
        return new Query(
                values,
                upperColors,
                lowerColors,
                hairColors,
                others,
                videos,
                cameras,
                minConfidence,
                start,
                end,
                timeOfDay);
    }

    /** What no partition vouches for. */
    boolean holds(Hit hit) {
        AppearanceAttributes seen = hit.attributes();
        return isOne(upperColors, seen.upperColor())
                && isOne(lowerColors, seen.lowerColor())
                && isOne(hairColors, seen.hairColor())
                && (persons.isEmpty() || persons.contains(hit.personId()))
                && (videos.isEmpty() || videos.contains(hit.videoId()))
                && (end == null || !hit.timestamp().isAfter(end))
                && (minConfidence == null || hit.confidence() >= minConfidence);
    }

    private static boolean isOne(Set<String> wanted, @Nullable String seen) {
        return wanted.isEmpty() || contains(wanted, SearchText.normal(seen));
    }

    private static boolean contains(Set<String> wanted, @Nullable String seen) {
        return seen != null && wanted.contains(seen);
    }

    /** The partitions that have every hit, one list of values for each. */
    List<Map.Entry<SearchName, Set<String>>> partitions() {
        return values.entrySet().stream().sorted(Map.Entry.comparingByKey()).toList();
    }
}
