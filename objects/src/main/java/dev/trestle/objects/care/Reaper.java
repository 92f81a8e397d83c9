package dev.trestle.objects.care;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Value;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.blob.Pins;
import dev.trestle.objects.index.Garbage;
import dev.trestle.objects.index.Index;
import dev.trestle.objects.index.RowQuery;
import dev.trestle.objects.index.Table;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that removes what commits have let go of. Commits tell it what; the table of garbage tells it what earlier processes left, and
 * what did not fit into its queue. What is being read waits for its last reader, and everything waits while it is held back for a backup.
 */
public final class Reaper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Reaper.class);
    private static final int QUEUE_MAX = 10_000;
    private static final int PAGE_ROWS = 500;
    private static final long PAUSE_AFTER_FAILURE_SECONDS = 1;

    private final Index index;
    private final Removal removal;
    private final ReentrantLock working = new ReentrantLock(true);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Garbage> queue = new ArrayDeque<>();
    private final Set<Garbage> waiting = new LinkedHashSet<>(); // for readers
    private final Thread thread = new Thread(this::run, "trestle-objects-reaper");
    private boolean lookAtTable = true;
    private boolean closing;

    public Reaper(Index index, Removal removal, Pins pins) {
        this.index = index;
        this.removal = removal;
        pins.onRelease(this::readersLeft);
        index.onGarbage(this::add);
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /** Runs on the thread that writes for everybody: it must not wait. */
    private void add(List<Garbage> more) {
        lock.lock();
        try {
            for (Garbage one : more) {
                if (queue.size() < QUEUE_MAX) {
                    queue.add(one);
                } else {
                    lookAtTable = true;
                }
            }
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private void readersLeft() {
        lock.lock();
        try {
            queue.addAll(waiting);
            waiting.clear();
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Keeps everything until it is closed. */
    public Held hold() {
        working.lock();
        return working::unlock;
    }

    /** To be closed by the thread that asked for it. */
    public interface Held extends AutoCloseable {
        @Override
        void close();
    }

    private void run() {
        for (; ; ) {
            List<Garbage> batch = take();
            if (batch.isEmpty()) {
                return;
            }
            working.lock();
            try {
                keepWaiting(removal.remove(batch));
            } catch (IOException | ObjectStoreException e) {
                failed(e);
            } catch (RuntimeException e) {
                if (!isClosing()) {
                    failed(e);
                }
            } finally {
                working.unlock();
            }
        }
    }

    /** What is to be removed next; empty when closing. */
    private List<Garbage> take() {
        for (; ; ) {
            boolean look;
            lock.lock();
            try {
                while (queue.isEmpty() && !lookAtTable && !closing) {
                    changed.awaitUninterruptibly();
                }
                if (closing) {
                    return List.of();
                }
                Set<Garbage> batch = new LinkedHashSet<>(); // what the table told may be in the queue twice
                while (!queue.isEmpty() && batch.size() < Removal.BATCH_MAX) {
                    batch.add(queue.remove());
                }
                if (!batch.isEmpty()) {
                    return List.copyOf(batch);
                }
                look = lookAtTable;
                lookAtTable = false;
            } finally {
                lock.unlock();
            }
            if (look) {
                readTable();
            }
        }
    }

    /** Queues a page of the table, and comes back for more when that is done. */
    private void readTable() {
        try {
            Map<String, Value> behind = null;
            List<Garbage> found = new ArrayList<>();
            do {
                Index.Rows page = index.query(RowQuery.of(Table.GARBAGE, Garbage.PARTITION, behind, PAGE_ROWS));
                for (StoredItem item : page.rows()) {
                    Garbage garbage = Garbage.read(item);
                    if (!isWaiting(garbage)) {
                        found.add(garbage);
                    }
                }
                behind = page.next();
            } while (behind != null && found.size() < QUEUE_MAX / 2);
            boolean more = behind != null;
            lock.lock();
            try {
                queue.addAll(found);
                lookAtTable |= more;
            } finally {
                lock.unlock();
            }
        } catch (RuntimeException e) {
            if (!isClosing()) {
                failed(e);
            }
        }
    }

    private boolean isWaiting(Garbage garbage) {
        lock.lock();
        try {
            return waiting.contains(garbage);
        } finally {
            lock.unlock();
        }
    }

    private boolean isClosing() {
        lock.lock();
        try {
            return closing;
        } finally {
            lock.unlock();
        }
    }

    /** A reader may have left between the refused claim and this; then it is tried once more, which does no harm. */
    private void keepWaiting(List<Garbage> refused) {
        lock.lock();
        try {
            waiting.addAll(refused);
        } finally {
            lock.unlock();
        }
        if (refused.stream().anyMatch(removal::isFree)) {
            readersLeft();
        }
    }

    /** What failed is still in the table; it is looked for there after a pause. */
    private void failed(Exception e) {
        LOG.warn("deleted objects cannot be removed for now: {}", e.toString());
        lock.lock();
        try {
            long left = TimeUnit.SECONDS.toNanos(PAUSE_AFTER_FAILURE_SECONDS);
            while (left > 0 && !closing) {
                left = changed.awaitNanos(left);
            }
            lookAtTable = true;
        } catch (InterruptedException interrupted) {
            lookAtTable = true; // nobody interrupts this thread
        } finally {
            lock.unlock();
        }
    }

    /** Leaves what is not removed yet to the next opening. */
    @Override
    public void close() {
        lock.lock();
        try {
            closing = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
