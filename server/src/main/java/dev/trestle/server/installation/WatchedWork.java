package dev.trestle.server.installation;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Work that cannot say how far it is, watched from outside. */
public final class WatchedWork {
    private static final long LOOK_MILLIS = 500;

    private WatchedWork() {}

    /** Something to do. */
    public interface Work {
        void run() throws IOException;
    }

    /** Does the work on a thread of its own; {@code look} is called at once and now and then. */
    public static void run(Work work, Runnable look) throws IOException {
        FutureTask<Void> task = new FutureTask<>(() -> {
            work.run();
            return null;
        });
        Thread thread = new Thread(task, "trestle-work");
        thread.start();
        try {
            look.run();
            while (!isDone(task)) {
                look.run();
            }
        } catch (InterruptedException e) {
            await(thread); // what it works on must not be taken away below it
            throw new InterruptedIOException("stopped while work was under way");
        }
    }

    private static boolean isDone(FutureTask<Void> task) throws IOException, InterruptedException {
        try {
            task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException notYet) {
            return false;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException why) {
                throw why;
            }
            throw e.getCause() instanceof RuntimeException why ? why : new IllegalStateException(e.getCause());
        }
    }

    private static void await(Thread thread) {
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException again) {
                continue;
            }
        }
        Thread.currentThread().interrupt();
    }
}
