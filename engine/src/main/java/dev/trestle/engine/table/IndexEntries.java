package dev.trestle.engine.table;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Committer;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.Mutation;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.value.Bytes;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Keeps index entries in step with items: adds to a commit what a changed item means for the indexes of its table. */
public final class IndexEntries {
    private final Store store;
    private final Committer committer;

    public IndexEntries(Store store, Committer committer) {
        this.store = store;
        this.committer = committer;
    }

    /** What the index carries of the item. */
    public static StoredItem project(TableDef table, IndexDef index, StoredItem item) {
        return index.projectsAll() ? item : item.only(table.projectedNames(index));
    }

    /** The caller holds the item's stripe; null stands for an item that is not there. */
    public void maintain(TableDef table, @Nullable StoredItem before, @Nullable StoredItem after, Commit into) {
        for (IndexDef index : table.indexes()) {
            if (index.status() == IndexDef.Status.ACTIVE) {
                maintain(table, index, before, after, into);
            } else {
                maintainWhileCreating(table, index, before, after, into);
            }
        }
    }

    private static void maintain(
            TableDef table, IndexDef index, @Nullable StoredItem before, @Nullable StoredItem after, Commit into) {
        byte[] oldKey = before == null ? null : Keys.entry(table, index, before::attribute);
        byte[] newKey = after == null ? null : Keys.entry(table, index, after::attribute);
        StoredItem oldEntry = oldKey == null || before == null ? null : project(table, index, before);
        StoredItem newEntry = newKey == null || after == null ? null : project(table, index, after);
        boolean moved = !Arrays.equals(oldKey, newKey);
        if (oldKey != null && oldEntry != null && moved) {
            into.add(Mutation.delete(Family.INDEX, oldKey));
        }
        if (newKey != null && newEntry != null && (moved || !Objects.equals(newEntry, oldEntry))) {
            into.add(Mutation.put(Family.INDEX, newKey, newEntry.bytes()));
        }
        count(index, oldEntry, newEntry, into);
    }

    /**
     * While an index is being made, an item older than it has no entry until the backfill comes by, unless it was written since. Only a
     * look tells which it is; entries that are still queued are announced like items, so that the look finds them too.
     */
    private void maintainWhileCreating(
            TableDef table, IndexDef index, @Nullable StoredItem before, @Nullable StoredItem after, Commit into) {
        byte[] oldKey = before == null ? null : Keys.entry(table, index, before::attribute);
        StoredItem oldEntry = oldKey == null ? null : currentEntry(Bytes.of(oldKey));
        if (oldKey != null && oldEntry != null) {
            into.add(Mutation.delete(Family.INDEX, oldKey));
            into.change(Bytes.of(oldKey), null);
        }
        byte[] newKey = after == null ? null : Keys.entry(table, index, after::attribute);
        StoredItem newEntry = newKey == null || after == null ? null : project(table, index, after);
        if (newKey != null && newEntry != null) {
            into.add(Mutation.put(Family.INDEX, newKey, newEntry.bytes()));
            into.change(Bytes.of(newKey), newEntry);
        }
        count(index, oldEntry, newEntry, into);
    }

    /** Adds the entry of an item that is older than the index, if it has none yet. */
    void backfill(TableDef table, IndexDef index, StoredItem item, Commit into) {
        byte[] key = Keys.entry(table, index, item::attribute);
        if (key != null && currentEntry(Bytes.of(key)) == null) {
            StoredItem entry = project(table, index, item);
            into.add(Mutation.put(Family.INDEX, key, entry.bytes()));
            into.change(Bytes.of(key), entry);
            count(index, null, entry, into);
        }
    }

    private @Nullable StoredItem currentEntry(Bytes key) {
        Committer.PendingItem queued = committer.pendingItem(key);
        if (queued != null) {
            return queued.item();
        }
        byte[] stored = store.get(Family.INDEX, key.array());
        return stored == null ? null : StoredItem.ofBytes(stored);
    }

    private static void count(IndexDef index, @Nullable StoredItem before, @Nullable StoredItem after, Commit into) {
        long items = (after == null ? 0L : 1L) - (before == null ? 0L : 1L);
        long bytes = (after == null ? 0L : after.size()) - (before == null ? 0L : before.size());
        if (items != 0 || bytes != 0) {
            into.count(index.id(), items, bytes);
        }
    }
}
