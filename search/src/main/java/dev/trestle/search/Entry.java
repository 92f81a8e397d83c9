package dev.trestle.search;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What can be found of one record. Immutable.
 *
 * @param readers labels of which a caller must have one, such as {@code member} or {@code user:ann}; with none of them nobody finds it
 * @param texts the searched texts, by field
 * @param filters exact values to narrow a search by, such as an author or a kind
 * @param at what results can be sorted and narrowed by, such as a time or a day; null sorts last
 * @param stored what a hit carries beside its excerpts
 */
public record Entry(
        Set<String> readers,
        Map<String, String> texts,
        Map<String, Set<String>> filters,
        @Nullable Long at,
        Map<String, String> stored) {
    public Entry {
        readers = Set.copyOf(readers);
        texts = Map.copyOf(texts);
        filters = Map.copyOf(filters);
        stored = Map.copyOf(stored);
    }

    /** Without texts yet. */
    public static Entry readableBy(String... readers) {
        return new Entry(Set.of(readers), Map.of(), Map.of(), null, Map.of());
    }

    public Entry text(String field, @Nullable String text) {
        return text == null ? this : new Entry(readers, with(texts, field, text), filters, at, stored);
    }

    public Entry filter(String field, @Nullable String value) {
        if (value == null) {
            return this;
        }
        Set<String> values = new TreeSet<>(filters.getOrDefault(field, Set.of()));
        values.add(value);
        return new Entry(readers, texts, with(filters, field, Set.copyOf(values)), at, stored);
    }

    public Entry at(long value) {
        return new Entry(readers, texts, filters, value, stored);
    }

    public Entry stored(String field, @Nullable String value) {
        return value == null ? this : new Entry(readers, texts, filters, at, with(stored, field, value));
    }

    private static <V> Map<String, V> with(Map<String, V> known, String field, V value) {
        Map<String, V> more = new TreeMap<>(known);
        more.put(field, value);
        return more;
    }
}
