package dev.trestle.engine.backup;

import dev.trestle.engine.check.Required;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Committer;
import dev.trestle.engine.store.Cursor;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.Mutation;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.RestoreDef;
import dev.trestle.engine.table.StreamRecords.Author;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.write.Writer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Fills a table from a backup, in chunks: items, index entries, counts and the place where the next chunk begins are one commit, so a
 * crash costs one chunk at most. Nobody else writes to the table meanwhile, nor changes or deletes it, and its backup stays; so no item
 * is there before its chunk, and no stripes are needed.
 */
final class TableRestore {
    private final Store store;
    private final Committer committer;
    private final Catalog catalog;
    private final Writer writer;

    TableRestore(Store store, Committer committer, Catalog catalog, Writer writer) {
        this.store = store;
        this.committer = committer;
        this.catalog = catalog;
        this.writer = writer;
    }

    /** Does one chunk. Tells whether there may be more to do for this table. */
    boolean step(String tableName) {
        TableDef table = catalog.find(tableName);
        if (table == null || !table.isBeingRestored()) {
            return false;
        }
        Commit commit = prepare(table);
        if (commit == null) {
            finish(table);
            return false;
        }
        committer.await(commit);
        return true;
    }

    /** The next chunk, queued; null if there is none. */
    private @Nullable Commit prepare(TableDef table) {
        int backupId = backupId(table);
        byte[] progressKey = Catalog.progressKey(table.id());
        catalog.shared().lock();
        try {
            long generation = committer.generation();
            byte[] progress = store.get(Family.META, progressKey);
            byte[] from = progress == null ? Keys.start(backupId) : progress;
            byte[] last = null;
            Commit commit = new Commit();
            try (Cursor cursor = store.cursor(Family.BACKUP, from, Keys.start(backupId + 1), true)) {
                while (commit.weight() < BackupCopy.CHUNK_BYTES && cursor.next()) {
                    last = cursor.key();
                    Bytes key = Bytes.of(BackupRows.under(table.id(), last));
                    writer.stage(table, key, null, StoredItem.ofBytes(cursor.value()), Author.REQUEST, commit);
                }
            }
            if (last == null) {
                return null;
            }
            commit.add(Mutation.put(Family.META, progressKey, Arrays.copyOf(last, last.length + 1)));
            committer.submit(commit, generation);
            return commit;
        } finally {
            catalog.shared().unlock();
        }
    }

    private void finish(TableDef seen) {
        catalog.change(() -> {
            TableDef table = catalog.find(seen.name());
            if (table != null && table.id() == seen.id()) {
                RestoreDef restore = Required.of(table.restore());
                RestoreDef done = new RestoreDef(restore.backupArn(), restore.sourceTableArn(), restore.at(), false);
                catalog.save(table.withRestore(done), Mutation.delete(Family.META, Catalog.progressKey(table.id())));
            }
            return seen;
        });
    }

    /** The backup that the table was, or is being, restored from. */
    static int backupId(TableDef table) {
        return Required.of(BackupArns.id(Required.of(table.restore()).backupArn()));
    }
}
