package dev.trestle.engine.store;

import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;

/**
 * A moment of the store that holds the lease only while it is read, so that its owner may wait for writes in between. It is lost when
 * the store is opened anew after a failed write. As long as it is open, RocksDB keeps every value that it can see. Must be closed;
 * belongs to one thread at a time.
 */
public final class LongSnapshot implements AutoCloseable {
    private final Lease lease;
    private final RocksHandles handles;
    private final Snapshot handle;
    private final Set<LongSnapshot> open;
    private volatile boolean released;

    /** The caller is inside the lease; {@code open} are those to be released before the handles are freed. */
    LongSnapshot(Lease lease, RocksHandles handles, Set<LongSnapshot> open) {
        this.lease = lease;
        this.handles = handles;
        this.handle = handles.countedSnapshot();
        this.open = open;
        open.add(this);
    }

    /** Whether reads fail from now on. */
    public boolean isLost() {
        return released;
    }

    public byte @Nullable [] get(Family family, byte[] key) {
        int ticket = lease.enter();
        try {
            checkNotLost();
            return handles.get(family, key, handle);
        } catch (RocksDBException e) {
            throw new StoreException("could not read the store: " + e.getMessage(), e);
        } finally {
            lease.exit(ticket);
        }
    }

    /** Visits entries in order until the visitor has had enough. It must neither read nor write the store itself. */
    public void walk(Family family, byte[] from, byte[] to, Predicate<Cursor> visitor) {
        int ticket = lease.enter();
        try {
            checkNotLost();
            try (Cursor cursor = handles.cursor(family, from, to, true, handle, () -> {})) {
                while (cursor.next()) {
                    if (!visitor.test(cursor)) {
                        return;
                    }
                }
            }
        } finally {
            lease.exit(ticket);
        }
    }

    private void checkNotLost() {
        if (released) {
            throw new StoreException("a snapshot was lost when the store was opened again", null);
        }
    }

    /** Inside the lease, shared or exclusive. */
    synchronized void release() {
        if (!released) {
            released = true;
            handles.release(handle);
        }
    }

    @Override
    public void close() {
        if (released) {
            return;
        }
        int ticket = lease.enter();
        try {
            release();
            open.remove(this);
        } finally {
            lease.exit(ticket);
        }
    }
}
