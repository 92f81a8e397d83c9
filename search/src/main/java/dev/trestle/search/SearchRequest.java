package dev.trestle.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What somebody looks for. All words must be there, in any of the fields; words between double quotes must follow each other; the last word
 * may be the beginning of one. Without words it lists.
 *
 * @param tenant whose entries; null in an index without tenants
 * @param readers the caller's labels: only entries that have one of them are counted and shown
 * @param filters each of them has to hold
 * @param from the least {@code at}; null for no bound
 * @param to the greatest {@code at}; null for no bound
 * @param cursor where the last page ended; null for the first
 * @param hasExcerpts whether hits have the passages in which something was found
 */
public record SearchRequest(
        @Nullable String tenant,
        String text,
        Set<String> readers,
        List<Filter> filters,
        @Nullable Long from,
        @Nullable Long to,
        Order order,
        int limit,
        @Nullable String cursor,
        boolean hasExcerpts) {
    static final int TEXT_MAX = 500;
    static final int LABELS_MAX = 1000;
    static final int LIMIT_MAX = 100;

    /** That an entry has one of some values in a field. */
    public record Filter(String field, Set<String> values) {
        public Filter {
            values = Set.copyOf(values);
        }
    }

    /** How results are sorted. */
    public enum Order {
        RELEVANCE,
        NEWEST,
        OLDEST
    }

    public SearchRequest {
        readers = Set.copyOf(readers);
        filters = List.copyOf(filters);
        refuse(
                text.codePointCount(0, text.length()) > TEXT_MAX,
                "A search has at most " + TEXT_MAX + " characters. Use fewer words.");
        refuse(
                readers.size() > LABELS_MAX
                        || filters.stream()
                                        .mapToInt(each -> each.values().size() + 1)
                                        .sum()
                                > LABELS_MAX,
                "A search has at most " + LABELS_MAX + " labels and values.");
        refuse(limit < 1 || limit > LIMIT_MAX, "A page has 1 to " + LIMIT_MAX + " results.");
    }

    private static void refuse(boolean when, String message) {
        if (when) {
            throw new SearchException(message);
        }
    }

    /** The first page, by relevance. */
    public static SearchRequest of(@Nullable String tenant, String text, Set<String> readers, int limit) {
        return new SearchRequest(tenant, text, readers, List.of(), null, null, Order.RELEVANCE, limit, null, true);
    }

    /** Narrows it further: what was asked for before has to hold, too. */
    public SearchRequest filter(String field, Set<String> values) {
        List<Filter> more = new ArrayList<>(filters);
        more.add(new Filter(field, values));
        return new SearchRequest(tenant, text, readers, more, from, to, order, limit, cursor, hasExcerpts);
    }

    public SearchRequest between(@Nullable Long least, @Nullable Long greatest) {
        return new SearchRequest(tenant, text, readers, filters, least, greatest, order, limit, cursor, hasExcerpts);
    }

    public SearchRequest in(Order other) {
        return new SearchRequest(tenant, text, readers, filters, from, to, other, limit, cursor, hasExcerpts);
    }

    public SearchRequest after(@Nullable String end) {
        return new SearchRequest(tenant, text, readers, filters, from, to, order, limit, end, hasExcerpts);
    }

    public SearchRequest limited(int results) {
        return new SearchRequest(tenant, text, readers, filters, from, to, order, results, cursor, hasExcerpts);
    }

    /** For results that are only counted or read elsewhere: excerpts of long texts take time. */
    public SearchRequest withoutExcerpts() {
        return new SearchRequest(tenant, text, readers, filters, from, to, order, limit, cursor, false);
    }
}
