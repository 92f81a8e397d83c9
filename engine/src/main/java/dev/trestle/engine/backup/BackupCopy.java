package dev.trestle.engine.backup;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Committer;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.LongSnapshot;
import dev.trestle.engine.store.Mutation;
import dev.trestle.engine.table.Keys;
import java.util.Arrays;

/**
 * Copies a table's items, as they were at one moment, into a backup: in chunks that each wait for the disk, so that there is never more
 * than one of them among the writes that wait. Belongs to the one thread that works on backups.
 */
final class BackupCopy implements AutoCloseable {
    static final long CHUNK_BYTES = 1024 * 1024;

    private final BackupDef backup;
    private final LongSnapshot snapshot;
    private final Committer committer;
    private byte[] from;
    private long items;
    private long bytes;

    BackupCopy(BackupDef backup, LongSnapshot snapshot, Committer committer) {
        this.backup = backup;
        this.snapshot = snapshot;
        this.committer = committer;
        this.from = Keys.start(backup.table().id());
    }

    BackupDef backup() {
        return backup;
    }

    /** Whether the moment can no longer be read. */
    boolean isLost() {
        return snapshot.isLost();
    }

    /** Copies one chunk. Tells whether there was anything left. */
    boolean step() {
        Chunk chunk = new Chunk();
        snapshot.walk(Family.ITEMS, from, Keys.start(backup.table().id() + 1), cursor -> {
            chunk.add(cursor.key(), cursor.value());
            return chunk.commit.weight() < CHUNK_BYTES;
        });
        if (chunk.items == 0) {
            return false;
        }
        committer.submit(chunk.commit, committer.generation());
        committer.await(chunk.commit);
        from = Arrays.copyOf(chunk.last, chunk.last.length + 1);
        items += chunk.items;
        bytes += chunk.bytes;
        return true;
    }

    private final class Chunk {
        final Commit commit = new Commit();
        byte[] last = from;
        long items;
        long bytes;

        void add(byte[] key, byte[] value) {
            commit.add(Mutation.put(Family.BACKUP, BackupRows.under(backup.id(), key), value));
            last = key;
            items++;
            bytes += StoredItem.ofBytes(value).size();
        }
    }

    /** Whether what was copied is as much as the table's counters said at that moment. */
    boolean isComplete() {
        return items == backup.items() && bytes == backup.bytes();
    }

    @Override
    public void close() {
        snapshot.close();
    }
}
