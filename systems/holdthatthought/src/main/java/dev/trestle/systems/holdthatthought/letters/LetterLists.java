package dev.trestle.systems.holdthatthought.letters;

import dev.trestle.model.Bound;
import dev.trestle.model.Pattern;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Page;
import dev.trestle.systems.holdthatthought.area.Links;
import dev.trestle.systems.holdthatthought.letters.LetterRequests.ListLetters;
import dev.trestle.systems.holdthatthought.model.LetterDetails;
import dev.trestle.systems.holdthatthought.model.LetterListing;
import dev.trestle.systems.holdthatthought.model.LetterMark;
import dev.trestle.systems.holdthatthought.model.LetterReference;
import dev.trestle.systems.holdthatthought.model.LetterStats;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.model.Transcription;
import dev.trestle.systems.holdthatthought.people.Names;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lists of letters, by date. They are read from rows without contents; the narrowest filter that has a list of its own is read, and the
 * others leave out of that. A cursor is the date of a page's last letter, so that it holds when letters come and go.
 */
final class LetterLists {
    static final String NAME = "letters";

    private static final int DAY_MAX = 100;

    private final ItemStore store;
    private final Names names;
    private final Links links;

    LetterLists(ItemStore store, Links links) {
        this.store = store.consistent();
        this.links = links;
        this.names = new Names(store);
    }

    /** Dates of a list, from a bound on; the bound itself may be among them. */
    private interface Source {
        List<Found> read(@Nullable String from, @Nullable String to, int max);
    }

    /** A letter's date, and its row if that was read with it. */
    private record Found(String date, @Nullable LetterListing row) {}

    Page<LetterRow> list(ListLetters asked) {
        boolean isNewest = asked.order().equals("newest");
        Source source = source(asked, isNewest);
        String least = asked.year();
        String greatest = asked.year() == null ? null : asked.year() + "~"; // behind every - of that year
        String last = asked.cursor();
        List<LetterRow> rows = new ArrayList<>();
        while (true) {
            String from = isNewest || last == null ? least : last;
            String to = isNewest && last != null ? last : greatest;
            // One more for the bound, one more to know whether there is another page.
            int max = asked.limit() + 2;
            List<Found> found = source.read(from, to, max);
            String bound = last;
            List<Found> fresh =
                    found.stream().filter(each -> !each.date().equals(bound)).toList();
            for (LetterRow row : rows(fresh)) {
                if (matches(row, asked)) {
                    if (rows.size() == asked.limit()) {
                        return new Page<>(rows, rows.get(rows.size() - 1).date()).named(NAME);
                    }
                    rows.add(row);
                }
            }
            if (found.size() < max) {
                return new Page<>(rows, null).named(NAME);
            }
            last = found.get(found.size() - 1).date();
        }
    }

    private Source source(ListLetters asked, boolean isNewest) {
        if (asked.tag() != null || asked.needs() != null) {
            String mark = asked.tag() == null ? LetterMark.REVIEW : LetterMark.ofTag(asked.tag());
            return of(
                    isNewest ? SupportTable.MARKS_NEWEST_FIRST : SupportTable.MARKS_OLDEST_FIRST,
                    mark,
                    each -> new Found(each.date(), null));
        }
        if (asked.author() != null) {
            return of(
                    isNewest ? SupportTable.REFERENCES_NEWEST_FIRST : SupportTable.REFERENCES_OLDEST_FIRST,
                    LetterReference.ofAuthor(asked.author()),
                    each -> new Found(each.date(), null));
        }
        Pattern<LetterListing> all =
                isNewest ? SupportTable.LISTED_LETTERS_NEWEST_FIRST : SupportTable.LISTED_LETTERS_OLDEST_FIRST;
        return (from, to, max) -> store.first(bounded(all.of(), from, to), max).stream()
                .map(each -> new Found(each.date(), each))
                .toList();
    }

    private <T extends Record> Source of(Pattern<T> pattern, String list, Function<T, Found> found) {
        return (from, to, max) -> store.first(bounded(pattern.of(list), from, to), max).stream()
                .map(found)
                .toList();
    }

    private static <T> Bound<T> bounded(Bound<T> bound, @Nullable String from, @Nullable String to) {
        Bound<T> lower = from == null ? bound : bound.from(from);
        return to == null ? lower : lower.to(to);
    }

    private static boolean matches(LetterRow row, ListLetters asked) {
        String author = asked.author();
        String tag = asked.tag();
        return (author == null
                        || (row.author() != null
                                && LetterReference.folded(row.author()).equals(LetterReference.folded(author))))
                && (tag == null
                        || row.tags().stream()
                                .anyMatch(each -> LetterReference.folded(each).equals(LetterReference.folded(tag))))
                && (asked.needs() == null || row.transcription() == Transcription.MACHINE);
    }

    /** Rows of letters, in the given order. One that is gone meanwhile is left out. */
    private List<LetterRow> rows(List<Found> found) {
        List<Bound<? extends Record>> bounds = new ArrayList<>();
        for (Found each : found) {
            if (each.row() == null) {
                bounds.add(SupportTable.LISTED_LETTER.of(each.date()));
            }
            bounds.add(SupportTable.DETAILS_OF_LETTER.of(each.date()));
            bounds.add(SupportTable.STATS_OF_LETTER.of(each.date()));
        }
        if (bounds.isEmpty()) {
            return List.of();
        }
        Retrieved read = store.retrieve(bounds);
        List<LetterListing> listed = new ArrayList<>();
        for (Found each : found) {
            LetterListing row =
                    each.row() == null ? record(read, SupportTable.LISTED_LETTER.of(each.date()), null) : each.row();
            if (row != null) {
                listed.add(row);
            }
        }
        Map<String, String> known =
                names.of(listed.stream().map(LetterListing::updatedBy).toList());
        return listed.stream()
                .map(row -> row(row, read, known.get(row.updatedBy())))
                .toList();
    }

    private LetterRow row(LetterListing row, Retrieved read, @Nullable String name) {
        LetterDetails details = orElse(
                record(read, SupportTable.DETAILS_OF_LETTER.of(row.date()), null), LetterDetails.none(row.date()));
        LetterStats stats =
                orElse(record(read, SupportTable.STATS_OF_LETTER.of(row.date()), null), LetterStats.none(row.date()));
        LetterRow made = LetterRow.of(row, details, stats, name);
        return Boolean.TRUE.equals(stats.hasThumbnail())
                ? made.withThumbnail(links.read(LetterKeys.thumbnail(row.date())))
                : made;
    }

    private static <T extends Record> @Nullable T record(Retrieved read, Bound<T> bound, @Nullable T otherwise) {
        return read.readable(bound).map(Stored::record).orElse(otherwise);
    }

    private static <T> T orElse(@Nullable T found, T otherwise) {
        return found == null ? otherwise : found;
    }

    /** Letters by their dates, in the given order. */
    List<LetterRow> rows(Collection<String> dates) {
        return rows(dates.stream().map(date -> new Found(date, null)).toList());
    }

    /** Letters that were written on a day of the year, the oldest first. */
    List<LetterRow> ofDay(String monthAndDay) {
        Bound<LetterReference> day = SupportTable.REFERENCES_OLDEST_FIRST.of(LetterReference.ofDay(monthAndDay));
        return rows(store.first(day, DAY_MAX).stream()
                .map(each -> new Found(each.date(), null))
                .toList());
    }
}
