package dev.trestle.systems.unisync.time;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The time, as finely as items keep it. */
public final class Times {
    private final Clock clock;

    public Times(Clock clock) {
        this.clock = clock;
    }

    public Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** Now, or a moment after what was last: a log is in the order of its times, also where two machines' clocks differ. */
    public Instant after(Instant last) {
        return after(now(), last);
    }

    static Instant after(Instant now, Instant last) {
        Instant next = last.truncatedTo(ChronoUnit.MILLIS).plusMillis(1);
        return now.isBefore(next) ? next : now;
    }
}
