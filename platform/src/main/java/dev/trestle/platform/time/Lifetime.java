package dev.trestle.platform.time;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * How long something is alive after its last heartbeat: presence, for example. Its item expires then too; but an expired item may stay stored
 * for a while, so a reader asks {@link #isAlive}.
 */
public record Lifetime(Duration length) {
    /** When an item expires: in whole seconds, up to a second later than it stops being alive. */
    public Instant expiry(Instant lastHeartbeat) {
        Instant end = lastHeartbeat.plus(length);
        Instant whole = end.truncatedTo(ChronoUnit.SECONDS);
        return whole.equals(end) ? whole : whole.plusSeconds(1);
    }

    public boolean isAlive(Instant lastHeartbeat, Instant now) {
        return lastHeartbeat.plus(length).isAfter(now);
    }
}
