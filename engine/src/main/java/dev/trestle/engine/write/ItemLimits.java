package dev.trestle.engine.write;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.ItemSize;
import dev.trestle.engine.value.Value;
import java.util.Map;

/** How large an item may be. */
final class ItemLimits {
    private static final int ITEM_BYTES_MAX = 400 * 1024;

    private ItemLimits() {}

    /** Gives the item's size. */
    static int checkPut(Map<String, Value> item) {
        int size = ItemSize.ofItem(item);
        if (size > ITEM_BYTES_MAX) {
            throw EngineException.validation("Item size has exceeded the maximum allowed size");
        }
        return size;
    }

    static void checkUpdated(StoredItem item) {
        if (item.size() > ITEM_BYTES_MAX) {
            throw EngineException.validation("Item size to update has exceeded the maximum allowed size");
        }
    }
}
