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
 * take turns by person, so that many requests of one do not keep another waiting. After each turn a person rests for {@value #REST_FACTOR}
 * times as long as it took: one person's endless requests take a quarter of a processor, and somebody who types notices nothing. To
 * receive and decode a text and to collect its garbage is work outside of a place: it counts as {@value #NANOS_A_BYTE} ns a byte.
 */
public final class Places {
    private static final int REST_FACTOR = 3;
    /** Twice what was seen, 5 ms of a processor for a megabyte. */
    private static final int NANOS_A_BYTE = 10;

    private static final long REST_NANOS_MAX = Duration.ofSeconds(2).toNanos();

    private final int count;
    private final Duration patience;
    private final String busy;
    private final Set<String> inside = new HashSet<>();
    /** Until when people rest, by {@link System#nanoTime}; who has rested is removed with the next look. */
    private final Map<String, Long> resting = new HashMap<>();

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
        Long until = resting.get(person);
        return until == null
                ? Long.MAX_VALUE
                : Math.max(1, Duration.ofNanos(until - System.nanoTime()).toMillis());
    }

    private boolean isNext(String person) {
        long now = System.nanoTime();
        resting.values().removeIf(until -> until - now <= 0);
        if (inside.size() >= count) {
            return false;
        }
        for (String each : waiting.keySet()) {
            if (!inside.contains(each) && !resting.containsKey(each)) {
                return each.equals(person);
            }
        }
        return false;
    }

    private synchronized void leave(String person, long began) {
        long now = System.nanoTime();
        inside.remove(person);
        resting.put(person, now + Math.min(REST_NANOS_MAX, REST_FACTOR * (now - began)));
        notifyAll();
    }
}
