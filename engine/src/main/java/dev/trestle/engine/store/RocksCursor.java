package dev.trestle.engine.store;

import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/** A {@link Cursor} over one RocksDB iterator, which keeps the bounds' memory alive as long as the iterator needs it. */
final class RocksCursor implements Cursor {
    private final Slice lower;
    private final Slice upper;
    private final ReadOptions options;
    private final RocksIterator iterator;
    private final boolean forward;
    private final Runnable onClose;
    private boolean started;

    RocksCursor(
            RocksDB db,
            ColumnFamilyHandle family,
            byte[] from,
            byte[] to,
            boolean forward,
            @Nullable Snapshot snapshot,
            Runnable onClose) {
        this.lower = new Slice(from);
        this.upper = new Slice(to);
        this.options = new ReadOptions().setIterateLowerBound(lower).setIterateUpperBound(upper);
        if (snapshot != null) {
            options.setSnapshot(snapshot);
        }
        this.iterator = db.newIterator(family, options);
        this.forward = forward;
        this.onClose = onClose;
    }

    @Override
    public boolean next() {
        if (!started) {
            started = true;
            if (forward) {
                iterator.seekToFirst();
            } else {
                iterator.seekToLast();
            }
        } else if (forward) {
            iterator.next();
        } else {
            iterator.prev();
        }
        if (iterator.isValid()) {
            return true;
        }
        checkStatus();
        return false;
    }

    /** An iterator that met a damaged block is merely "not valid": without this, damage would look like the end. */
    private void checkStatus() {
        try {
            iterator.status();
        } catch (RocksDBException e) {
            throw new StoreException("could not read the store: " + e.getMessage(), e);
        }
    }

    @Override
    public byte[] key() {
        return iterator.key();
    }

    @Override
    public byte[] value() {
        return iterator.value();
    }

    @Override
    public void close() {
        iterator.close();
        options.close();
        lower.close();
        upper.close();
        onClose.run();
    }
}
