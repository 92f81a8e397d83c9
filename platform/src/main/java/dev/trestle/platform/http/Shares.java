package dev.trestle.platform.http;

import java.util.HashMap;
import java.util.Map;

/**
 * Something of which there is only so much, held by many. A holder may have as much as is left free for others: one alone can take half of
 * it, two a third each, so that there is always some for a holder who has none.
 */
final class Shares {
    private final long limit;
    private final Map<String, Long> held = new HashMap<>();
    private long all;

    Shares(long limit) {
        this.limit = limit;
    }

    /** Takes some, if that leaves enough to others. */
    synchronized boolean take(String holder, long amount) {
        long mine = held.getOrDefault(holder, 0L) + amount;
        if (mine > limit - all - amount) {
            return false;
        }
        all += amount;
        held.put(holder, mine);
        return true;
    }

    synchronized void giveBack(String holder, long amount) {
        if (amount > 0) {
            all -= amount;
            held.computeIfPresent(holder, (key, mine) -> mine == amount ? null : mine - amount);
        }
    }

    synchronized long all() {
        return all;
    }
}
