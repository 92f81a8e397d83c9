package dev.trestle.systems.unisync.activity;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Two lists of entries, each newest first, read page by page as one.
 *
 * <p>A page takes so many from the front of either. Where only a part of what was read of a list is taken, that part is read once more
 * for its cursor. If somebody wrote in front of it meanwhile that would be another part, and the page is read anew.
 */
final class Merged {
    private static final Comparator<Entry> NEWEST_FIRST = Comparator.comparing(Entry::createdAt)
            .thenComparing(Entry::activityId)
            .reversed();
    private static final Page<Entry> NOTHING = new Page<>(List.of(), null);
    private static final String END = "~";
    private static final int TRIES_MAX = 5;

    private final Source one;
    private final Source other;

    /** Reads a page of one list. */
    interface Source {
        Page<Entry> read(int limit, @Nullable String cursor);
    }

    /** Where both lists go on: an empty text at the beginning. */
    record Places(String one, String other) {
        static final Places BEGIN = new Places("", "");

        boolean isEnd() {
            return one.equals(END) && other.equals(END);
        }
    }

    record Part(List<Entry> entries, Places next) {}

    Merged(Source one, Source other) {
        this.one = one;
        this.other = other;
    }

    Part read(int limit, Places from) {
        for (int attempt = 0; attempt < TRIES_MAX; attempt++) {
            Page<Entry> first = page(one, limit, from.one());
            Page<Entry> second = page(other, limit, from.other());
            List<Entry> taken = Stream.concat(first.items().stream(), second.items().stream())
                    .sorted(NEWEST_FIRST)
                    .limit(limit)
                    .toList();
            String nextOne = next(one, first, taken, from.one());
            String nextOther = next(other, second, taken, from.other());
            if (nextOne != null && nextOther != null) {
                return new Part(taken, new Places(nextOne, nextOther));
            }
        }
        throw ApiException.unavailable("Too much happens at the moment.", Duration.ofSeconds(1), null);
    }

    private static Page<Entry> page(Source source, int limit, String place) {
        return place.equals(END) ? NOTHING : source.read(limit, place.isEmpty() ? null : place);
    }

    /** Where a list goes on behind what was taken of it; null if that cannot be said, because it has changed. */
    private static @Nullable String next(Source source, Page<Entry> read, List<Entry> taken, String place) {
        int count = (int) read.items().stream().filter(taken::contains).count();
        if (count == read.items().size()) {
            return read.next() == null ? END : read.next();
        }
        if (count == 0) {
            return place;
        }
        Page<Entry> again = page(source, count, place);
        boolean isSame = again.items().equals(read.items().subList(0, count));
        return isSame ? again.next() : null;
    }
}
