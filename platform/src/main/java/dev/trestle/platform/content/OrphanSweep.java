package dev.trestle.platform.content;

import dev.trestle.model.Bound;
import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.operation.TooManyItemsException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.jobs.Sweep;
import dev.trestle.platform.operation.Decision;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Removes objects that no row names: what a crash left between an object and its transaction, or between a transaction and the end of
 * what it pruned.
 *
 * <pre>{@code
 * OrphanSweep<Owner> sweep = new OrphanSweep<>(bucket, "documents/", names, clock).start();
 * …
 * return OrphanSweep.unlessSwept(decision, TOMBSTONE_OF.of(key)); // wherever a decision is the first to name an object
 * }</pre>
 *
 * <p>An object becomes a row's in two ways: a transaction names it for the first time, or moves its name. The first is held off by a
 * tombstone, which is written before the second look, and whose absence every such transaction checks; the look itself misses no move: see
 * {@link ObjectNames}. So whatever others do meanwhile, what is deleted is nobody's and stays so. Only old objects are
 * looked at, so that a request that takes its usual time meets no tombstone.
 *
 * @param <O> what objects belong to
 */
public final class OrphanSweep<O> implements Sweep, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OrphanSweep.class);
    private static final Duration AGE = Duration.ofHours(1);
    private static final Duration FIRST = Duration.ofMinutes(5);
    private static final Duration EVERY = Duration.ofHours(6);
    private static final int PAGE = 500;
    private static final Duration TOMBSTONE_KEPT = Duration.ofDays(30);
    private static final int STOP_SECONDS = 10;

    private final ObjectBucket bucket;
    private final String prefix;
    private final ObjectNames<O> names;
    private final Clock clock;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "trestle-orphan-sweep");
        thread.setDaemon(true);
        return thread;
    });
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile boolean closed;
    private volatile Status last = new Status(false, null, null, null, null, null);
    private volatile @Nullable ScheduledFuture<?> scheduled;

    /** {@code prefix} is what the keys of the system's objects begin with. */
    public OrphanSweep(ObjectBucket bucket, String prefix, ObjectNames<O> names, Clock clock) {
        this.bucket = bucket;
        this.prefix = prefix;
        this.names = names;
        this.clock = clock;
    }

    /** Refuses what names an object that the sweep has taken for an orphan: storing it took longer than an hour. */
    public static <R> Decision<R> unlessSwept(Decision<R> decision, Bound<? extends Record> tombstone) {
        return decision.checkAbsent(
                tombstone,
                () -> ApiException.unavailable(
                        "Storing this took too long, and nothing was stored. Send it again.",
                        Duration.ofSeconds(1),
                        null));
    }

    public OrphanSweep<O> start() {
        scheduled =
                timer.scheduleWithFixedDelay(this::runQuietly, FIRST.toSeconds(), EVERY.toSeconds(), TimeUnit.SECONDS);
        return this;
    }

    private void runQuietly() {
        try {
            long removed = runNow(Progress.NONE);
            if (removed > 0) {
                LOG.atInfo().addKeyValue("objects", removed).log("objects that no row names were removed");
            }
        } catch (RuntimeException e) {
            LOG.warn("the sweep could not be finished; it is begun again later", e);
        }
    }

    @Override
    public String name() {
        return "orphans";
    }

    @Override
    public Status status() {
        Status known = last;
        ScheduledFuture<?> next = scheduled;
        return new Status(
                running.get(),
                known.lastStartedAt(),
                known.lastEndedAt(),
                known.lastRemoved(),
                known.lastFailure(),
                next == null || closed
                        ? null
                        : clock.instant().plusSeconds(Math.max(0, next.getDelay(TimeUnit.SECONDS))));
    }

    @Override
    public long runNow(Progress progress) {
        if (!running.compareAndSet(false, true)) {
            throw ApiException.conflict("This sweep is under way.", null).withCode("sweep-running");
        }
        Instant started = clock.instant();
        try {
            long removed = sweep(progress);
            last = new Status(false, started, clock.instant(), removed, null, null);
            return removed;
        } catch (RuntimeException e) {
            last = new Status(false, started, clock.instant(), null, String.valueOf(e.getMessage()), null);
            throw e;
        } finally {
            running.set(false);
        }
    }

    /** Goes through all objects once. Returns how many were removed. */
    public int run() {
        return Math.toIntExact(runNow(Progress.NONE));
    }

    private long sweep(Progress progress) {
        Instant before = clock.instant().minus(AGE);
        long removed = 0;
        long looked = 0;
        @Nullable String after = null;
        ListObjectsV2Response page;
        do {
            page = bucket.list(prefix, after, PAGE);
            Map<O, List<String>> old = new LinkedHashMap<>();
            for (S3Object object : page.contents()) {
                after = object.key();
                O owner = names.ownerOf(object.key());
                if (owner != null && object.lastModified().isBefore(before)) {
                    old.computeIfAbsent(owner, each -> new ArrayList<>()).add(object.key());
                }
            }
            for (Map.Entry<O, List<String>> each : old.entrySet()) {
                removed += removeStrays(each.getKey(), each.getValue());
            }
            looked += page.contents().size();
            progress.at(looked, removed);
        } while (Boolean.TRUE.equals(page.isTruncated()) && !closed);
        return removed;
    }

    private int removeStrays(O owner, List<String> objects) {
        try {
            List<String> strays = unnamed(owner, objects);
            if (strays.isEmpty()) {
                return 0;
            }
            names.bury(owner, strays, clock.instant().plus(TOMBSTONE_KEPT));
            // From here on nothing begins to name them. What named one before that is seen now.
            List<String> dead = unnamed(owner, strays);
            dead.forEach(bucket::delete);
            return dead.size();
        } catch (TooManyItemsException e) {
            LOG.atWarn().addKeyValue("owner", owner).log("too many rows may name these objects for them to be swept");
            return 0;
        } catch (UnreadableItemException e) {
            return 0; // the row may name any of the owner's objects, or say that they were moved
        }
    }

    private List<String> unnamed(O owner, List<String> objects) {
        Optional<Set<String>> named = names.namedBy(owner);
        return named.isEmpty()
                ? List.of()
                : objects.stream()
                        .filter(object -> !named.get().contains(object))
                        .toList();
    }

    @Override
    public void close() {
        closed = true;
        timer.shutdownNow();
        try {
            if (!timer.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("the sweep did not stop in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
