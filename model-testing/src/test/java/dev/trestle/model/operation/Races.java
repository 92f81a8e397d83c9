package dev.trestle.model.operation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** Threads that begin at the same time. */
final class Races {
    private static final int TRIES_MAX = 1000;

    private Races() {}

    /** Runs a task once in each of several threads; a failure of one is a failure of all. */
    static void run(int threads, IntConsumer task) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CountDownLatch start = new CountDownLatch(1);
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int number = i;
                running.add(pool.submit(() -> {
                    start.await();
                    task.accept(number);
                    return null;
                }));
            }
            start.countDown();
            for (Future<?> each : running) {
                each.get(5, TimeUnit.MINUTES);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    /** Does it again as long as others are in the way. */
    static void untilDone(Runnable write) {
        for (int i = 0; i < TRIES_MAX; i++) {
            try {
                write.run();
                return;
            } catch (WriteRefusedException e) {
                if (e.failure().cause() != Cause.CONTENDED) {
                    throw e;
                }
            }
        }
        throw new AssertionError("still contended after " + TRIES_MAX + " tries");
    }
}
