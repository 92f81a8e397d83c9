package dev.trestle.server;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/** Work that cannot say how far it is, watched from outside. */
final class WatchedWork {
    private static final long LOOK_MILLIS = 500;

    private WatchedWork() {}

    /** Something to do. */
    interface Work {
        void run() throws Exception;
    }

    /** Does the work on a thread of its own; {@code done} is asked now and then. */
    static void run(Work work, WorkBar bar, LongSupplier done, long total, String unit) throws Exception {
        FutureTask<Void> task = new FutureTask<>(() -> {
            work.run();
            return null;
        });
        Thread thread = new Thread(task, "trestle-work");
        thread.start();
        try {
            while (true) {
                try {
                    task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                    return;
                } catch (TimeoutException notYet) {
                    bar.at(Math.min(done.getAsLong(), total), total, unit);
                }
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception why ? why : e;
        } finally {
            thread.join();
            bar.end();
        }
    }
}
