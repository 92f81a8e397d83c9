package dev.trestle.search;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Results, all of which the caller may read.
 *
 * @param total how many there are on all pages
 * @param isExact whether there are just so many; else at least
 * @param cursor where the next page begins; null at the end
 */
public record SearchPage(
        List<Hit> hits,
        long total,
        boolean isExact,
        @Nullable String cursor) {
    public SearchPage {
        hits = List.copyOf(hits);
    }

    /**
     * One result.
     *
     * @param stored what the entry stores
     * @param excerpts of each field in which something was found, the passages with it
     * @param cursor where a page that ends with this result goes on
     */
    public record Hit(String id, Map<String, String> stored, Map<String, List<Part>> excerpts, String cursor) {}

    /** A piece of an excerpt. The caller turns it into markup; it may hold any characters. */
    public record Part(String text, boolean isFound) {}
}
