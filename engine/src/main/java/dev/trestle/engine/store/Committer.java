package dev.trestle.engine.store;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.api.DiskSpace;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whatever is written goes through here, one batch after another. Requests queue prepared {@link Commit}s; whoever writes merges all
 * that wait into one batch, writes the batch with one sync, and completes them.
 *
 * <p><b>Who writes.</b> One thread of its own; all that is said of "the committer" elsewhere is said of whoever writes. In memory there
 * is no sync to share, and handing a commit over would cost several times as much as writing it: there a request whose caller is about
 * to wait anyhow ({@link #awaiting}) is written by its caller, with all that is queued by then, unless somebody is writing already. What
 * has no caller that waits, and what fails, is left to the thread.
 *
 * <p><b>Order.</b> A commit is queued while its stripes are locked, so commits to one key are queued in the order in which they were
 * prepared. Between queueing and writing, the new state of each item stands in {@link #pending}, where the next request to the same
 * item finds it: ten writers of one hot item share a sync too. Readers never look there; they see only what is on disk.
 *
 * <p><b>Failure.</b> What is queued may rest on the states of what is queued before it. When a batch fails, everything queued fails
 * with it, and the {@link #generation} moves on: a request that was prepared on the old states, but not queued yet, is refused.
 * Nobody can tell whether a batch whose write failed is in the log or not; opening the store anew decides it. So the store is opened
 * before the generation moves on: whatever is prepared after that rests on what the new handles show, and the cache starts empty.
 */
public final class Committer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Committer.class);
    private static final long BATCH_BYTES = 8L * 1024 * 1024;
    private static final int GATHER_FRACTION = 4;
    private static final long GATHER_NANOS_MAX = 500_000;
    private static final long RECOVERY_PAUSE_NANOS = 1_000_000_000;
    /** A caller looks this long for its turn before it sleeps, and lets others run between its looks: who writes may be one of them. */
    private static final long TURN_NANOS = 200_000;

    /** Set while a thread prepares a write for whose end it is going to wait. */
    private static final ThreadLocal<@Nullable Committer> PREPARING = new ThreadLocal<>();

    private final Store store;
    private final ItemCache cache;
    private final Counters counters = new Counters();
    private final Sequence sequence;
    private final int queueRequestsMax;
    private final long queueBytesMax;
    private final Map<Bytes, Commit.Change> pending = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final ArrayDeque<Commit> queue = new ArrayDeque<>();
    private final Thread thread;
    private long queuedBytes;
    private int wanted = 1; // how many must wait before the committer is woken
    private int lastBatch = 1;
    private long lastWriteNanos; // touched by who writes only, as are the next two
    private final AtomicLong generation = new AtomicLong();
    private boolean closing;
    private boolean broken; // what was written last is uncertain
    private boolean failing;
    private final boolean callersWrite;
    private volatile boolean writing; // changed under the lock
    private boolean left; // something is queued for which no caller will do the writing
    private @Nullable Failure failure; // of a batch that a caller wrote
    private volatile Runnable afterReopen = () -> {};

    public Committer(Store store, ItemCache cache, Clock clock, int queueRequestsMax, long queueBytesMax) {
        this.store = store;
        this.cache = cache;
        this.sequence = new Sequence(clock);
        this.queueRequestsMax = queueRequestsMax;
        this.queueBytesMax = queueBytesMax;
        this.callersWrite = store.isInMemory();
        counters.load(store);
        sequence.load(store);
        this.thread = new Thread(this::run, "trestle-committer");
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    public Counters counters() {
        return counters;
    }

    /** The order of all late changes. */
    public Sequence sequence() {
        return sequence;
    }

    /** What keeps a picture of the store in memory looks again here, after the store was opened anew. Runs on the committer thread. */
    public void onReopen(Runnable look) {
        afterReopen = look;
    }

    /** To be taken before the first {@link #pendingItem} of a request, and given to {@link #submit}. */
    public long generation() {
        return generation.get();
    }

    /** The state that a queued write gives the item, if there is one. */
    public @Nullable PendingItem pendingItem(Bytes key) {
        Commit.Change change = pending.get(key);
        return change == null ? null : new PendingItem(change.after);
    }

    /** {@code item} is null when the queued write deletes it. */
    public record PendingItem(@Nullable StoredItem item) {}

    /** Queues a commit. The caller holds the stripes of all keys that the commit's preparation read or that it changes. */
    public void submit(Commit commit, long preparedAt) {
        lock.lock();
        try {
            if (closing) {
                throw new IllegalStateException("the database is closed");
            }
            DiskSpace disk = store.diskSpace();
            if (!disk.takesWrites() && (disk.state() == DiskSpace.State.FULL ? commit.grows() : !commit.isEmpty())) {
                throw EngineException.of(ErrorCode.DISK_FULL, disk.text());
            }
            if (preparedAt != generation.get()) {
                throw EngineException.internal("A write that this one builds on failed; try again", null);
            }
            boolean full = queue.size() >= queueRequestsMax || queuedBytes + commit.weight() > queueBytesMax;
            if (full && !queue.isEmpty()) {
                throw EngineException.of(
                        ErrorCode.THROTTLING,
                        "Too many writes are waiting for the disk (" + queue.size() + " requests, " + queuedBytes
                                + " bytes); try again in a moment");
            }
            for (Commit.Change change : commit.changes) {
                pending.put(change.key, change);
            }
            queue.add(commit);
            queuedBytes += commit.weight();
            // A caller that queues much should not have to wait with it for the queue to be emptied.
            boolean filling = queue.size() > queueRequestsMax / 2 || queuedBytes > queueBytesMax / 2;
            if (PREPARING.get() != this || filling) {
                left = true;
                if (queue.size() >= wanted) {
                    notEmpty.signal();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Starts a write and waits for its end, where it can be done by writing instead of sleeping. The result of {@code start} may still be
     * under way afterwards, and then somebody else sees to it. The caller holds no lock that the completion of any write asks for.
     */
    public <T> CompletableFuture<T> awaiting(Supplier<CompletableFuture<T>> start) {
        if (!callersWrite || PREPARING.get() != null) {
            return start.get();
        }
        CompletableFuture<T> answer = null;
        PREPARING.set(this);
        try {
            answer = start.get();
        } finally {
            PREPARING.set(null);
            if (answer == null) {
                leaveToThread(); // what was queued before it failed
            }
        }
        takeTurns(answer);
        return answer;
    }

    @SuppressWarnings("ThreadPriorityCheck") // only how fast it is depends on the scheduler
    private void takeTurns(CompletableFuture<?> answer) {
        if (!answer.isDone() && !writing) {
            writeOnce();
        }
        if (answer.isDone()) {
            return;
        }
        long end = System.nanoTime() + TURN_NANOS;
        while (!answer.isDone()) {
            if (!writing && writeOnce()) {
                continue;
            }
            if (System.nanoTime() - end > 0) {
                leaveToThread();
                return;
            }
            Thread.yield();
        }
    }

    /** Writes what is queued on the caller's thread; tells whether there was a turn and something to write. */
    private boolean writeOnce() {
        List<Commit> batch;
        lock.lock();
        try {
            if (writing || queue.isEmpty()) {
                return false;
            }
            writing = true;
            batch = drain();
        } finally {
            lock.unlock();
        }
        Failure failed = commit(batch);
        lock.lock();
        try {
            failure = failed;
            writing = failed != null; // then nobody gets a turn before the thread has seen to it
            if (failed != null || closing || (left && !queue.isEmpty())) {
                notEmpty.signal();
            }
        } finally {
            lock.unlock();
        }
        return true;
    }

    private void leaveToThread() {
        lock.lock();
        try {
            left = true;
            if (!queue.isEmpty()) {
                notEmpty.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the commit is on disk, without being interrupted: to be used where nothing else could be done. */
    public void await(Commit commit) {
        if (PREPARING.get() == this) {
            leaveToThread();
        }
        try {
            commit.done.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof EngineException failure ? failure : e;
        }
    }

    private void run() {
        for (; ; ) {
            List<Commit> batch = take();
            if (batch == null) {
                return;
            }
            Failure failed = failure != null ? failure : commit(batch);
            if (failed != null) {
                Throwable reason = tryRecover(failed.cause);
                fail(failed.batch, failed.cause, failed.uncertain);
                recoverOrClose(reason);
            }
            endTurn();
        }
    }

    /** Takes the turn, and all that waits, up to a limit: nothing if a caller's batch failed. Null when closing and nothing waits. */
    private @Nullable List<Commit> take() {
        lock.lock();
        try {
            wanted = 1;
            while (failure == null && (writing || !(closing || (left && !queue.isEmpty())))) {
                notEmpty.awaitUninterruptibly();
            }
            if (failure != null) {
                return List.of();
            }
            if (!callersWrite) {
                gather();
            }
            if (queue.isEmpty()) {
                return null;
            }
            writing = true;
            return drain();
        } finally {
            lock.unlock();
        }
    }

    private void endTurn() {
        lock.lock();
        try {
            failure = null;
            writing = false;
        } finally {
            lock.unlock();
        }
    }

    /** All that waits, up to a limit. The caller holds the lock. */
    private List<Commit> drain() {
        List<Commit> batch = new ArrayList<>(queue.size());
        long bytes = 0;
        while (!queue.isEmpty() && bytes < BATCH_BYTES) {
            Commit commit = queue.remove();
            bytes += commit.weight();
            batch.add(commit);
        }
        queuedBytes -= bytes;
        lastBatch = batch.size();
        left = left && !queue.isEmpty();
        return batch;
    }

    /** Writes a batch and completes it, or tells why not. */
    private @Nullable Failure commit(List<Commit> batch) {
        try {
            write(batch);
        } catch (RuntimeException | Error e) {
            logFailure(batch.size(), e);
            broken = store.isBroken();
            return new Failure(batch, e, broken);
        }
        failing = false;
        for (Commit commit : batch) {
            for (Commit.Change change : commit.changes) {
                pending.remove(change.key, change);
            }
        }
        for (Commit commit : batch) {
            commit.done.complete(null);
        }
        return null;
    }

    /** {@code uncertain} if it may have been written all the same. */
    private record Failure(List<Commit> batch, Throwable cause, boolean uncertain) {}

    /**
     * Writers that were just answered are likely to be back in a moment. Without a little patience the first of them would have a sync
     * of its own while the others wait for the next one, and every writer would pay for two syncs. The wait is a fraction of what a
     * sync takes here, and there is none for a single writer.
     */
    private void gather() {
        wanted = lastBatch;
        long left = Math.min(lastWriteNanos / GATHER_FRACTION, GATHER_NANOS_MAX);
        try {
            while (queue.size() < wanted && left > 0 && !closing) {
                left = notEmpty.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody interrupts this thread; what waits is written all the same
        }
    }

    private void write(List<Commit> batch) {
        List<List<Mutation>> merged = new ArrayList<>(batch.size() + 1);
        List<Bytes> keys = new ArrayList<>();
        for (Commit commit : batch) {
            if (!commit.mutations.isEmpty()) {
                merged.add(commit.mutations);
            }
            for (Commit.Change change : commit.changes) {
                keys.add(change.key);
            }
        }
        List<Mutation> sequenced = new ArrayList<>();
        long lastSequence = sequence.assign(batch, sequenced);
        if (!sequenced.isEmpty()) {
            merged.add(sequenced);
        }
        if (merged.isEmpty()) {
            return;
        }
        store.checkFreeSpace();
        Map<Integer, Counters.Count> counts = counters.after(batch);
        cache.beginWrite(keys);
        try {
            long start = System.nanoTime();
            store.write(merged, counts);
            lastWriteNanos = System.nanoTime() - start;
        } finally {
            cache.endWrite(keys);
        }
        counters.publish(counts);
        sequence.publish(lastSequence);
    }

    /** Goes on trying, and refuses what is queued meanwhile: nothing may be written that was prepared before the store is open. */
    private void recoverOrClose(Throwable cause) {
        Throwable reason = cause;
        long nextTry = System.nanoTime() + RECOVERY_PAUSE_NANOS;
        while (broken && awaitWork(nextTry)) {
            if (nextTry - System.nanoTime() <= 0) {
                reason = tryRecover(reason);
                nextTry = System.nanoTime() + RECOVERY_PAUSE_NANOS;
            }
            fail(
                    List.of(),
                    broken
                            ? reason
                            : new StoreException("The store was opened again after a failed write; try again", null),
                    false);
        }
    }

    /** Gives the reason if the store takes no writes yet. */
    private Throwable tryRecover(Throwable cause) {
        if (!broken) {
            return cause;
        }
        try {
            cache.duringReplacement(store::reopen);
            counters.load(store);
            sequence.load(store);
            afterReopen.run();
            broken = false;
            return cause;
        } catch (RuntimeException | Error e) {
            LOG.debug("the store takes no writes yet, the next try follows in a second", e);
            return e;
        }
    }

    /** Waits until something is queued or the time has come; tells whether the committer is to go on. */
    private boolean awaitWork(long nextTry) {
        lock.lock();
        try {
            wanted = 1;
            long left = nextTry - System.nanoTime();
            while (queue.isEmpty() && left > 0 && !closing) {
                left = notEmpty.awaitNanos(left);
            }
            return !closing;
        } catch (InterruptedException e) {
            return true; // nobody interrupts this thread
        } finally {
            lock.unlock();
        }
    }

    /** A disk that fails one batch fails the next: that is told once with all that is known, then in one line each. */
    private void logFailure(int writes, Throwable cause) {
        if (failing && isDiskFull(cause)) {
            LOG.debug("a batch of {} writes failed: {}", writes, cause.getMessage()); // the watch of the disk says so
        } else if (failing) {
            LOG.warn("a batch of {} writes failed: {}", writes, cause.getMessage());
        } else {
            LOG.error("a batch of {} writes failed", writes, cause);
        }
        failing = true;
    }

    private static boolean isDiskFull(Throwable cause) {
        return cause instanceof StoreException failed && failed.isDiskFull();
    }

    private void fail(List<Commit> batch, Throwable cause, boolean uncertain) {
        List<Commit> failed = new ArrayList<>(batch);
        lock.lock();
        try {
            failed.addAll(queue);
            queue.clear();
            queuedBytes = 0;
            pending.clear();
            generation.incrementAndGet();
        } finally {
            lock.unlock();
        }
        boolean refused = isDiskFull(cause) && !uncertain;
        String text = refused ? store.diskSpace().text() : String.valueOf(cause.getMessage());
        for (Commit commit : failed) {
            commit.done.completeExceptionally(
                    refused ? EngineException.of(ErrorCode.DISK_FULL, text) : EngineException.internal(text, cause));
        }
    }

    /** Finishes what is queued, then stops. */
    @Override
    public void close() {
        lock.lock();
        try {
            closing = true;
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
        Threads.awaitEnd(thread);
    }
}
