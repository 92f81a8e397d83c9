package dev.trestle.engine.stream;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.api.StreamListener;
import dev.trestle.engine.api.StreamRecord;
import dev.trestle.engine.api.StreamSubscription;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.table.StreamCatalog;
import dev.trestle.engine.table.StreamDef;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One listener and its thread. The committer wakes the thread when numbers have reached the disk; the thread reads what is new, hands
 * it over, and only then moves on. The position of a named consumer is written behind, a few times a second: a crash repeats at most
 * what was delivered since, and loses nothing.
 */
final class Subscription implements StreamSubscription {
    private static final Logger LOG = LoggerFactory.getLogger(Subscription.class);
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long SAVE_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long RETRY_FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long RETRY_MAX_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long CLOSE_NANOS_MAX = TimeUnit.SECONDS.toNanos(10);

    private final int streamId;
    private final @Nullable String consumer;
    private final StreamListener listener;
    private final Subscriptions owner;
    private final StreamCatalog streams;
    private final StreamLog log;
    private final Thread thread;
    private volatile boolean stopping;
    private long position; // the number of the record to be delivered next; of this thread only, as is all below
    private long savedPosition;
    private long savingPosition;
    private long savedAtNanos;
    private @Nullable Commit saving;
    private long retryNanos;
    private boolean atEnd;

    Subscription(
            int streamId,
            @Nullable String consumer,
            long position,
            StreamListener listener,
            Subscriptions owner,
            StreamCatalog streams,
            StreamLog log) {
        this.streamId = streamId;
        this.consumer = consumer;
        this.position = position;
        this.savedPosition = position;
        this.listener = listener;
        this.owner = owner;
        this.streams = streams;
        this.log = log;
        this.thread = new Thread(this::run, "trestle-stream-" + (consumer == null ? streamId : consumer));
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    boolean isOf(int stream, String name) {
        return streamId == stream && name.equals(consumer);
    }

    @Override
    public boolean isRunning() {
        return thread.isAlive() && !stopping;
    }

    void stop() {
        stopping = true;
        wake();
    }

    @Override
    public void close() {
        stop();
        awaitEnd(closeDeadline());
    }

    /** Until when to wait for listeners that do not come back. */
    static long closeDeadline() {
        return System.nanoTime() + CLOSE_NANOS_MAX;
    }

    void awaitEnd(long deadline) {
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            thread.join(Math.max(1, left)); // zero would be for ever
            if (thread.isAlive()) {
                LOG.warn("the stream listener of {} has not come back for 10 s; going on without it", thread.getName());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            boolean more = true;
            while (!stopping && more) {
                more = tryStep();
                save(false);
            }
            save(true);
        } finally {
            stopping = true;
            owner.remove(this);
        }
    }

    /** A store that cannot be read for a while ends no subscription. */
    private boolean tryStep() {
        try {
            return step();
        } catch (RuntimeException | Error e) {
            if (!stopping) {
                LOG.warn("a stream could not be read and will be tried again: {}", e.toString());
                pause(RETRY_MAX_NANOS / 10);
            }
            return true;
        }
    }

    /** Delivers what there is, or waits a while; tells whether to go on. */
    private boolean step() {
        long written = log.lastSequence(); // before the look-up, as StreamLog.read says
        StreamDef stream = streams.find(streamId);
        if (stream == null) {
            // Forgotten a day after it was closed, before all of it was delivered.
            atEnd = atEnd || deliver(listener::onGap);
            return !atEnd || !deliver(listener::onEnd);
        }
        Long last = stream.lastShard().last();
        if (last != null && position > last) {
            atEnd = true;
            return !deliver(listener::onEnd);
        }
        if (position > written) {
            LockSupport.parkNanos(this, IDLE_NANOS);
            return true;
        }
        StreamLog.Page page;
        try {
            page = log.read(stream, position, last == null ? written : Math.min(written, last), StreamLog.RECORDS_MAX);
        } catch (EngineException e) {
            if (e.code() != ErrorCode.TRIMMED_DATA_ACCESS) {
                throw e;
            }
            if (deliver(listener::onGap)) {
                position = log.horizon();
            }
            return true;
        }
        List<StreamRecord> records = page.records();
        if (records.isEmpty() || deliver(() -> listener.onRecords(records))) {
            position = page.next();
        }
        return true;
    }

    /** Tells whether the listener took it; if not, waits before the next try, longer each time. */
    private boolean deliver(Runnable call) {
        try {
            call.run();
            retryNanos = 0;
            return true;
        } catch (RuntimeException | Error e) {
            retryNanos = Math.min(Math.max(RETRY_FIRST_NANOS, retryNanos * 2), RETRY_MAX_NANOS);
            LOG.warn(
                    "a stream listener failed and will be called again in {} ms",
                    TimeUnit.NANOSECONDS.toMillis(retryNanos),
                    e);
        } finally {
            Thread.interrupted(); // a flag that the listener left behind would keep this thread from ever waiting
        }
        pause(retryNanos);
        return false;
    }

    /** The committer's wake-ups must not cut the pause short. */
    private void pause(long nanos) {
        long until = System.nanoTime() + nanos;
        for (long left = nanos; left > 0 && !stopping; left = until - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
    }

    /**
     * Writes the position behind; {@code last} waits for it. What fails is tried again with the next position. A stream that was
     * forgotten took the positions in it along.
     */
    private void save(boolean last) {
        Commit running = saving;
        if (consumer == null
                || streams.find(streamId) == null
                || (running != null && !last && !running.done().isDone())) {
            return;
        }
        try {
            if (running != null) {
                saving = null;
                savedPosition = -1;
                owner.await(running);
                savedPosition = savingPosition;
            }
            boolean due = last || System.nanoTime() - savedAtNanos >= SAVE_EVERY_NANOS;
            if (due && position != savedPosition) {
                saving = owner.submitPosition(streamId, consumer, position);
                savingPosition = position;
                savedAtNanos = System.nanoTime();
                if (last) {
                    owner.await(saving);
                }
            }
        } catch (RuntimeException e) {
            LOG.debug("the position of {} was not kept; the next try follows", thread.getName(), e);
        }
    }
}
