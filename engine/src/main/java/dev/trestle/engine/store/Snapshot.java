package dev.trestle.engine.store;

import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** Several reads at one moment. Must be closed. */
public final class Snapshot implements AutoCloseable {
    private final RocksHandles rocks;
    private final org.rocksdb.Snapshot handle;
    private final Runnable onClose;

    Snapshot(RocksHandles rocks, org.rocksdb.Snapshot handle, Runnable onClose) {
        this.rocks = rocks;
        this.handle = handle;
        this.onClose = onClose;
    }

    public byte @Nullable [] get(Family family, byte[] key) {
        try {
            return rocks.get(family, key, handle);
        } catch (RocksDBException e) {
            throw new StoreException("could not read the store: " + e.getMessage(), e);
        }
    }

    public Cursor cursor(Family family, byte[] from, byte[] to, boolean forward) {
        return rocks.cursor(family, from, to, forward, handle, () -> {});
    }

    /** A cursor for a long walk forwards: it reads ahead, and leaves the block cache to others. */
    public Cursor walk(Family family, byte[] from, byte[] to) {
        return rocks.walk(family, from, to, handle);
    }

    @Override
    public void close() {
        rocks.release(handle);
        onClose.run();
    }
}
