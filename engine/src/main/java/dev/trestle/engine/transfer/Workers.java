package dev.trestle.engine.transfer;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.store.StoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the tasks of a transfer on a few threads, while the calling thread reports how far they are. The first failure stops all of
 * them, and so does a report that wants no more.
 */
final class Workers {
    private static final long REPORT_MILLIS = 100;
    private static final int THREADS_MAX = 16;

    private final Queue<Task> tasks;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private Workers(List<Task> tasks) {
        this.tasks = new ConcurrentLinkedQueue<>(tasks);
    }

    /** One file's work. Asks {@code stopped} now and then, and ends early if so. */
    interface Task {
        void run(BooleanSupplier stopped) throws IOException;
    }

    /** As many threads as there are cores, and one more for those that wait for the disk. */
    static int threads() {
        return Math.min(THREADS_MAX, Runtime.getRuntime().availableProcessors() + 1);
    }

    /**
     * @param what how the transfer is called in the message of the one who stopped it
     * @param report tells whether to go on
     */
    static void run(String what, List<Task> tasks, BooleanSupplier report) {
        Workers workers = new Workers(tasks);
        if (!report.getAsBoolean()) {
            workers.stop(null);
        }
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < Math.min(threads(), tasks.size()); i++) {
            Thread thread = new Thread(workers::work, "trestle-" + what + "-" + i);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        boolean interrupted = false;
        try {
            interrupted = workers.await(threads, report);
        } finally {
            workers.stopped.set(true); // a report that threw leaves nobody at work either
            interrupted |= workers.await(threads, () -> false);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        workers.throwFailure(what);
    }

    /** Tells whether this thread was interrupted, which stops the transfer. */
    private boolean await(List<Thread> threads, BooleanSupplier report) {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    TimeUnit.MILLISECONDS.timedJoin(thread, REPORT_MILLIS);
                    if (!stopped.get() && !report.getAsBoolean()) {
                        stop(null);
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                    stop(null);
                }
            }
        }
        return interrupted;
    }

    private void work() {
        for (Task task = tasks.poll(); task != null && !stopped.get(); task = tasks.poll()) {
            try {
                task.run(stopped::get);
            } catch (IOException | RuntimeException | Error e) {
                stop(e);
            }
        }
    }

    private void stop(@Nullable Throwable reason) {
        failure.compareAndSet(null, reason == null ? new CancellationException() : reason);
        stopped.set(true);
    }

    private void throwFailure(String what) {
        Throwable first = failure.get();
        if (first == null) {
            return;
        }
        if (first instanceof CancellationException) {
            throw new CancellationException("the " + what + " was stopped; the same call again goes on from there");
        }
        if (first instanceof EngineException refused) {
            throw refused;
        }
        if (first instanceof StoreException failed) {
            throw failed;
        }
        if (first instanceof IOException failed) {
            throw new StoreException("the " + what + " failed: " + failed, failed);
        }
        throw new IllegalStateException("the " + what + " failed: " + first, first);
    }
}
