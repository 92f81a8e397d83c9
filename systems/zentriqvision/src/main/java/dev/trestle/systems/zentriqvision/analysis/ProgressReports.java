package dev.trestle.systems.zentriqvision.analysis;

import java.time.Duration;

/** Tells how far a run is, every two seconds at most, and learns by that whether it goes on. For one thread. */
final class ProgressReports {
    private static final long EVERY_NANOS = Duration.ofSeconds(2).toNanos();

    private final Run run;
    private long told = System.nanoTime();

    ProgressReports(Run run) {
        this.run = run;
    }

    /**
     * Tells it, if it is time.
     *
     * @throws RunOverException if the run is over
     */
    void report(double done) {
        long now = System.nanoTime();
        if (now - told >= EVERY_NANOS) {
            told = now;
            double within = Math.max(0, Math.min(1, done));
            run.update(work -> work.withDone(Math.round(within * 1000) / 1000.0));
        }
    }
}
