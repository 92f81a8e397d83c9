package dev.trestle.platform.uploads;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Notices staged objects by listing them, as long as some are expected: one request for up to a thousand, however many are announced. It
 * only wakes the jobs of arrivals, which do the work and come by themselves if this fails.
 */
final class ArrivalWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ArrivalWatch.class);
    private static final int PAGES_MAX = 10;
    private static final int NAMES_MAX = 10_000;

    /** The share of the time since something was announced or noticed that is waited before the next look. */
    private static final int PACE = 20;

    /** After a start nobody knows what is expected. Jobs say it by then: none waits for longer. */
    private static final Duration AFTER_START = ArrivalTaking.LOOK_MAX.plusMinutes(5);

    /** An object that was noticed is left to its job for so long. */
    private static final Duration NOTICED = Duration.ofSeconds(30);

    private final UploadBucket.Source bucket;
    private final Pace pace;
    private final Clock clock;
    private final Predicate<String> noticed;
    private final Cache<String, String> known = Caffeine.newBuilder()
            .maximumSize(NAMES_MAX)
            .expireAfterWrite(NOTICED)
            .build();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "trestle-arrivals");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable String from;
    private @Nullable ScheduledFuture<?> next;
    private volatile Instant expectedUntil = Instant.MIN;
    private volatile Instant activity = Instant.MIN;

    /** How often objects are looked for: between these, less often the longer nothing has happened. */
    record Pace(Duration shortest, Duration longest) {}

    /** {@code noticed} gets the id of an arrival, and returns whether nothing is left to do for the watch. */
    ArrivalWatch(UploadBucket.Source bucket, Pace pace, Clock clock, Predicate<String> noticed) {
        this.bucket = bucket;
        this.pace = pace;
        this.clock = clock;
        this.noticed = noticed;
    }

    void start() {
        expect(clock.instant().plus(AFTER_START));
    }

    /** Says that something was announced, which may arrive until then. */
    void expect(Instant until) {
        activity = clock.instant();
        remind(until);
        schedule(pace.shortest());
    }

    /** Says that something was announced before. */
    synchronized void remind(Instant until) {
        if (until.isAfter(expectedUntil)) {
            expectedUntil = until;
        }
        schedule(pace.longest());
    }

    private synchronized void schedule(Duration delay) {
        ScheduledFuture<?> planned = next;
        if (planned != null && !planned.isDone() && planned.getDelay(TimeUnit.MILLISECONDS) <= delay.toMillis()) {
            return;
        }
        try {
            if (planned != null) {
                planned.cancel(false);
            }
            next = timer.schedule(this::look, delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            // Jobs notice what arrives.
        }
    }

    private void look() {
        synchronized (this) {
            next = null;
        }
        try {
            list();
        } catch (NoSuchBucketException none) {
            // Nothing can have arrived.
        } catch (SdkException e) {
            if (timer.isShutdown()) {
                return; // it was closed while it listed
            }
            LOG.warn("staged objects could not be listed; arrivals are noticed later", e);
        } catch (RuntimeException e) {
            LOG.warn("an arrival could not be passed on; its job comes by itself", e);
        }
        Instant now = clock.instant();
        if (now.isBefore(expectedUntil)) {
            Duration rest = Duration.between(activity, now).dividedBy(PACE);
            Duration least = rest.compareTo(pace.shortest()) < 0 ? pace.shortest() : rest;
            schedule(least.compareTo(pace.longest()) > 0 ? pace.longest() : least);
        }
    }

    /** Goes on at the next look where this one had enough. */
    private void list() {
        for (int pages = 0; pages < PAGES_MAX; pages++) {
            ListObjectsV2Response page = bucket.get().list(Arrival.NAMES, from);
            page.contents().forEach(this::see);
            from = Boolean.TRUE.equals(page.isTruncated()) ? page.nextContinuationToken() : null;
            if (from == null) {
                return;
            }
        }
    }

    private void see(S3Object object) {
        String seen = object.key() + object.eTag();
        if (known.getIfPresent(seen) != null) {
            return;
        }
        activity = clock.instant();
        if (noticed.test(bucket.get().nameOf(object.key()).substring(Arrival.NAMES.length()))) {
            known.put(seen, seen);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
