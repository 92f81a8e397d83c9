package dev.trestle.engine;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands until it is moved: for tests of what time does, which need not wait for it. For any number of threads. */
public final class SetClock extends Clock {
    private volatile Instant now;

    public SetClock(Instant start) {
        now = start;
    }

    public synchronized void advance(Duration by) {
        now = now.plus(by);
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    /** The same: who asks for instants only need not know of zones. */
    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
