package dev.trestle.conformance.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/** What one worker knows of what it has written: under each key the last value that was acknowledged, and the one that was sent after it. */
final class Ledger {
    /** There is nothing under a key. */
    static final String ABSENT = "";

    private final AtomicInteger acknowledgements;
    private final TreeMap<String, Entry> entries = new TreeMap<>();
    private Set<String> together = Set.of();

    private record Entry(String acknowledged, String sent) {}

    /** Reads what is stored under a key. */
    @FunctionalInterface
    interface Reader {
        String read(String key) throws Exception;
    }

    /** Sends what was announced; returns when it is acknowledged. */
    @FunctionalInterface
    interface Write {
        void send() throws Exception;
    }

    Ledger(AtomicInteger acknowledgements) {
        this.acknowledgements = acknowledgements;
    }

    private Entry entry(String key) {
        return entries.getOrDefault(key, new Entry(ABSENT, ABSENT));
    }

    /** Writes one value under all of some keys, together; if this throws, it is not known whether it was written. */
    void write(Set<String> keys, String value, Write write) throws Exception {
        together = keys;
        keys.forEach(key -> entries.put(key, new Entry(entry(key).acknowledged(), value)));
        write.send();
        keys.forEach(key -> entries.put(key, new Entry(value, value)));
        together = Set.of();
        acknowledgements.incrementAndGet();
    }

    /** Holds everything that was written against what is there. */
    void check(String where, Reader reader) throws Exception {
        TreeSet<Boolean> arrived = new TreeSet<>();
        for (String key : entries.keySet()) {
            Entry known = entry(key);
            String found = reader.read(key);
            assertThat(found).as(where + ": " + key).isIn(known.acknowledged(), known.sent());
            if (together.contains(key) && !known.acknowledged().equals(known.sent())) {
                arrived.add(found.equals(known.sent()));
            }
            entries.put(key, new Entry(found, found));
        }
        assertThat(arrived).as(where + ": all of " + together + " or none").hasSizeLessThan(2);
        together = Set.of();
    }

    int size() {
        return entries.size();
    }
}
