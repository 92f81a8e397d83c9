package dev.trestle.engine.expiry;

import dev.trestle.engine.store.Threads;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.ExpiryDef;
import dev.trestle.engine.table.TableDef;
import java.time.Clock;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that deletes items when their time has come. Twice a second it looks what is due, in every table that has expiry; the clock of
 * the engine says what time it is, real time how often to look.
 *
 * <p>Tables take turns, a chunk each, and a chunk is on disk before the next one is prepared: a table with a million due items
 * neither holds up the others nor fills the commit queue.
 */
public final class Sweeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Catalog catalog;
    private final Clock clock;
    private final ChunkSweep chunks;
    /** The tables that wait for their turn. Touched by the thread only, as are the fields that may change. */
    private final Set<String> due = new LinkedHashSet<>();

    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private long lastSecond = Long.MIN_VALUE;
    private boolean failing;

    public Sweeper(Catalog catalog, Clock clock, ChunkSweep chunks) {
        this.catalog = catalog;
        this.clock = clock;
        this.chunks = chunks;
        this.thread = new Thread(this::run, "trestle-expiry");
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    private void run() {
        try {
            for (long left = 0; !closing.await(left, TimeUnit.NANOSECONDS); ) {
                long next = System.nanoTime() + LOOK_NANOS;
                tryTurns(next);
                left = Math.max(0, next - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody interrupts this thread
        }
    }

    /** A table that fails loses its turn, and comes last at the next look. */
    private void tryTurns(long until) {
        try {
            turns(until);
            failing = false;
        } catch (RuntimeException | Error e) {
            // An error too: a thread that ended would leave expired items for ever, without a word.
            if (!failing && closing.getCount() > 0) {
                LOG.warn("deleting expired items failed and will be tried again: {}", e.toString());
            }
            failing = true;
        }
    }

    private void turns(long until) {
        long now = clock.instant().getEpochSecond();
        if (now < lastSecond) {
            chunks.forget(); // what was too old to be deleted may not be so any more
        }
        lastSecond = now;
        look();
        while (!due.isEmpty() && closing.getCount() > 0 && System.nanoTime() - until < 0) {
            Iterator<String> first = due.iterator();
            String table = first.next();
            first.remove();
            if (chunks.sweep(table, now)) {
                due.add(table);
            }
        }
    }

    /** Every table that has expiry gets a turn; those that wait for theirs keep their place. */
    private void look() {
        Set<Integer> expiries = new HashSet<>();
        for (TableDef table : catalog.all()) {
            ExpiryDef expiry = table.expiry();
            if (expiry != null && expiry.status() == ExpiryDef.Status.ENABLED) {
                due.add(table.name());
                expiries.add(expiry.id());
            }
        }
        chunks.retain(expiries);
    }

    /** Waits for the chunk that is under way. */
    @Override
    public void close() {
        closing.countDown();
        Threads.awaitEnd(thread);
    }
}
