package dev.trestle.systems.formkiq.api;

import dev.trestle.platform.api.ApiException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * How often those whom nobody knows may call: each address so many times a minute, and each site {@value #TOGETHER} times as
 * often for all of them together. Counted by the minute; of more than {@value #COUNTED_MAX} addresses, further ones wait
 * for the next. For any number of threads.
 */
public final class PublicRates {
    private static final int TOGETHER = 10;
    private static final int COUNTED_MAX = 100_000;
    private static final long MINUTE_MS = 60_000;

    private final int perMinute;
    private final Clock clock;
    private final Map<String, Integer> counts = new HashMap<>();
    private long minute;

    public PublicRates(int perMinute, Clock clock) {
        this.perMinute = perMinute;
        this.clock = clock;
    }

    /** Counts a call, or refuses it. */
    public synchronized void count(String address, String site) {
        Instant now = clock.instant();
        if (now.toEpochMilli() / MINUTE_MS != minute) {
            minute = now.toEpochMilli() / MINUTE_MS;
            counts.clear();
        }
        String byAddress = "address " + network(address);
        String bySite = "site " + site;
        boolean isFull = counts.size() >= COUNTED_MAX && !counts.containsKey(byAddress);
        if (isFull
                || counts.getOrDefault(byAddress, 0) >= perMinute
                || counts.getOrDefault(bySite, 0) >= (long) perMinute * TOGETHER) {
            throw ApiException.rateLimited(Duration.between(now, Instant.ofEpochMilli((minute + 1) * MINUTE_MS)));
        }
        counts.merge(byAddress, 1, Integer::sum);
        counts.merge(bySite, 1, Integer::sum);
    }

    /** One customer has all of an IPv6 network of 64 bits. */
    private static String network(String address) {
        return dev.trestle.http.AddressKey.of(address);
    }
}
