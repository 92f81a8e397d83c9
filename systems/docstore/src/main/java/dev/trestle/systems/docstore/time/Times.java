package dev.trestle.systems.docstore.time;

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

    /** Now, or a moment after what was last: a document's times only rise, also where two machines' clocks differ. */
    public Instant after(Instant last) {
        Instant next = last.truncatedTo(ChronoUnit.MILLIS).plusMillis(1);
        Instant now = now();
        return now.isBefore(next) ? next : now;
    }
}
