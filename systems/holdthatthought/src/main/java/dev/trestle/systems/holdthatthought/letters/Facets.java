package dev.trestle.systems.holdthatthought.letters;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.holdthatthought.model.LetterDetails;
import dev.trestle.systems.holdthatthought.model.LetterListing;
import dev.trestle.systems.holdthatthought.model.LetterReference;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What letters can be narrowed by, and how many there are of each. All rows are read for that, so that the answer about a large archive is
 * kept for some seconds.
 */
final class Facets {
    private static final int LETTERS_MAX = 200_000;
    private static final int NAMES_MAX = 500;
    private static final int YEAR_LENGTH = 4;
    private static final String NO_YEAR = "0000";

    /** Of so many letters it is made anew each time. */
    private static final int SMALL = 1000;

    private static final long KEPT_NANOS = Duration.ofSeconds(10).toNanos();

    private final ItemStore store;
    private @Nullable View kept;
    private long keptAt;

    Facets(ItemStore store) {
        this.store = store;
    }

    /** How many letters a year, an author or a tag has. */
    public record View(List<OfYear> years, List<OfName> authors, List<OfName> tags, int undated, int total) {}

    public record OfYear(String year, int count) {}

    public record OfName(String name, int count) {}

    /** The place of a letter among all, from 1. */
    public record Place(int position, int total) {}

    /** Letters of other years are counted by year. */
    Place place(String date) {
        View all = get();
        String year = date.substring(0, Math.min(date.length(), YEAR_LENGTH));
        int before = year.equals(NO_YEAR) ? 0 : all.undated();
        for (OfYear each : all.years()) {
            before += each.year().compareTo(year) < 0 ? each.count() : 0;
        }
        int within = store.first(
                        SupportTable.LISTED_LETTERS_OLDEST_FIRST.of().from(year).to(date), LETTERS_MAX)
                .size();
        return new Place(before + within, Math.max(all.total(), before + within));
    }

    synchronized View get() {
        View known = kept;
        if (known != null && known.total() > SMALL && System.nanoTime() - keptAt < KEPT_NANOS) {
            return known;
        }
        View made = made();
        kept = made;
        keptAt = System.nanoTime();
        return made;
    }

    private View made() {
        Map<String, Integer> years = new TreeMap<>(Comparator.reverseOrder());
        Map<String, Named> authors = new HashMap<>();
        Map<String, Named> tags = new HashMap<>();
        int total = 0;
        try (Stream<LetterListing> rows = store.stream(SupportTable.LISTED_LETTERS_NEWEST_FIRST.of(), LETTERS_MAX)) {
            for (LetterListing row : (Iterable<LetterListing>) rows::iterator) {
                total++;
                years.merge(row.date().length() < 4 ? row.date() : row.date().substring(0, 4), 1, Integer::sum);
                count(authors, row.author());
            }
        }
        try (Stream<LetterDetails> rows = store.stream(SupportTable.DETAILS_OF_LETTERS.of(), LETTERS_MAX)) {
            for (LetterDetails details : (Iterable<LetterDetails>) rows::iterator) {
                details.tags().forEach(tag -> count(tags, tag));
            }
        }
        Integer undated = years.remove(NO_YEAR);
        return new View(
                years.entrySet().stream()
                        .map(year -> new OfYear(year.getKey(), year.getValue()))
                        .toList(),
                named(authors),
                named(tags),
                undated == null ? 0 : undated,
                total);
    }

    /** A name as it was met first, which is that of the newest letter. */
    private record Named(String name, int count) {}

    private static void count(Map<String, Named> names, @Nullable String name) {
        if (name != null && !name.isBlank()) {
            names.merge(
                    LetterReference.folded(name),
                    new Named(name.strip(), 1),
                    (known, one) -> new Named(known.name(), known.count() + 1));
        }
    }

    /** The most frequent first. */
    private static List<OfName> named(Map<String, Named> names) {
        return names.values().stream()
                .sorted(Comparator.comparingInt(Named::count).reversed().thenComparing(Named::name))
                .limit(NAMES_MAX)
                .map(each -> new OfName(each.name(), each.count()))
                .toList();
    }
}
