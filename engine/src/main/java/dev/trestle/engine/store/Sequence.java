package dev.trestle.engine.store;

import dev.trestle.engine.item.ByteReader;
import dev.trestle.engine.item.ByteWriter;
import java.time.Clock;
import java.util.List;

/**
 * Numbers the {@link Commit.Late late} changes of all commits, 1, 2, 3 and so on, in the order in which they reach the disk. The
 * committer alone gives numbers, and writes the last one in the batch that uses it: no number is given twice, whatever happens, and
 * whoever has seen number n finds everything below n on disk already.
 */
public final class Sequence {
    private static final byte[] KEY = {'Q'};

    private final Clock clock;
    private volatile long last;
    private volatile Runnable onAdvance = () -> {};

    Sequence(Clock clock) {
        this.clock = clock;
    }

    /** The highest number on disk; 0 if there is none. */
    public long last() {
        return last;
    }

    /** The highest number on disk at the moment of the snapshot. */
    public static long read(Snapshot snapshot) {
        byte[] stored = snapshot.get(Family.META, KEY);
        return stored == null ? 0 : new ByteReader(stored, 0).readLong();
    }

    /** Called after numbers have reached the disk, on the thread that writes for everybody: it must only pass the word on. */
    public void onAdvance(Runnable tell) {
        onAdvance = tell;
    }

    void load(Store store) {
        byte[] stored = store.get(Family.META, KEY);
        last = stored == null ? 0 : new ByteReader(stored, 0).readLong();
    }

    /** Adds the late changes of the batch, and the number that the last of them got; {@link #publish} follows once they are written. */
    long assign(List<Commit> batch, List<Mutation> into) {
        long next = last;
        long now = 0;
        for (Commit commit : batch) {
            for (Commit.Late change : commit.late) {
                if (now == 0) {
                    now = clock.millis();
                }
                into.add(change.at(++next, now));
            }
        }
        if (next != last) {
            ByteWriter value = new ByteWriter(8);
            value.writeLong(next);
            into.add(Mutation.put(Family.META, KEY, value.toByteArray()));
        }
        return next;
    }

    void publish(long written) {
        if (written != last) {
            last = written;
            onAdvance.run();
        }
    }
}
