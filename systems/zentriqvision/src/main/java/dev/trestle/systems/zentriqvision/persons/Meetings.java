package dev.trestle.systems.zentriqvision.persons;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.systems.zentriqvision.model.AppearanceEntry;
import dev.trestle.systems.zentriqvision.model.DataTable;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whether two persons were seen in one second of one video, and so cannot be one. Reads both timelines side by side. */
final class Meetings {
    private static final int ROWS_MAX = 200_000;

    private Meetings() {}

    /** @throws ApiException if they were */
    static void check(ItemStore store, String one, String other) {
        find(store, one, other, ROWS_MAX).ifPresent(met -> {
            throw ApiException.conflict(
                            "Both are in one second of one video (" + met.videoId() + " at " + met.timestamp()
                                    + "), so that they cannot be one person. Split one of them first.",
                            null)
                    .withCode("merge-meeting");
        });
    }

    /** The first moment in which both were seen, of so many rows at most. */
    static Optional<AppearanceEntry> find(ItemStore store, String one, String other, int max) {
        try (Stream<AppearanceEntry> ones = store.stream(DataTable.FIRST_OF_PERSON.of(one), max);
                Stream<AppearanceEntry> others = store.stream(DataTable.FIRST_OF_PERSON.of(other), max)) {
            Iterator<AppearanceEntry> left = ones.iterator();
            Iterator<AppearanceEntry> right = others.iterator();
            AppearanceEntry here = next(left);
            AppearanceEntry there = next(right);
            while (here != null && there != null) {
                int order = compare(here, there);
                if (order == 0) {
                    return Optional.of(here);
                }
                if (order < 0) {
                    here = next(left);
                } else {
                    there = next(right);
                }
            }
            return Optional.empty();
        }
    }

    /** In the order of the rows. */
    private static int compare(AppearanceEntry one, AppearanceEntry other) {
        int byTime = one.timestamp().compareTo(other.timestamp());
        return byTime != 0 ? byTime : one.videoId().compareTo(other.videoId());
    }

    private static @Nullable AppearanceEntry next(Iterator<AppearanceEntry> rows) {
        return rows.hasNext() ? rows.next() : null;
    }
}
