package dev.trestle.engine.store;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Snapshot;

/**
 * The store as it was between one and about two delays ago, for reads of global indexes that are to lag.
 *
 * <p>Two moments are kept, each a snapshot: the one that readers see and the one that follows it. Once in a delay the second takes the
 * place of the first, being one delay old by then, and the present becomes the second. A moment is let go when it was replaced and its
 * last reader has left. A store that was just opened shows itself as it is: whatever it holds is from before.
 *
 * <p>Whoever calls holds the store's lease, so that the database to which the snapshots belong stays open meanwhile; {@link #restart}
 * and {@link #stop} need it exclusively.
 */
final class IndexDelay {
    private final Duration delay;
    private final ScheduledExecutorService ticker;
    private @Nullable Moment visible;
    private @Nullable Moment next;
    private @Nullable Future<?> ticks;

    IndexDelay(Duration delay) {
        this.delay = delay;
        this.ticker = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "trestle-index-delay");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** A snapshot and how many hold it, of whom the delay itself is one. */
    static final class Moment {
        private final RocksHandles rocks;
        private final @Nullable Snapshot handle;
        private int holders = 1;

        private Moment(RocksHandles rocks) {
            this.rocks = rocks;
            this.handle = rocks.snapshot();
        }

        Cursor cursor(byte[] from, byte[] to, boolean forward, Runnable onClose) {
            return rocks.cursor(Family.INDEX, from, to, forward, handle, onClose);
        }
    }

    /** From now on {@code tick}, which leads to {@link #advance}, runs once in a delay. */
    void start(RocksHandles rocks, Runnable tick) {
        restart(rocks);
        // A fixed pause between ticks, not a fixed rate: no moment becomes visible before it is a delay old.
        ticks = ticker.scheduleWithFixedDelay(tick, delay.toNanos(), delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Forgets the moments of the database that was open, and starts with that which is now. */
    synchronized void restart(RocksHandles rocks) {
        forget();
        visible = new Moment(rocks);
        next = new Moment(rocks);
    }

    synchronized void advance(RocksHandles rocks) {
        Moment replaced = visible;
        visible = next;
        next = new Moment(rocks);
        release(replaced);
    }

    /** The moment that readers see now, or null when the store has no database open. {@link #leave} must follow. */
    synchronized @Nullable Moment enter() {
        Moment entered = visible;
        if (entered != null) {
            entered.holders++;
        }
        return entered;
    }

    synchronized void leave(Moment moment) {
        release(moment);
    }

    /** Lets the moments go; {@link #restart} may follow. */
    synchronized void forget() {
        release(visible);
        release(next);
        visible = null;
        next = null;
    }

    void stop() {
        if (ticks != null) {
            ticks.cancel(false);
        }
        ticker.shutdown();
        forget();
    }

    private static void release(@Nullable Moment moment) {
        if (moment != null && --moment.holders == 0) {
            moment.rocks.release(moment.handle);
        }
    }
}
