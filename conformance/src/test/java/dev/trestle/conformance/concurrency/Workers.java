package dev.trestle.conformance.concurrency;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Threads that start together, each with a random generator of its own, and of which the first failure is the test's. */
final class Workers implements AutoCloseable {
    private static final long MINUTES_MAX = 10;

    private final long seed;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<Void>> running = new ArrayList<>();
    private final AtomicBoolean stopped = new AtomicBoolean();

    Workers(long seed) {
        this.seed = seed;
    }

    /** One thread's work. */
    interface Work {
        void run(int worker, Random random) throws Exception;
    }

    /** Runs the work on so many threads and waits until all are done. */
    static void run(long seed, int count, Work work) {
        try (Workers workers = new Workers(seed)) {
            workers.start(count, work);
            workers.join();
        }
    }

    void start(int count, Work work) {
        CyclicBarrier together = new CyclicBarrier(count);
        for (int i = 0; i < count; i++) {
            int worker = running.size();
            Callable<Void> task = () -> {
                together.await();
                work.run(worker, new Random(seed * 31 + worker));
                return null;
            };
            running.add(threads.submit(task));
        }
    }

    /** Like {@link #start}, over and over until {@link #stop} is called or the work fails. */
    void startEndless(int count, Work work) {
        start(count, (worker, random) -> {
            while (!stopped.get()) {
                work.run(worker, random);
            }
        });
    }

    void stop() {
        stopped.set(true);
    }

    void join() {
        for (Future<Void> future : running) {
            try {
                future.get(MINUTES_MAX, TimeUnit.MINUTES);
            } catch (ExecutionException e) {
                stop();
                throw new AssertionError("a worker failed, seed " + seed + ": " + e.getCause(), e.getCause());
            } catch (Exception e) {
                stop();
                throw new AssertionError("a worker did not end, seed " + seed, e);
            }
        }
    }

    @Override
    public void close() {
        stop();
        threads.shutdownNow();
    }
}
