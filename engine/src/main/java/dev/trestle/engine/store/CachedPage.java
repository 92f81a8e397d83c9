package dev.trestle.engine.store;

import dev.trestle.engine.item.StoredItem;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The items that one walk over a range evaluated, before any filter, and where the next walk would start; null at the end. */
public record CachedPage(List<StoredItem> items, @Nullable StoredItem lastKey) {
    /** The list is not copied: whoever makes a page gives it away. */
    public CachedPage {
        items = Collections.unmodifiableList(items);
    }

    public long bytes() {
        long bytes = 0;
        for (StoredItem item : items) {
            bytes += item.bytes().length;
        }
        return bytes;
    }
}
