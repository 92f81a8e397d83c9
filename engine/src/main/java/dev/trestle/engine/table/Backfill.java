package dev.trestle.engine.table;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Committer;
import dev.trestle.engine.store.Cursor;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.Items;
import dev.trestle.engine.store.Mutation;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.store.Stripes;
import dev.trestle.engine.value.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives a new index, or the expiry of a table that had none, the entries of the items that were there before it. Goes through the
 * table in chunks; each chunk is read again under its stripes and committed together with the place where the next one begins, so a
 * crash costs one chunk at most.
 */
final class Backfill {
    private static final int CHUNK_ITEMS = 128;
    private static final long CHUNK_BYTES = 1024 * 1024;

    private final Store store;
    private final Committer committer;
    private final Items items;
    private final Stripes stripes;
    private final Catalog catalog;
    private final IndexEntries entries;

    Backfill(Store store, Committer committer, Items items, Stripes stripes, Catalog catalog) {
        this.store = store;
        this.committer = committer;
        this.items = items;
        this.stripes = stripes;
        this.catalog = catalog;
        this.entries = new IndexEntries(store, committer);
    }

    /** Does one chunk. Tells whether there may be more to do under this id. */
    boolean step(String tableName, int id) {
        TableDef table = catalog.find(tableName);
        if (table == null || Filling.find(table, id) == null) {
            return false;
        }
        byte[] progress = store.get(Family.META, progressKey(id));
        byte[] from = progress == null ? Keys.start(table.id()) : progress;
        List<Bytes> chunk = chunk(table.id(), from);
        if (chunk.isEmpty()) {
            finish(tableName, id);
            return false;
        }
        Commit commit = prepare(tableName, id, chunk);
        if (commit == null) {
            return false;
        }
        committer.await(commit);
        return true;
    }

    private List<Bytes> chunk(int tableId, byte[] from) {
        List<Bytes> keys = new ArrayList<>();
        try (Cursor cursor = store.cursor(Family.ITEMS, from, Keys.start(tableId + 1), true)) {
            while (keys.size() < CHUNK_ITEMS && cursor.next()) {
                keys.add(Bytes.of(cursor.key()));
            }
        }
        return keys;
    }

    private @Nullable Commit prepare(String tableName, int id, List<Bytes> chunk) {
        catalog.shared().lock();
        try (Stripes.Held held = stripes.lock(chunk)) {
            TableDef table = catalog.find(tableName);
            Filling filling = Filling.find(table, id);
            if (table == null || filling == null) {
                return null;
            }
            long generation = committer.generation();
            Commit commit = new Commit();
            Bytes last = chunk.get(0);
            for (Bytes key : chunk) {
                if (commit.weight() >= CHUNK_BYTES) {
                    break;
                }
                last = key;
                StoredItem item = items.readForWrite(key).item();
                if (item != null) {
                    filling.add(table, key, item, entries, commit);
                }
            }
            commit.add(Mutation.put(Family.META, progressKey(id), after(last)));
            committer.submit(commit, generation);
            return commit;
        } finally {
            catalog.shared().unlock();
        }
    }

    private void finish(String tableName, int id) {
        catalog.change(() -> {
            TableDef table = catalog.find(tableName);
            Filling filling = Filling.find(table, id);
            if (table != null && filling != null) {
                catalog.save(filling.finish(table), Mutation.delete(Family.META, progressKey(id)));
            }
            return table;
        });
    }

    private static byte[] after(Bytes key) {
        return Arrays.copyOf(key.array(), key.length() + 1);
    }

    static byte[] progressKey(int id) {
        return Catalog.progressKey(id);
    }
}
