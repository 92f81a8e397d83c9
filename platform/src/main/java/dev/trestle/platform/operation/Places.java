package dev.trestle.platform.operation;

import dev.trestle.platform.api.ApiException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Work that takes so much memory or processor time that few may do it at once: each person has one place at most, and those who wait
 * take turns by person, so that many requests of one do not keep another waiting. After each turn a person rests. Somebody who types
 * rests for {@value #REST_FACTOR} times as long as the work took, and notices nothing. Somebody who has used up {@link #BURST_NANOS},
 * which come back at a {@value #REFILL}th of the time, rests for {@value #HEAVY_REST_FACTOR} times as long: endless requests of one person
 * take a {@value #REFILL}th of a processor, and coincide with few of another's. To receive and decode a text and to collect its garbage is work outside of a place: it
 * counts as {@value #NANOS_A_BYTE} ns a byte.
 */
public final class Places {
    private static final int REST_FACTOR = 3;
    private static final int HEAVY_REST_FACTOR = 200;
    private static final int REFILL = 20;
    /** Twice what was seen, 5 ms of a processor for a megabyte. */
    private static final int NANOS_A_BYTE = 10;

    private static final long BURST_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long REST_NANOS_MAX = Duration.ofSeconds(2).toNanos();

    /**
     * What a person has done.
     *
     * @param restUntil by {@link System#nanoTime}
     * @param usedNanos as of {@code at}
     */
    record Past(long restUntil, long usedNanos, long at) {
        static Past none(long now) {
            return new Past(now, 0, now);
        }

        boolean isResting(long now) {
            return restUntil - now > 0;
        }

        /** What is left to come back of what was used. */
        long usedAt(long now) {
            return Math.max(0, usedNanos - (now - at) / REFILL);
        }

        Past after(long tookNanos, long now) {
            long used = usedAt(now) + tookNanos;
            long rest = tookNanos * (used > BURST_NANOS ? HEAVY_REST_FACTOR : REST_FACTOR);
            return new Past(now + Math.min(REST_NANOS_MAX, rest), used, now);
        }
    }

    private final int count;
    private final Duration patience;
    private final String busy;
    private final Set<String> inside = new HashSet<>();
    /** Of those who rest or have used something that has not come back; others are removed with the next look. */
    private final Map<String, Past> pasts = new HashMap<>();

    /** How many requests of each person wait, the person whose turn is next first. */
    private final Map<String, Integer> waiting = new LinkedHashMap<>();

    /** A place, until it is closed. */
    public interface Place extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Places for one kind of work.
     *
     * @param busy what is answered to somebody who has waited for as long as the patience is
     */
    public Places(int count, Duration patience, String busy) {
        this.count = count;
        this.patience = patience;
        this.busy = busy;
    }

    /**
     * Waits for a place.
     *
     * @param bytes that were received for this work
     * @throws ApiException if there is none for too long
     */
    public synchronized Place enter(String person, int bytes) {
        long deadline = System.nanoTime() + patience.toNanos();
        waiting.merge(person, 1, Integer::sum);
        try {
            while (!isNext(person)) {
                long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
                if (left <= 0) {
                    throw ApiException.unavailable(busy, Duration.ofSeconds(5), null);
                }
                wait(Math.min(left, restMillis(person)));
            }
            inside.add(person);
            long began = System.nanoTime();
            return () -> leave(person, began - (long) NANOS_A_BYTE * bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ApiException.unavailable(busy, Duration.ofSeconds(5), e);
        } finally {
            // Whoever has more waiting has their next turn after everybody else.
            Integer left = waiting.remove(person);
            if (left != null && left > 1) {
                waiting.put(person, left - 1);
            }
            notifyAll();
        }
    }

    /** How long to wait until a person has rested; for ever if nothing but another's leaving is waited for. */
    private long restMillis(String person) {
        long now = System.nanoTime();
        Past past = pasts.getOrDefault(person, Past.none(now));
        return past.isResting(now)
                ? Math.max(1, Duration.ofNanos(past.restUntil() - now).toMillis())
                : Long.MAX_VALUE;
    }

    private boolean isNext(String person) {
        long now = System.nanoTime();
        pasts.values().removeIf(past -> !past.isResting(now) && past.usedAt(now) == 0);
        if (inside.size() >= count) {
            return false;
        }
        for (String each : waiting.keySet()) {
            if (!inside.contains(each)
                    && !pasts.getOrDefault(each, Past.none(now)).isResting(now)) {
                return each.equals(person);
            }
        }
        return false;
    }

    private synchronized void leave(String person, long began) {
        long now = System.nanoTime();
        inside.remove(person);
        pasts.put(person, pasts.getOrDefault(person, Past.none(now)).after(now - began, now));
        notifyAll();
    }
}
