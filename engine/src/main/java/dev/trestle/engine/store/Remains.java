package dev.trestle.engine.store;

import dev.trestle.engine.value.Bytes;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Where walks had to step over many marks of deleted entries, until these are cleared away.
 *
 * <p>RocksDB leaves a mark for each deleted entry and drops it when it compacts, which it does by size and not by need. An item that
 * moved to the end of an index ten thousand times leaves as many marks between itself and its neighbour, and whoever asks for the
 * newest entries steps over all of them. So who did notes the way that it went, and RocksDB is told to compact that.
 *
 * <p>However often it is asked for, clearing takes a tenth of the time at most, and a range that does not find room here will be met
 * again.
 */
final class Remains {
    /** Marks that one walk may step over without more ado: some two milliseconds' work. */
    static final int MARKS_MAX = 2_000;

    private static final int NOTED_MAX = 16;
    private static final int REST_FACTOR = 9;

    private final Map<Bytes, Range> noted = new LinkedHashMap<>();
    private final LongSupplier nanoTime;
    private long restUntil;

    Remains(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.restUntil = nanoTime.getAsLong();
    }

    /** A part of a family; both ends may be part of it. */
    record Range(Family family, byte[] from, byte[] to) {}

    interface Clearing {
        void clear(Range range) throws RocksDBException;
    }

    synchronized void note(Range range) {
        if (noted.size() < NOTED_MAX) {
            noted.putIfAbsent(Bytes.of(range.from()), range);
        }
    }

    /** Clears one range, if there is one and it is time. Called by one thread at a time. */
    void clear(Clearing clearing) throws RocksDBException {
        Range range = due();
        if (range == null) {
            return;
        }
        long start = nanoTime.getAsLong();
        try {
            clearing.clear(range);
        } finally {
            long end = nanoTime.getAsLong();
            restUntil = end + REST_FACTOR * (end - start);
        }
    }

    private synchronized @Nullable Range due() {
        Iterator<Range> ranges = noted.values().iterator();
        if (!ranges.hasNext() || nanoTime.getAsLong() - restUntil < 0) {
            return null;
        }
        Range first = ranges.next();
        ranges.remove();
        return first;
    }
}
