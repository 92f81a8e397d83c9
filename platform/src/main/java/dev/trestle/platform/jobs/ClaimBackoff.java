package dev.trestle.platform.jobs;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * When to try again after claims that failed, because storage throttles, is full or cannot be reached.
 *
 * <p>A job whose claim failed waits, longer after each failure, so that one that can never be claimed does not keep those behind it from
 * being done. After several failures in a row the fault is the storage's rather than a job's, and no job is looked for until a backoff
 * is over. A claim that succeeds ends both. Used by one thread at a time.
 */
final class ClaimBackoff {
    private static final int IN_A_ROW_MAX = 3;
    private static final int JOBS_MAX = 10_000;

    /** An outage that is over should not hold jobs back for long. */
    private static final Duration REST_MAX = Duration.ofSeconds(30);

    private final Clock clock;
    private final Delay delay;
    private final Cache<String, Failed> failed =
            Caffeine.newBuilder().maximumSize(JOBS_MAX).build();
    private int inARow;
    private Instant restUntil = Instant.MIN;

    private record Failed(int times, Instant until) {}

    /** How long to wait after a number of failures. */
    interface Delay {
        Duration after(int failures);
    }

    ClaimBackoff(Clock clock, Delay delay) {
        this.clock = clock;
        this.delay = delay;
    }

    /** Whether jobs may be looked for now. */
    boolean isOver() {
        return !clock.instant().isBefore(restUntil);
    }

    boolean mayClaim(String jobId) {
        Failed before = failed.getIfPresent(jobId);
        return before == null || !clock.instant().isBefore(before.until());
    }

    void succeeded(String jobId) {
        failed.invalidate(jobId);
        inARow = 0;
    }

    void failed(String jobId) {
        Failed before = failed.getIfPresent(jobId);
        int times = before == null ? 1 : before.times() + 1;
        failed.put(jobId, new Failed(times, clock.instant().plus(delay.after(times))));
        storageFailed(++inARow - IN_A_ROW_MAX + 1);
    }

    /** Jobs could not even be looked for. */
    void lookFailed() {
        inARow = Math.max(inARow + 1, IN_A_ROW_MAX);
        storageFailed(inARow - IN_A_ROW_MAX + 1);
    }

    private void storageFailed(int times) {
        if (times > 0) {
            Duration rest = delay.after(times);
            restUntil = clock.instant().plus(rest.compareTo(REST_MAX) < 0 ? rest : REST_MAX);
        }
    }
}
