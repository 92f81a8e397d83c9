package dev.trestle.systems.formkiq.cases;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.UUID;

/**
 * UUIDs of version 7, whose texts are in the order in which they were made: milliseconds, then a count of those made in
 * the same one, then chance. A clock that goes back does not make the order go back. For any number of threads.
 */
final class TimeOrderedIds {
    private static final int IN_A_MILLISECOND = 1 << 12;

    private final SecureRandom random = new SecureRandom();
    private long millis;
    private int count;

    synchronized String next(Instant now) {
        if (now.toEpochMilli() > millis) {
            millis = now.toEpochMilli();
            count = 0;
        } else if (++count == IN_A_MILLISECOND) {
            millis++;
            count = 0;
        }
        long high = millis << 16 | 0x7000L | count;
        long low = random.nextLong() >>> 2 | 0x8000_0000_0000_0000L;
        return new UUID(high, low).toString();
    }
}
