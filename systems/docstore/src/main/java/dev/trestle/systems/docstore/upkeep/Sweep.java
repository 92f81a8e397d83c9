package dev.trestle.systems.docstore.upkeep;

import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.docstore.content.Contents;
import dev.trestle.systems.docstore.model.DeletedVersion;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.Picture;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.systems.docstore.model.Version;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Removes objects that no row names: what a crash left between an object and its transaction, or between a transaction and the end of
 * what it pruned. An object is looked at only when it is older than any save can take, so that one under way is never taken for left.
 */
public final class Sweep implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);
    private static final Duration AGE = Duration.ofHours(1);
    private static final Duration FIRST = Duration.ofMinutes(5);
    private static final Duration EVERY = Duration.ofHours(6);
    private static final int PAGE = 500;
    private static final int ROWS_MAX = 1000;
    private static final int STOP_SECONDS = 10;

    private final ItemStore store;
    private final Contents contents;
    private final Clock clock;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "docstore-sweep");
        thread.setDaemon(true);
        return thread;
    });
    private volatile boolean closed;

    public Sweep(ItemStore store, Contents contents, Clock clock) {
        this.store = store.consistent().complete();
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
        Owner known = new Owner("", Set.of());
        List<S3Object> page;
        do {
            page = contents.list(after, PAGE).contents();
            for (S3Object object : page) {
                after = object.key();
                if (object.lastModified().isBefore(before)) {
                    known = known.owns(object.key()) ? known : owner(object.key());
                    if (known.isStrayed(object.key())) {
                        contents.delete(object.key());
                        removed++;
                    }
                }
            }
        } while (page.size() == PAGE && !closed);
        return removed;
    }

    /** A document, or what may have been one, and the objects that its rows name. */
    private record Owner(String prefix, Set<String> named) {
        boolean owns(String key) {
            return !prefix.isEmpty() && key.startsWith(prefix) && key.indexOf('/', prefix.length()) < 0;
        }

        /** What does not look like ours is left alone. */
        boolean isStrayed(String key) {
            return owns(key) && !named.contains(key);
        }
    }

    private Owner owner(String key) {
        String[] parts = key.substring(Contents.PREFIX.length()).split("/", -1);
        if (parts.length != 3 || key.indexOf('#') >= 0 || parts[0].isEmpty() || parts[1].isEmpty()) {
            return new Owner("", Set.of());
        }
        ItemStore tenant = store.within(parts[0]);
        String id = parts[1];
        Set<String> named = new HashSet<>();
        try {
            addNamed(tenant, id, named);
        } catch (UnreadableItemException e) {
            return new Owner("", Set.of()); // a row that cannot be read may name any of them
        }
        return new Owner(Contents.PREFIX + parts[0] + "/" + id + "/", named);
    }

    private static void addNamed(ItemStore tenant, String id, Set<String> named) {
        tenant.all(DocumentsTable.VERSIONS.of(id), ROWS_MAX).stream()
                .map(Version::path)
                .forEach(named::add);
        tenant.all(SupportTable.DELETIONS.of(id), ROWS_MAX).stream()
                .flatMap(deleted -> deleted.versions().stream())
                .map(DeletedVersion::path)
                .forEach(named::add);
        tenant.all(SupportTable.PICTURES.of(id), ROWS_MAX).stream()
                .map(Picture::path)
                .forEach(named::add);
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
