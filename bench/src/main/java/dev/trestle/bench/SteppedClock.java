package dev.trestle.bench;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that goes on when it is told to. */
final class SteppedClock extends Clock {
    private final AtomicLong millis = new AtomicLong(System.currentTimeMillis());

    void advance(Duration step) {
        millis.addAndGet(step.toMillis());
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis.get());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this; // an engine asks for instants only
    }
}
