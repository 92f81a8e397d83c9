package dev.trestle.engine.store;

import dev.trestle.engine.api.DiskSpace;
import dev.trestle.engine.api.DiskSpace.State;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows how much room the disk of a store has. A thread of its own looks every second, the committer with each batch; a thread that prepares a
 * write reads one volatile field.
 *
 * <p>Three watermarks. Below {@code low} the log warns. Below {@code floor} writes that take room are refused before they are queued, and
 * what is left is for deletions, and for RocksDB to flush and compact. Below {@link #reserveBytes} nothing is written any more, so that
 * RocksDB hardly ever meets a disk that is really full, after which it has to be opened anew.
 */
final class DiskWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DiskWatch.class);
    private static final long LOOK_MILLIS = 1000;

    /** How often the log repeats what has not changed. */
    private static final long REPEAT_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final DataDirectory directory;
    private final long lowBytes;
    private final long floorBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ending = lock.newCondition();
    private final Thread thread;
    private volatile DiskSpace space;
    private @Nullable String failure; // guarded by the lock, as are the next two
    private boolean ended;
    private long toldNanos;

    DiskWatch(DataDirectory directory, long lowBytes, long floorBytes) {
        this.directory = directory;
        this.lowBytes = Math.max(lowBytes, floorBytes);
        this.floorBytes = floorBytes;
        this.space = new DiskSpace(State.AMPLE, Long.MAX_VALUE, this.lowBytes, floorBytes, null);
        this.thread = new Thread(this::run, "trestle-disk");
        thread.setDaemon(true);
        look();
        thread.start();
    }

    /** What was seen last. */
    DiskSpace space() {
        return space;
    }

    /** What has to be free for anything to be written. */
    long reserveBytes() {
        return space.reserveBytes();
    }

    /** Looks now; gives what it saw. */
    DiskSpace look() {
        long usable = directory.usableBytes();
        lock.lock();
        try {
            State state = failure != null
                    ? State.FAILED
                    : usable < floorBytes ? State.FULL : usable < lowBytes ? State.LOW : State.AMPLE;
            State before = space.state();
            space = new DiskSpace(state, usable, lowBytes, floorBytes, failure);
            tell(before);
            return space;
        } finally {
            lock.unlock();
        }
    }

    /** The disk has less room than is needed. */
    StoreException full(long neededBytes, @Nullable Exception cause) {
        return StoreException.diskFull(
                "the disk is full: " + directory.usableBytes() / 1024 + " KiB are free, writes need "
                        + neededBytes / 1024 + " KiB. Reads go on; writes will be accepted again when there is room."
                        + " The store is in " + directory.path(),
                cause);
    }

    /** The disk does not take a file. */
    StoreException notWritable(long neededBytes, IOException e) {
        if (String.valueOf(e.getMessage()).contains("No space left")) {
            return full(neededBytes, e);
        }
        return new StoreException(
                "the disk takes no writes: " + e
                        + ". Reads go on; writes will be accepted again when the disk takes them. The store is in "
                        + directory.path(),
                e);
    }

    /** A write failed, and none will be taken until {@link #recovered}. What clients are told of it names no path. */
    StoreException failed(StoreException cause) {
        String full = "the disk is full: " + directory.usableBytes() / 1024 + " KiB are free. Reads go on;"
                + " writes will be accepted again when there is room";
        String other = "the disk takes no writes" + (isReadOnly(cause) ? ": Read-only file system" : "")
                + ". Reads go on; the server's log says more";
        lock.lock();
        try {
            failure = cause.isDiskFull() ? full : other;
        } finally {
            lock.unlock();
        }
        look();
        return cause;
    }

    private static boolean isReadOnly(StoreException cause) {
        return String.valueOf(cause.getMessage()).contains("Read-only file system");
    }

    void recovered() {
        lock.lock();
        try {
            failure = null;
        } finally {
            lock.unlock();
        }
        look();
    }

    /** Within the lock. Says what has changed at once, and what lasts now and then. */
    private void tell(State before) {
        long now = System.nanoTime();
        State state = space.state();
        if (state == before && (state == State.AMPLE || now - toldNanos < REPEAT_NANOS)) {
            return;
        }
        toldNanos = now;
        if (state == State.AMPLE) {
            LOG.info("the disk has room again: {}. The store is in {}", space.text(), directory.path());
        } else if (state == State.LOW) {
            LOG.warn("{}. The store is in {}", space.text(), directory.path());
        } else {
            LOG.error("{}. The store is in {}", space.text(), directory.path());
        }
    }

    private void run() {
        while (awaitNext()) {
            look();
        }
    }

    private boolean awaitNext() {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS);
            while (!ended && left > 0) {
                left = ending.awaitNanos(left);
            }
            return !ended;
        } catch (InterruptedException e) {
            return true; // nobody interrupts this thread
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            ended = true;
            ending.signal();
        } finally {
            lock.unlock();
        }
        Threads.awaitEnd(thread);
    }
}
