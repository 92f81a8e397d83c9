package dev.trestle.platform.http;

import dev.trestle.platform.api.ApiException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A bounded pool of threads that may wait for the disk and for others, so that those which serve the network never do. */
final class Workers {
    private static final int IDLE_SECONDS = 30;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final ThreadPoolExecutor pool;

    Workers(String name, int threads, int queued) {
        AtomicInteger number = new AtomicInteger();
        BlockingQueue<Runnable> queue = queued == 0 ? new SynchronousQueue<>() : new ArrayBlockingQueue<>(queued);
        pool = new ThreadPoolExecutor(threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, queue, task -> {
            Thread thread = new Thread(task, "trestle-" + name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        pool.allowCoreThreadTimeOut(true);
    }

    /** Runs a task soon, or refuses it now. */
    Future<?> run(Runnable task) {
        try {
            return pool.submit(task);
        } catch (RejectedExecutionException full) {
            throw ApiException.unavailable(
                    "Too many requests are waiting. Try again a little later.", RETRY_AFTER, null);
        }
    }

    void execute(Runnable task) {
        Future<?> unused = run(task);
    }

    int active() {
        return pool.getActiveCount();
    }

    int waiting() {
        return pool.getQueue().size();
    }

    void stop() {
        pool.shutdownNow();
    }
}
