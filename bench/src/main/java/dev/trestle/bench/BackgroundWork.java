package dev.trestle.bench;

import dev.trestle.engine.SetClock;
import dev.trestle.engine.store.Threads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps the engine's own work going while it is resumed: items expire at a steady rate, streams are marked and trimmed, and backups are
 * made one after the other.
 */
final class BackgroundWork implements AutoCloseable {
    static final Duration STEP = Duration.ofMinutes(1);
    private static final int BACKUP_STEPS = 10;
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final TrestleSide side;
    private final SetClock clock;
    private final Path copies;
    private final Semaphore running = new Semaphore(0);
    private final Thread thread;
    private volatile boolean closing;
    private final AtomicInteger backups = new AtomicInteger();
    private final long expiringBefore;

    BackgroundWork(TrestleSide side, SetClock clock, Path copies) throws IOException {
        this.side = side;
        this.clock = clock;
        this.copies = Files.createDirectories(copies);
        this.expiringBefore = side.expiringCount();
        this.thread = new Thread(this::run, "bench-background");
        thread.start();
    }

    void resume() {
        running.release();
    }

    /** Returns when the work under way is done. */
    void pause() {
        running.acquireUninterruptibly();
    }

    private void run() {
        for (int number = 0; !closing; number++) {
            running.acquireUninterruptibly();
            try {
                clock.advance(STEP);
                if (number % BACKUP_STEPS == 0 && !closing) {
                    backUp(number);
                }
            } finally {
                running.release();
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
    }

    private void backUp(int number) {
        try {
            Path copy = copies.resolve("copy" + number);
            side.backup(copy);
            Bench.delete(copy);
            backups.incrementAndGet();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A measurement beside work that did not happen would say nothing. */
    void checkDone() {
        long swept = expiringBefore - side.expiringCount();
        if (swept == 0 || backups.get() == 0 || side.expiringCount() == 0) {
            throw new IllegalStateException(
                    "the background work did not last: " + swept + " items swept, " + backups + " backups");
        }
    }

    @Override
    public void close() {
        closing = true;
        running.release();
        Threads.awaitEnd(thread);
    }
}
