package dev.trestle.wire;

import dev.trestle.wire.error.Refusal;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads that call the engine, so that those which serve the network never wait for the disk. */
final class Workers {
    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final int IDLE_SECONDS = 30;
    private static final int STOP_SECONDS = 10;

    private final ThreadPoolExecutor pool;
    private final int queuedMax;

    Workers(String name, int threads, int queuedMax) {
        AtomicInteger number = new AtomicInteger();
        this.queuedMax = queuedMax;
        pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "trestle-" + name + "-worker-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
    }

    /** Runs a task soon, or refuses it now. */
    void run(Runnable task) {
        if (pool.getQueue().size() >= queuedMax) {
            throw Refusal.overloaded("Too many requests are waiting. Try again a little later.");
        }
        proceed(task);
    }

    /** Runs a further task of a request that has been taken on. Each has one at a time, so that they are not too many. */
    void proceed(Runnable task) {
        try {
            pool.execute(task);
        } catch (RejectedExecutionException stopped) {
            throw Refusal.overloaded("The server is stopping.");
        }
    }

    /** Lets the tasks that are there come to their ends. */
    void stop() {
        pool.shutdown();
        try {
            if (!pool.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("stopping although tasks are under way");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
