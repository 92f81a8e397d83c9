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
 * Gives a new index the entries of the items that were there before it. Goes through the table in chunks; each chunk is read again
 * under its stripes and committed together with the place where the next one begins, so a crash costs one chunk at most.
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

    /** Does one chunk. Tells whether there may be more to do for this index. */
    boolean step(String tableName, String indexName) {
        TableDef table = catalog.find(tableName);
        IndexDef index = table == null ? null : table.index(indexName);
        if (table == null || index == null || index.status() != IndexDef.Status.CREATING) {
            return false;
        }
        byte[] progressKey = progressKey(index.id());
        byte[] progress = store.get(Family.META, progressKey);
        byte[] from = progress == null ? Keys.start(table.id()) : progress;
        List<Bytes> chunk = chunk(table.id(), from);
        if (chunk.isEmpty()) {
            finish(table, index.id());
            return false;
        }
        Commit commit = prepare(table, index.id(), chunk, progressKey);
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

    private @Nullable Commit prepare(TableDef seen, int indexId, List<Bytes> chunk, byte[] progressKey) {
        catalog.shared().lock();
        try (Stripes.Held held = stripes.lock(chunk)) {
            TableDef table = catalog.find(seen.name());
            IndexDef index = table == null ? null : indexById(table, indexId);
            if (table == null || index == null) {
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
                    entries.backfill(table, index, item, commit);
                }
            }
            commit.add(Mutation.put(Family.META, progressKey, after(last)));
            committer.submit(commit, generation);
            return commit;
        } finally {
            catalog.shared().unlock();
        }
    }

    private void finish(TableDef seen, int indexId) {
        catalog.change(() -> {
            TableDef table = catalog.find(seen.name());
            IndexDef index = table == null ? null : indexById(table, indexId);
            if (table != null && index != null) {
                List<IndexDef> indexes = new ArrayList<>(table.indexes());
                indexes.set(indexes.indexOf(index), index.withStatus(IndexDef.Status.ACTIVE));
                catalog.save(
                        table.withIndexes(table.attributeDefinitions(), List.copyOf(indexes)),
                        Mutation.delete(Family.META, progressKey(indexId)));
            }
            return table;
        });
    }

    private static @Nullable IndexDef indexById(TableDef table, int id) {
        return table.indexes().stream()
                .filter(index -> index.id() == id)
                .findFirst()
                .orElse(null);
    }

    private static byte[] after(Bytes key) {
        return Arrays.copyOf(key.array(), key.length() + 1);
    }

    static byte[] progressKey(int indexId) {
        return Catalog.progressKey(indexId);
    }
}
