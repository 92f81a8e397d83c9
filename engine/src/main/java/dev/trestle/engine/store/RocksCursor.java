package dev.trestle.engine.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/**
 * A {@link Cursor} over one RocksDB iterator. The end towards which it walks is set as the iterator's bound, so that it does not read,
 * or skip the remains of deleted entries, beyond it; the end at which it starts is sought. The bound's memory lives as long as the
 * iterator needs it.
 */
final class RocksCursor implements Cursor {
    private static final long WALK_READAHEAD_BYTES = 1024 * 1024;

    private final byte[] start;
    private final Slice bound;
    private final ReadOptions options;
    private final RocksIterator iterator;
    private final boolean forward;
    private final boolean memoryOnly;
    private final Runnable onClose;
    private boolean started;
    private boolean cutShort;

    RocksCursor(
            RocksDB db,
            ColumnFamilyHandle family,
            byte[] from,
            byte[] to,
            boolean forward,
            @Nullable Snapshot snapshot,
            Runnable onClose) {
        this(db, family, from, to, forward, snapshot, new ReadOptions(), false, onClose);
    }

    /** A cursor that is cut short where the disk would have to be asked. */
    static RocksCursor inMemory(
            RocksDB db, ColumnFamilyHandle family, byte[] from, byte[] to, boolean forward, Runnable onClose) {
        ReadOptions options = new ReadOptions().setReadTier(ReadTier.BLOCK_CACHE_TIER);
        return new RocksCursor(db, family, from, to, forward, null, options, true, onClose);
    }

    /** A cursor forwards over much more than the block cache holds. */
    static RocksCursor walk(RocksDB db, ColumnFamilyHandle family, byte[] from, byte[] to, Snapshot snapshot) {
        ReadOptions options =
                new ReadOptions().setReadaheadSize(WALK_READAHEAD_BYTES).setFillCache(false);
        return new RocksCursor(db, family, from, to, true, snapshot, options, false, () -> {});
    }

    private RocksCursor(
            RocksDB db,
            ColumnFamilyHandle family,
            byte[] from,
            byte[] to,
            boolean forward,
            @Nullable Snapshot snapshot,
            ReadOptions options,
            boolean memoryOnly,
            Runnable onClose) {
        this.start = forward ? from : to;
        this.bound = new Slice(forward ? to : from);
        this.options = options;
        if (forward) {
            options.setIterateUpperBound(bound);
        } else {
            options.setIterateLowerBound(bound);
        }
        if (snapshot != null) {
            options.setSnapshot(snapshot);
        }
        this.iterator = db.newIterator(family, options);
        this.forward = forward;
        this.memoryOnly = memoryOnly;
        this.onClose = onClose;
    }

    @Override
    public boolean next() {
        if (!started) {
            started = true;
            seekStart();
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

    private void seekStart() {
        if (forward) {
            iterator.seek(start);
            return;
        }
        iterator.seekForPrev(start);
        if (iterator.isValid() && Arrays.equals(iterator.key(), start)) {
            iterator.prev(); // the upper end is exclusive
        }
    }

    /** An iterator that met a damaged block is merely "not valid": without this, damage would look like the end. */
    private void checkStatus() {
        try {
            iterator.status();
        } catch (RocksDBException e) {
            if (memoryOnly) {
                cutShort = true; // for whatever reason: who reads from the disk then will meet it too
                return;
            }
            throw new StoreException("could not read the store: " + e.getMessage(), e);
        }
    }

    @Override
    public boolean isCutShort() {
        return cutShort;
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
        bound.close();
        onClose.run();
    }
}
