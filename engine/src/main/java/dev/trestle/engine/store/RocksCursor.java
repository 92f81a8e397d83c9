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

    private final RocksDB db;
    private final Way way;
    private final Slice bound;
    private final ReadOptions options;
    private final RocksIterator iterator;
    private final boolean memoryOnly;
    private final @Nullable Remains remains; // null if nobody wants to know of any
    private final Runnable onClose;
    private final long marksBefore;
    private boolean started;
    private boolean cutShort;

    /** Where a cursor goes: from {@code from} (inclusive) to {@code to} (exclusive), or the same backwards. */
    record Way(Family family, byte[] from, byte[] to, boolean forward) {
        byte[] start() {
            return forward ? from : to;
        }

        byte[] end() {
            return forward ? to : from;
        }

        Remains.Range upTo(byte[] last) {
            return forward ? new Remains.Range(family, from, last) : new Remains.Range(family, last, to);
        }
    }

    RocksCursor(
            RocksDB db,
            ColumnFamilyHandle family,
            Way way,
            @Nullable Snapshot snapshot,
            Remains remains,
            Runnable onClose) {
        this(db, family, way, snapshot, new ReadOptions(), false, remains, onClose);
    }

    /** A cursor that is cut short where the disk would have to be asked, or too many marks of deleted entries lie in the way. */
    static RocksCursor inMemory(RocksDB db, ColumnFamilyHandle family, Way way, Remains remains, Runnable onClose) {
        ReadOptions options =
                new ReadOptions().setReadTier(ReadTier.BLOCK_CACHE_TIER).setMaxSkippableInternalKeys(Remains.MARKS_MAX);
        return new RocksCursor(db, family, way, null, options, true, remains, onClose);
    }

    /** A cursor over much more than the block cache holds. */
    static RocksCursor walk(RocksDB db, ColumnFamilyHandle family, Way way, Snapshot snapshot) {
        ReadOptions options =
                new ReadOptions().setReadaheadSize(WALK_READAHEAD_BYTES).setFillCache(false);
        return new RocksCursor(db, family, way, snapshot, options, false, null, () -> {});
    }

    private RocksCursor(
            RocksDB db,
            ColumnFamilyHandle family,
            Way way,
            @Nullable Snapshot snapshot,
            ReadOptions options,
            boolean memoryOnly,
            @Nullable Remains remains,
            Runnable onClose) {
        this.db = db;
        this.way = way;
        this.bound = new Slice(way.end());
        this.options = options;
        if (way.forward()) {
            options.setIterateUpperBound(bound);
        } else {
            options.setIterateLowerBound(bound);
        }
        if (snapshot != null) {
            options.setSnapshot(snapshot);
        }
        this.iterator = db.newIterator(family, options);
        this.memoryOnly = memoryOnly;
        this.remains = remains;
        this.onClose = onClose;
        this.marksBefore = remains == null ? 0 : marksSteppedOver();
    }

    /** By this thread, ever: RocksDB counts for each. */
    private long marksSteppedOver() {
        return db.getPerfContext().getInternalDeleteSkippedCount();
    }

    @Override
    public boolean next() {
        if (!started) {
            started = true;
            seekStart();
        } else if (way.forward()) {
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
        byte[] start = way.start();
        if (way.forward()) {
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
        if (remains != null && marksSteppedOver() - marksBefore > Remains.MARKS_MAX) {
            remains.note(way.upTo(iterator.isValid() ? iterator.key() : way.end()));
        }
        iterator.close();
        options.close();
        bound.close();
        onClose.run();
    }
}
