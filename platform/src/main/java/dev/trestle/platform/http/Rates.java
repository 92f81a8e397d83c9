package dev.trestle.platform.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.platform.api.ApiException;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** How many requests each of many callers may make. A caller that rests gets back what it has used up, bit by bit. */
final class Rates {
    private static final int CALLERS_MAX = 100_000;
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final Cache<String, Bucket> buckets;
    private final int perMinute;
    private final TimeMeter time;

    Rates(int perMinute, Clock clock) {
        this.perMinute = perMinute;
        this.time = new Meter(clock);
        this.buckets = Caffeine.newBuilder()
                .maximumSize(CALLERS_MAX)
                .expireAfterAccess(WINDOW.multipliedBy(2))
                .build();
    }

    /** Counts a request, or refuses it. */
    void count(String caller) {
        ConsumptionProbe probe =
                Objects.requireNonNull(buckets.get(caller, c -> bucket())).tryConsumeAndReturnRemaining(1);
        if (!probe.isConsumed()) {
            throw ApiException.rateLimited(Duration.ofNanos(probe.getNanosToWaitForRefill()));
        }
    }

    /** Refuses a request of a caller that has used up all; counts nothing. */
    void check(String caller) {
        Bucket known = buckets.getIfPresent(caller);
        if (known != null) {
            long wait = known.estimateAbilityToConsume(1).getNanosToWaitForRefill();
            if (wait > 0) {
                throw ApiException.rateLimited(Duration.ofNanos(wait));
            }
        }
    }

    private Bucket bucket() {
        return Bucket.builder()
                .addLimit(Bandwidth.builder()
                        .capacity(perMinute)
                        .refillGreedy(perMinute, WINDOW)
                        .build())
                .withCustomTimePrecision(time)
                .build();
    }

    private record Meter(Clock clock) implements TimeMeter {
        private static final long NANOS = 1_000_000_000L;

        @Override
        public long currentTimeNanos() {
            Instant now = clock.instant();
            return now.getEpochSecond() * NANOS + now.getNano();
        }

        @Override
        public boolean isWallClockBased() {
            return true;
        }
    }
}
