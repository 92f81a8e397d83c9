package dev.trestle.systems.formkiq.activity;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Moments of which no two are the same: the keys of activities have microseconds. For any number of threads. */
public final class Moments {
    private final Clock clock;
    private final AtomicLong last = new AtomicLong();

    public Moments(Clock clock) {
        this.clock = clock;
    }

    public Instant next() {
        long now = ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
        return Instant.EPOCH.plus(last.updateAndGet(before -> Math.max(before + 1, now)), ChronoUnit.MICROS);
    }
}
