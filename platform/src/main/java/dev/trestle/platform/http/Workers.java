package dev.trestle.platform.http;

import dev.trestle.platform.api.ApiException;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bounded pool of threads that may wait for the disk and for others, so that those which serve the network never do. {@link Turns}
 * says whose work they do; a thread that has done one looks for the next itself. Any thread may call this.
 */
final class Workers {
    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final int IDLE_SECONDS = 30;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final ThreadPoolExecutor pool;
    /** Also the lock of everything that is under way. */
    private final Turns turns;

    Workers(String name, Turns.Limits limits) {
        AtomicInteger number = new AtomicInteger();
        turns = new Turns(limits);
        // Its queue is short: there are never more works begun than threads.
        pool = new ThreadPoolExecutor(
                limits.running(),
                limits.running(),
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> {
                    Thread thread = new Thread(task, "trestle-" + name + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
    }

    /** A task that is to be done for a caller. It gets the work that it is. */
    Work work(Caller caller, Consumer<Work> task) {
        return work(caller, task, () -> {});
    }

    /** The same, with what is to be done if the task never runs. */
    Work work(Caller caller, Consumer<Work> task, Runnable never) {
        return new Work(this, caller, task, never);
    }

    /**
     * Begins a work, now or when its turn comes.
     *
     * @throws ApiException if too much waits, of this caller or in all
     */
    void run(Work work) {
        try {
            synchronized (turns) {
                if (isBegun(work) && !start(work)) {
                    throw ApiException.unavailable("No worker can take this now.", RETRY_AFTER, null);
                }
            }
        } catch (ApiException refused) {
            work.neverRuns();
            throw refused;
        }
    }

    /**
     * Ends a work, whose task calls this as its last act, and goes on with another: on the same thread, if its caller may have one more
     * running, else when its turn comes.
     *
     * @throws ApiException as {@link #run}
     */
    void runInstead(Work current, Work next) {
        boolean now;
        synchronized (turns) {
            end(current);
            try {
                now = isBegun(next);
                if (now) {
                    next.heldBy(Thread.currentThread());
                }
            } finally {
                startAllThatMay();
            }
        }
        if (now) {
            finish(next);
        }
    }

    /** Refuses what a caller could not even have wait now, before it costs more. */
    void checkRoom(Caller caller) {
        synchronized (turns) {
            turns.checkRoom(caller);
        }
    }

    private boolean isBegun(Work work) {
        if (work.state() == Work.State.OVER) {
            return false; // it was cancelled before it came here
        }
        if (turns.begin(work)) {
            work.become(Work.State.RUNNING);
            return true;
        }
        turns.enqueue(work);
        work.become(Work.State.WAITING);
        return false;
    }

    /** Gives a thread to a work that is counted as running. */
    private boolean start(Work work) {
        boolean started = false;
        try {
            pool.execute(() -> runOneAfterTheOther(work));
            started = true;
        } catch (RejectedExecutionException stopping) {
            LOG.debug("a pool of workers is stopping");
        } catch (OutOfMemoryError noThread) {
            LOG.error("there is no thread for a request", noThread);
        } finally {
            if (!started) {
                end(work);
            }
        }
        return started;
    }

    private void runOneAfterTheOther(Work first) {
        Work current = first;
        while (current != null) {
            synchronized (turns) {
                current.heldBy(Thread.currentThread());
            }
            finish(current);
            current = next();
        }
    }

    private void finish(Work work) {
        try {
            work.run();
        } finally {
            synchronized (turns) {
                end(work);
                // It was meant for this work.
                boolean unused = Thread.interrupted();
            }
        }
    }

    private @Nullable Work next() {
        synchronized (turns) {
            Work mine = pool.isShutdown() ? null : take();
            if (mine != null) {
                startAllThatMay();
            }
            return mine;
        }
    }

    private void startAllThatMay() {
        Work more = take();
        while (more != null && start(more)) {
            more = take();
        }
    }

    private @Nullable Work take() {
        Work next = turns.next();
        if (next != null) {
            next.become(Work.State.RUNNING);
        }
        return next;
    }

    private void end(Work work) {
        if (work.state() == Work.State.RUNNING) {
            turns.ended(work);
        }
        work.become(Work.State.OVER);
        work.heldBy(null);
    }

    boolean drop(Work work) {
        boolean never;
        synchronized (turns) {
            if (work.state() == Work.State.WAITING) {
                turns.remove(work);
            }
            never = work.state() == Work.State.WAITING || work.state() == Work.State.NEW;
            if (never) {
                work.become(Work.State.OVER);
            }
        }
        if (never) {
            work.neverRuns();
        }
        return never;
    }

    boolean cancel(Work work) {
        synchronized (turns) {
            boolean never = drop(work);
            if (!never) {
                work.interrupt();
            }
            return never;
        }
    }

    int active() {
        synchronized (turns) {
            return turns.running();
        }
    }

    int waiting() {
        synchronized (turns) {
            return turns.waiting();
        }
    }

    void stop() {
        pool.shutdownNow();
    }
}
