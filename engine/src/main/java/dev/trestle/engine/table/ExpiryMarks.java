package dev.trestle.engine.table;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * For each expiry the second before which no entry is left, in memory only. Without it every look of the sweep would step over the
 * remains of all that was ever removed, until RocksDB has cleared them away.
 *
 * <p>An entry may be written below the mark at any time, because an item may be born expired. So every writer reports its entry here
 * once it is on disk, and the mark falls back to it. A pass of the sweep sees what was on disk when it began; what is reported while
 * it runs may have been missed, and holds the mark down when the pass ends. What a failed write left on disk is not reported: after
 * one the sweep forgets all marks. Safe for any number of threads.
 */
public final class ExpiryMarks {
    private final Map<Integer, Mark> marks = new ConcurrentHashMap<>();

    /** Begins a pass of the sweep and tells from which second on it must look. One pass of an expiry at a time. */
    public long begin(int expiryId) {
        return marks.computeIfAbsent(expiryId, id -> new Mark()).begin();
    }

    /** Ends a pass that has removed everything up to the second, inclusive. A pass that fails is simply begun again. */
    public void end(int expiryId, long second) {
        Mark mark = marks.get(expiryId);
        if (mark != null) {
            mark.end(second);
        }
    }

    /** Tells that an entry may be on disk that was not there before. Where no pass has begun yet, the first one will find it. */
    void added(int expiryId, long second) {
        Mark mark = marks.get(expiryId);
        if (mark != null) {
            mark.added(second);
        }
    }

    /** Forgets all others: their passes will begin from the start. */
    public void retain(Collection<Integer> expiryIds) {
        marks.keySet().retainAll(expiryIds);
    }

    private static final class Mark {
        private long from = Long.MIN_VALUE;
        private long lowestAdded = Long.MAX_VALUE; // since the pass began

        synchronized long begin() {
            lowestAdded = Long.MAX_VALUE;
            return from;
        }

        synchronized void added(long second) {
            from = Math.min(from, second);
            lowestAdded = Math.min(lowestAdded, second);
        }

        synchronized void end(long second) {
            from = Math.min(second + 1, lowestAdded);
        }
    }
}
