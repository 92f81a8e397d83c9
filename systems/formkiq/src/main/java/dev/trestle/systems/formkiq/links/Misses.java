package dev.trestle.systems.formkiq.links;

import dev.trestle.platform.api.ApiException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** How often an address asked for links that are not there: who tries tokens is slowed down, long before luck helps. */
final class Misses {
    private static final int MISSES_MAX = 20;
    private static final int ADDRESSES_MAX = 10_000;
    private static final Duration WINDOW = Duration.ofMinutes(10);

    private final Clock clock;
    private final Map<String, Missed> byAddress = new LinkedHashMap<>(16, 0.75f, true);

    private record Missed(Instant since, int times) {}

    Misses(Clock clock) {
        this.clock = clock;
    }

    /** Refuses an address that has missed too often. */
    synchronized void check(String address) {
        Missed missed = byAddress.get(address);
        Instant now = clock.instant();
        if (missed == null) {
            return;
        }
        Instant end = missed.since().plus(WINDOW);
        if (!now.isBefore(end)) {
            byAddress.remove(address);
        } else if (missed.times() >= MISSES_MAX) {
            throw ApiException.rateLimited(Duration.between(now, end));
        }
    }

    synchronized void missed(String address) {
        byAddress.merge(
                address,
                new Missed(clock.instant(), 1),
                (before, one) -> new Missed(before.since(), before.times() + 1));
        if (byAddress.size() > ADDRESSES_MAX) {
            byAddress.remove(byAddress.keySet().iterator().next());
        }
    }
}
