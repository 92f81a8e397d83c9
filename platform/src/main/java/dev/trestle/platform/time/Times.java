package dev.trestle.platform.time;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The time, in the milliseconds that items keep. */
public final class Times {
    private final Clock clock;

    public Times(Clock clock) {
        this.clock = clock;
    }

    public Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** Now, or a millisecond after {@code last}: what happens to an item is in order even where two machines' clocks differ. */
    public Instant after(Instant last) {
        return after(now(), last);
    }

    /** The later of a time and the millisecond after {@code last}. */
    public static Instant after(Instant now, Instant last) {
        Instant next = last.truncatedTo(ChronoUnit.MILLIS).plusMillis(1);
        return now.isBefore(next) ? next : now;
    }
}
