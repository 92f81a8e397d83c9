package dev.trestle.platform.operation;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What lies in several partitions, newest first, as one list.
 *
 * <p>A row may be moved from an earlier source into a later one while they are read. Sources are read in their order, so that such a row is
 * in one of them, or in both, and is then taken once. A cursor is a row's time and id, which are the same wherever it lies.
 *
 * @param <T> a row
 */
public final class Timeline<T> {
    /** Rows of the very time of the last one that was given, which have to be read again. */
    private static final int TIES_MAX = 20_000;

    /** Later than all times that items keep. */
    public static final Instant NEWEST = Instant.parse("9999-12-31T23:59:59.999Z");

    private final Function<T, Instant> time;
    private final Function<T, String> id;
    private final Comparator<T> newestFirst;

    /** Reads a partition, newest first, up to a moment, that included. */
    @FunctionalInterface
    public interface Source<T> {
        Stream<T> upTo(Instant moment, int max);
    }

    /** The last row that was given. */
    private record Place(Instant at, String id) {
        @Override
        public String toString() {
            return at + "|" + id;
        }

        static Place parse(String cursor) {
            try {
                int bar = cursor.indexOf('|');
                return new Place(Instant.parse(cursor.substring(0, Math.max(0, bar))), cursor.substring(bar + 1));
            } catch (DateTimeParseException e) {
                throw ApiException.invalid("cursor", "is not one of this list. Begin again without it")
                        .withCode("cursor-unknown");
            }
        }
    }

    public Timeline(Function<T, Instant> time, Function<T, String> id) {
        this.time = time;
        this.id = id;
        this.newestFirst = Comparator.comparing(time).thenComparing(id).reversed();
    }

    /**
     * A page.
     *
     * @param newest the moment that it begins at, if there is no cursor
     */
    public Page<T> page(List<Source<T>> sources, Instant newest, int limit, @Nullable String cursor) {
        Place place = cursor == null ? null : Place.parse(cursor);
        Map<String, T> found = new LinkedHashMap<>();
        for (Source<T> source : sources) {
            try (Stream<T> rows = source.upTo(place == null ? newest : place.at(), limit + 1 + TIES_MAX)) {
                rows.filter(row -> place == null || isAfter(row, place))
                        .limit(limit + 1L)
                        .forEach(row -> found.put(id.apply(row), row));
            }
        }
        List<T> rows = new ArrayList<>(found.values());
        rows.sort(newestFirst);
        if (rows.size() <= limit) {
            return new Page<>(rows, null);
        }
        List<T> given = rows.subList(0, limit);
        T last = given.get(limit - 1);
        return new Page<>(given, cursor(last));
    }

    /** The cursor of what comes after a row. */
    public String cursor(T row) {
        return new Place(time.apply(row), id.apply(row)).toString();
    }

    private boolean isAfter(T row, Place place) {
        int order = time.apply(row).compareTo(place.at());
        return order < 0 || order == 0 && id.apply(row).compareTo(place.id()) < 0;
    }
}
