package dev.trestle.engine.capacity;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.table.IndexDef;
import dev.trestle.engine.table.IndexEntries;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.TableDef;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a write of an item costs an index: a write for an entry that comes, goes or changes, two for one that moves, nothing for one that
 * stays as it is.
 */
final class IndexCost {
    private IndexCost() {}

    static double of(TableDef table, IndexDef index, @Nullable StoredItem before, @Nullable StoredItem after) {
        byte[] oldKey = before == null ? null : Keys.entry(table, index, before::attribute);
        byte[] newKey = after == null ? null : Keys.entry(table, index, after::attribute);
        StoredItem oldEntry = oldKey == null || before == null ? null : IndexEntries.project(table, index, before);
        StoredItem newEntry = newKey == null || after == null ? null : IndexEntries.project(table, index, after);
        if (oldEntry != null && newEntry != null && !Arrays.equals(oldKey, newKey)) {
            return Units.write(oldEntry, null) + Units.write(null, newEntry);
        }
        return Objects.equals(oldEntry, newEntry) ? 0 : Units.write(oldEntry, newEntry);
    }
}
