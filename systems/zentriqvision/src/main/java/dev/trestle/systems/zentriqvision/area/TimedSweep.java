package dev.trestle.systems.zentriqvision.area;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.jobs.Sweep;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Work that is done every so often, and whenever an administrator says so. Several processes may do it at a time. */
public final class TimedSweep implements Sweep, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TimedSweep.class);
    private static final Duration FIRST = Duration.ofMinutes(5);
    private static final int STOP_SECONDS = 10;

    private final String name;
    private final Duration every;
    private final Clock clock;
    private final Work work;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "trestle-timed-sweep");
        thread.setDaemon(true);
        return thread;
    });
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile boolean closed;
    private volatile Status last = new Status(false, null, null, null, null, null);
    private volatile @Nullable ScheduledFuture<?> scheduled;

    /** What it does. */
    @FunctionalInterface
    public interface Work {
        /** Goes through everything once, or until it is stopped. Returns how many things it changed or removed. */
        long run(Progress progress, BooleanSupplier stopped);
    }

    public TimedSweep(String name, Duration every, Clock clock, Work work) {
        this.name = name;
        this.every = every;
        this.clock = clock;
        this.work = work;
    }

    public TimedSweep start() {
        scheduled =
                timer.scheduleWithFixedDelay(this::runQuietly, FIRST.toSeconds(), every.toSeconds(), TimeUnit.SECONDS);
        return this;
    }

    private void runQuietly() {
        try {
            long unused = runNow(Progress.NONE);
        } catch (RuntimeException e) {
            LOG.atWarn().addKeyValue("sweep", name).setCause(e).log("a sweep could not be finished; it is begun again");
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Status status() {
        Status known = last;
        ScheduledFuture<?> next = scheduled;
        Instant nextAt = next == null || closed
                ? null
                : clock.instant().plusSeconds(Math.max(0, next.getDelay(TimeUnit.SECONDS)));
        return new Status(
                running.get(),
                known.lastStartedAt(),
                known.lastEndedAt(),
                known.lastRemoved(),
                known.lastFailure(),
                nextAt);
    }

    @Override
    public long runNow(Progress progress) {
        if (!running.compareAndSet(false, true)) {
            throw ApiException.conflict("This sweep is under way.", null);
        }
        Instant started = clock.instant();
        try {
            long count = work.run(progress, () -> closed);
            last = new Status(false, started, clock.instant(), count, null, null);
            return count;
        } catch (RuntimeException e) {
            last = new Status(false, started, clock.instant(), null, String.valueOf(e.getMessage()), null);
            throw e;
        } finally {
            running.set(false);
        }
    }

    @Override
    public void close() {
        closed = true;
        timer.shutdownNow();
        try {
            if (!timer.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                LOG.atWarn().addKeyValue("sweep", name).log("a sweep did not stop in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
