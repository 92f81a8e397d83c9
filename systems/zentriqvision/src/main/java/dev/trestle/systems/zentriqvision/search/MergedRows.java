package dev.trestle.systems.zentriqvision.search;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of several partitions as those of one, each place once: of a name with several values, one is enough. For one search. */
final class MergedRows implements Rows {
    private final List<? extends Rows> parts;

    MergedRows(List<? extends Rows> parts) {
        this.parts = List.copyOf(parts);
    }

    static Rows of(List<? extends Rows> parts) {
        return parts.size() == 1 ? parts.get(0) : new MergedRows(parts);
    }

    @Override
    public @Nullable Hit peek() {
        Hit newest = null;
        for (Rows part : parts) {
            Hit hit = part.peek();
            if (hit != null && (newest == null || hit.place().compareTo(newest.place()) > 0)) {
                newest = hit;
            }
        }
        return newest;
    }

    @Override
    public void next() {
        Place here = current().place();
        for (Rows part : parts) {
            Hit hit = part.peek();
            if (hit != null && hit.place().equals(here)) {
                part.next();
            }
        }
    }

    @Override
    public void seek(Place place) {
        parts.forEach(part -> part.seek(place));
    }
}
