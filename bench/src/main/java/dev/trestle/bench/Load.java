package dev.trestle.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;

/** Runs one operation over and over on several threads for a while, and tells how many a second were done. */
final class Load {
    private final int threads;
    private final long millis;
    private final AtomicLong sink = new AtomicLong();

    Load(int threads, long millis) {
        this.threads = threads;
        this.millis = millis;
    }

    /** {@code operation} gets a pseudo-random number and returns something that depends on what it read. */
    double rate(LongUnaryOperator operation) {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Long>> counts = new ArrayList<>();
            long start = System.nanoTime();
            long end = start + TimeUnit.MILLISECONDS.toNanos(millis);
            for (int t = 0; t < threads; t++) {
                long seed = t * 7919L + 17;
                counts.add(pool.submit(() -> loop(operation, seed, end)));
            }
            long total = 0;
            for (Future<Long> count : counts) {
                total += count.get();
            }
            return total * 1e9 / (System.nanoTime() - start);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the operation failed: " + e.getCause(), e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    private long loop(LongUnaryOperator operation, long seed, long end) {
        long random = seed;
        long count = 0;
        long consumed = 0;
        while (System.nanoTime() < end) {
            random = random * 6364136223846793005L + 1442695040888963407L;
            consumed += operation.applyAsLong(random >>> 20);
            count++;
        }
        sink.addAndGet(consumed);
        return count;
    }
}
