package dev.trestle.engine.store;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps native handles alive while operations use them.
 *
 * <p>Each operation {@link #enter}s and {@link #exit}s; whoever replaces or frees the handles runs {@link #exclusively}, which
 * waits until every operation has left and holds new ones at the door. Operations count themselves in one of several cells, far
 * enough apart not to share a cache line, so that readers on different cores do not slow each other. Not reentrant: an operation
 * inside must neither enter again nor ask for exclusivity.
 */
final class Lease {
    static final int NOT_NOW = -1;

    private static final int CELLS = 32;
    private static final int SPACING = 16; // ints per cache line
    private static final long PARK_NANOS = 50_000;

    private final int cells;
    private final AtomicIntegerArray inside;
    private final ReentrantLock door = new ReentrantLock();
    private volatile boolean shut;
    private volatile boolean closed;

    Lease() {
        this(CELLS);
    }

    /** {@code cells} is a power of two. */
    Lease(int cells) {
        this.cells = cells;
        this.inside = new AtomicIntegerArray(cells * SPACING);
    }

    /** Gives the ticket for {@link #exit}. Throws if the store is closed. */
    int enter() {
        int cell = (int) (Thread.currentThread().getId() & (cells - 1)) * SPACING;
        for (; ; ) {
            if (closed) {
                throw new IllegalStateException("the database is closed");
            }
            inside.incrementAndGet(cell);
            // Closed is looked at again: the whole of closing may have passed since the look above.
            if (!shut && !closed) {
                return cell;
            }
            inside.decrementAndGet(cell);
            waitAtDoor();
        }
    }

    /** As {@link #enter}, but gives {@link #NOT_NOW} instead of waiting, or if the store is closed. */
    int tryEnter() {
        int cell = (int) (Thread.currentThread().getId() & (cells - 1)) * SPACING;
        inside.incrementAndGet(cell);
        if (!shut && !closed) {
            return cell;
        }
        inside.decrementAndGet(cell);
        return NOT_NOW;
    }

    void exit(int ticket) {
        inside.decrementAndGet(ticket);
    }

    /** Runs alone. With {@code last}, nobody can enter afterwards. */
    void exclusively(boolean last, Runnable action) {
        door.lock();
        try {
            shut = true;
            while (anyoneInside()) {
                LockSupport.parkNanos(PARK_NANOS);
            }
            closed = closed || last;
            action.run();
        } finally {
            shut = false;
            door.unlock();
        }
    }

    private void waitAtDoor() {
        door.lock();
        door.unlock();
    }

    private boolean anyoneInside() {
        for (int cell = 0; cell < cells; cell++) {
            if (inside.get(cell * SPACING) != 0) {
                return true;
            }
        }
        return false;
    }
}
