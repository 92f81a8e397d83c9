package dev.trestle.systems.zentriqvision.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The appearances in one video, in the order of all others: within a second their keys are in another one, since the first person there has
 * the documented key. For one search.
 */
final class VideoRows implements Rows {
    private static final Comparator<Hit> NEWEST_FIRST =
            Comparator.comparing(Hit::place).reversed();

    private final Rows rows;
    private final List<Hit> second = new ArrayList<>();
    private int index;

    VideoRows(Rows rows) {
        this.rows = rows;
    }

    @Override
    public @Nullable Hit peek() {
        if (index >= second.size()) {
            readSecond();
        }
        return index < second.size() ? second.get(index) : null;
    }

    private void readSecond() {
        second.clear();
        index = 0;
        Hit first = rows.peek();
        Hit next = first;
        while (first != null && next != null && next.timestamp().equals(first.timestamp())) {
            second.add(next);
            rows.next();
            next = rows.peek();
        }
        second.sort(NEWEST_FIRST);
    }

    @Override
    public void next() {
        index++;
    }

    @Override
    public void seek(Place place) {
        Hit at = peek();
        while (at != null && at.place().compareTo(place) > 0) {
            index++;
            at = peek();
        }
    }
}
