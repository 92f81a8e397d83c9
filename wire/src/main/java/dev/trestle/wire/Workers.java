package dev.trestle.wire;

import dev.trestle.wire.error.Refusal;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads that call the engine, so that those which serve the network never wait for the disk. */
final class Workers {
    private static final int IDLE_SECONDS = 30;

    private final ThreadPoolExecutor pool;

    Workers(int threads, int queued) {
        AtomicInteger number = new AtomicInteger();
        pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(queued), task -> {
                    Thread thread = new Thread(task, "trestle-wire-worker-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
    }

    /** Runs a task soon, or refuses it now. */
    void run(Runnable task) {
        try {
            pool.execute(task);
        } catch (RejectedExecutionException full) {
            throw Refusal.overloaded("Too many requests are waiting. Try again a little later.");
        }
    }

    void stop() {
        pool.shutdown();
    }
}
