package dev.trestle.systems.zentriqvision.search;

import dev.trestle.systems.zentriqvision.model.SearchText;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Age buckets that mean the same people: sources cut ages differently, so that a range finds every stored bucket that overlaps it. */
final class AgeBuckets {
    /** Those that analyzers write here. */
    private static final List<String> WRITTEN = List.of("0-17", "18-24", "25-34", "35-49", "50+");

    private static final Pattern RANGE = Pattern.compile("(\\d{1,3})(?:-(\\d{1,3})|\\+)");
    private static final int OLDEST = 200;

    private AgeBuckets() {}

    private record Range(int from, int to) {
        boolean overlaps(Range other) {
            return from <= other.to && other.from <= to;
        }
    }

    /** The stored texts that a bucket finds: its own, and the overlapping ones. */
    static Set<String> matching(String asked) {
        Set<String> found = new LinkedHashSet<>();
        String own = SearchText.normal(asked);
        if (own == null) {
            return found;
        }
        found.add(own);
        Range range = range(own);
        if (range != null) {
            WRITTEN.stream().filter(each -> overlap(range, each)).forEach(found::add);
        }
        return found;
    }

    private static boolean overlap(Range range, String written) {
        Range other = range(written);
        return other != null && range.overlaps(other);
    }

    private static @Nullable Range range(String bucket) {
        Matcher matcher = RANGE.matcher(bucket);
        if (!matcher.matches()) {
            return null;
        }
        String to = matcher.group(2);
        return new Range(Integer.parseInt(matcher.group(1)), to == null ? OLDEST : Integer.parseInt(to));
    }
}
