package dev.trestle.systems.zentriqvision.search;

import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Rows of one or more partitions, newest first, which are read as they are needed. For one search. */
interface Rows {
    /** The row where it stands; null behind the last. */
    @Nullable
    Hit peek();

    /** Goes on behind the row where it stands. */
    void next();

    /** Goes on to the first row that is at a place or behind it. */
    void seek(Place place);

    /** The row where it stands, which there is. */
    default Hit current() {
        Hit hit = peek();
        if (hit == null) {
            throw new NoSuchElementException("There is no row.");
        }
        return hit;
    }
}
