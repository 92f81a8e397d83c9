package dev.trestle.systems.docstore.upkeep;

import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.TooManyItemsException;
import dev.trestle.systems.docstore.content.Contents;
import dev.trestle.systems.docstore.model.ObjectTombstone;
import dev.trestle.systems.docstore.model.SupportTable;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Removes objects that no row names: what a crash left between an object and its transaction, or between a transaction and the end of
 * what it pruned.
 *
 * <p>An object becomes a row's in two ways: a transaction names it for the first time (a save, a new document, a picture), or moves its
 * name (a delete, a restore). The first is held off by an {@link ObjectTombstone}, which is written before the second look; the look
 * itself misses no move, see {@link NamedObjects}. So whatever others do meanwhile, what is deleted is nobody's and stays so. Only old
 * objects are looked at, so that a save that takes its usual time meets no tombstone.
 */
public final class Sweep implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);
    private static final Duration AGE = Duration.ofHours(1);
    private static final Duration FIRST = Duration.ofMinutes(5);
    private static final Duration EVERY = Duration.ofHours(6);
    private static final int PAGE = 500;
    private static final Duration TOMBSTONE_KEPT = Duration.ofDays(30);
    private static final int STOP_SECONDS = 10;

    private final ItemStore store;
    private final NamedObjects names;
    private final Contents contents;
    private final Clock clock;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "docstore-sweep");
        thread.setDaemon(true);
        return thread;
    });
    private volatile boolean closed;

    public Sweep(ItemStore store, Contents contents, Clock clock) {
        this.store = store;
        this.names = new NamedObjects(store);
        this.contents = contents;
        this.clock = clock;
    }

    public Sweep start() {
        ScheduledFuture<?> unused =
                timer.scheduleWithFixedDelay(this::runQuietly, FIRST.toSeconds(), EVERY.toSeconds(), TimeUnit.SECONDS);
        return this;
    }

    private void runQuietly() {
        try {
            int removed = run();
            if (removed > 0) {
                LOG.atInfo().addKeyValue("objects", removed).log("objects that no document names were removed");
            }
        } catch (RuntimeException e) {
            LOG.warn("the sweep could not be finished; it is begun again later", e);
        }
    }

    /** Goes through all objects once. Returns how many were removed. */
    public int run() {
        Instant before = clock.instant().minus(AGE);
        int removed = 0;
        @Nullable String after = null;
        ListObjectsV2Response page;
        do {
            page = contents.list(after, PAGE);
            Map<Owner, List<String>> old = new LinkedHashMap<>();
            for (S3Object object : page.contents()) {
                after = object.key();
                Owner owner = Owner.of(object.key());
                if (owner != null && object.lastModified().isBefore(before)) {
                    old.computeIfAbsent(owner, each -> new ArrayList<>()).add(object.key());
                }
            }
            for (Map.Entry<Owner, List<String>> each : old.entrySet()) {
                removed += removeStrays(each.getKey(), each.getValue());
            }
        } while (Boolean.TRUE.equals(page.isTruncated()) && !closed);
        return removed;
    }

    /** A document, or what may have been one. */
    private record Owner(String tenant, String id) {
        /** Null for what does not look like ours, which is left alone. */
        static @Nullable Owner of(String key) {
            String[] parts = key.substring(Contents.PREFIX.length()).split("/", -1);
            boolean isOurs = parts.length == 3 && key.indexOf('#') < 0 && !parts[0].isEmpty() && !parts[1].isEmpty();
            return isOurs ? new Owner(parts[0], parts[1]) : null;
        }
    }

    private int removeStrays(Owner owner, List<String> objects) {
        try {
            List<String> strays = unnamed(owner, objects);
            if (strays.isEmpty()) {
                return 0;
            }
            Instant expiry = clock.instant().plus(TOMBSTONE_KEPT);
            store.within(owner.tenant())
                    .putAll(
                            SupportTable.OBJECT_TOMBSTONE,
                            strays.stream()
                                    .map(path -> new ObjectTombstone(owner.id(), path, expiry))
                                    .toList());
            // From here on nothing begins to name them. What named one before that is seen now.
            List<String> dead = unnamed(owner, strays);
            dead.forEach(contents::delete);
            return dead.size();
        } catch (TooManyItemsException e) {
            LOG.atWarn()
                    .addKeyValue("tenant", owner.tenant())
                    .addKeyValue("document", owner.id())
                    .log("a document has too many rows to be swept");
            return 0;
        } catch (UnreadableItemException e) {
            return 0; // the row may name any of the document's objects, or say that they were moved
        }
    }

    private List<String> unnamed(Owner owner, List<String> objects) {
        Optional<Set<String>> named = names.of(owner.tenant(), owner.id());
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
