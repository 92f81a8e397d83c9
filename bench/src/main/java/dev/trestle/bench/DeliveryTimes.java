package dev.trestle.bench;

import dev.trestle.engine.api.StreamRecord;
import dev.trestle.engine.api.StreamSubscription;
import dev.trestle.engine.value.Value;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** How long it takes from the acknowledgement of a write to its record at a listener, under load. */
record DeliveryTimes(double p50Millis, double p99Millis, double maxMillis, int count) {
    private static final long WARM_UP_MILLIS = 2_000;
    private static final long MILLIS = 5_000;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    static DeliveryTimes measure(TrestleSide side, int threads) {
        Map<Long, Long> delivered = new ConcurrentHashMap<>();
        Map<Long, Long> acknowledged = new ConcurrentHashMap<>();
        AtomicLong next = new AtomicLong(threads * 10_000_000L);
        try (StreamSubscription subscription = side.listen(records -> {
            long now = System.nanoTime();
            records.forEach(record -> delivered.put(number(record), now));
        })) {
            write(side, next, acknowledged, threads, WARM_UP_MILLIS);
            acknowledged.clear();
            write(side, next, acknowledged, threads, MILLIS);
            awaitAll(delivered, acknowledged);
        }
        // The listener may be there before the writer has looked at the clock.
        double[] millis = acknowledged.entrySet().stream()
                .mapToDouble(one -> Math.max(0, delivered.getOrDefault(one.getKey(), 0L) - one.getValue()) / 1e6)
                .sorted()
                .toArray();
        return new DeliveryTimes(
                millis[millis.length / 2],
                millis[(int) (millis.length * 0.99)],
                millis[millis.length - 1],
                millis.length);
    }

    private static void awaitAll(Map<Long, Long> delivered, Map<Long, Long> acknowledged) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!delivered.keySet().containsAll(acknowledged.keySet())) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("some records were not delivered within a minute");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    private static void write(
            TrestleSide side, AtomicLong next, Map<Long, Long> acknowledged, int threads, long millis) {
        new Load(threads, millis).rate(random -> {
            long number = next.getAndIncrement();
            side.put(Workload.item(number, 1));
            acknowledged.put(number, System.nanoTime());
            return 1;
        });
    }

    private static long number(StreamRecord record) {
        Map<String, Value> keys = record.keys().toMap();
        if (keys.get("pk") instanceof Value.S partition && keys.get("sk") instanceof Value.N sort) {
            return Workload.number(partition.value(), Long.parseLong(sort.text()));
        }
        throw new IllegalStateException("a record without keys: " + keys);
    }

    String line(int threads) {
        return String.format(
                Locale.ROOT,
                "%-34s %3d writers  p50 %.2f ms  p99 %.2f ms  max %.2f ms over %,d records  limit 10 ms  ",
                "From commit to listener",
                threads,
                p50Millis,
                p99Millis,
                maxMillis,
                count);
    }
}
