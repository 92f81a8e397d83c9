package dev.trestle.search;

import dev.trestle.model.Table;
import dev.trestle.platform.events.Change;
import dev.trestle.platform.events.ConsumerLease;
import dev.trestle.platform.events.RecordsGoneException;
import dev.trestle.platform.events.StreamTail;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.FSDirectory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Keeps an index up to date, on one thread: takes the lease, follows the streams, commits, rebuilds. */
final class IndexWriting {
    private static final Logger LOG = LoggerFactory.getLogger(IndexWriting.class);
    private static final long COMMIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Streams forget after a day: the position must not grow old though nothing changes. */
    private static final long COMMIT_QUIET_NANOS = TimeUnit.MINUTES.toNanos(10);

    private static final int LEASE_EVERY = 500;
    private static final Duration BACKOFF_MAX = Duration.ofMinutes(1);

    private final IndexDefinition definition;
    private final IndexFiles files;
    private final SearchIndex.Source source;
    private final Entries entries;
    private final Semaphore stop = new Semaphore(0);
    private volatile boolean isStopped;
    private volatile boolean isRebuildWanted;
    private volatile boolean isCheckWanted;
    private volatile boolean isBuilding = true;
    private volatile boolean isReading;
    private volatile long count;
    private volatile @Nullable SearcherManager searchers;

    // What follows is the thread's alone.
    private @Nullable ConsumerLease lease;
    private @Nullable StreamTail tail;
    private @Nullable Generation generation;
    private @Nullable Path read;
    private final ArrayDeque<Change> pending = new ArrayDeque<>();
    private boolean isDirty;
    private long committedAt;
    private String committed = "";

    IndexWriting(IndexDefinition definition, Path directory, SearchIndex.Source source) {
        this.definition = definition;
        this.files = new IndexFiles(directory.toAbsolutePath().normalize());
        this.source = source;
        this.entries = new Entries(definition);
    }

    @Nullable
    SearcherManager searchers() {
        return searchers;
    }

    void rebuild() {
        isRebuildWanted = true;
    }

    void checkFiles() {
        isCheckWanted = true;
    }

    void stop() {
        isStopped = true;
        stop.release();
    }

    SearchIndex.State state() {
        SearchIndex.Phase phase = isReading
                ? SearchIndex.Phase.READING
                : isBuilding ? SearchIndex.Phase.BUILDING : SearchIndex.Phase.FOLLOWING;
        return new SearchIndex.State(phase, searchers != null, count, entries.skipped());
    }

    void run() {
        Duration wait = Duration.ZERO;
        Duration backoff = source.interval();
        while (!isStopped(wait)) {
            try {
                wait = step() ? Duration.ZERO : source.interval();
                backoff = source.interval();
            } catch (RecordsGoneException e) {
                LOG.warn("changes were missed: the index {} is rebuilt", definition.name());
                isRebuildWanted = true;
            } catch (IOException | AlreadyClosedException e) {
                LOG.warn("the index {} could not be written; its files are checked", definition.name(), e);
                closeGeneration();
                backoff = doubled(backoff);
                wait = backoff;
            } catch (RuntimeException e) {
                LOG.warn("the index {} could not follow its tables; it is tried again", definition.name(), e);
                backoff = doubled(backoff);
                wait = backoff;
            }
        }
        end();
    }

    private static Duration doubled(Duration backoff) {
        Duration twice = backoff.multipliedBy(2);
        return twice.compareTo(BACKOFF_MAX) < 0 ? twice : BACKOFF_MAX;
    }

    private boolean isStopped(Duration within) {
        try {
            return isStopped || stop.tryAcquire(within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Does what there is to do now; whether there is more. */
    private boolean step() throws IOException {
        if (isCheckWanted) {
            isCheckWanted = false;
            closeGeneration();
        }
        if (!mayWrite()) {
            closeGeneration();
            readOnly();
            return false;
        }
        isReading = false;
        if (generation == null) {
            openGeneration();
        }
        if (isRebuildWanted) {
            build();
        }
        Generation open = Objects.requireNonNull(generation);
        StreamTail following = Objects.requireNonNull(tail);
        following.poll(pending::add);
        boolean hasMore = !pending.isEmpty();
        while (!pending.isEmpty()) {
            entries.apply(open, following, pending.peek());
            pending.remove();
            isDirty = true;
        }
        entries.finish(open);
        if (hasMore) {
            open.refresh();
            count = open.entries();
        }
        commitIfDue(open, following);
        return hasMore;
    }

    private boolean mayWrite() throws IOException {
        ConsumerLease known = lease;
        if (known == null) {
            known = new ConsumerLease(
                    source.store(),
                    source.lease(),
                    "search-" + definition.name() + "-" + files.id(),
                    source.deployment().clock());
            known.read();
            lease = known;
        }
        return known.acquire("");
    }

    /** Another process writes: searches what it has committed. */
    private void readOnly() throws IOException {
        isReading = true;
        ConsumerLease known = Objects.requireNonNull(lease);
        known.read();
        Path current = files.current();
        if (current == null) {
            return;
        }
        if (!current.equals(read) || searchers == null) {
            show(new SearcherManager(FSDirectory.open(current), null));
            read = current;
        } else {
            Objects.requireNonNull(searchers).maybeRefresh();
        }
    }

    /** Opens what is there, or builds what is not. */
    private void openGeneration() throws IOException {
        StreamTail next = new StreamTail(source.deployment(), source.streams(), source.store(), definition.tables());
        tail = next;
        pending.clear();
        Path current = files.current();
        String position = current == null ? null : checked(current);
        if (current == null || position == null || !next.resume(position)) {
            build();
            return;
        }
        Generation opened = Generation.append(current);
        generation = opened;
        committed(position);
        count = opened.entries();
        show(opened.searchers());
        isBuilding = false;
        files.removeOthers();
    }

    private @Nullable String checked(Path current) {
        try {
            String position = Generation.check(current, definition);
            if (position == null) {
                LOG.info("the index {} is of another version: it is rebuilt", definition.name());
            }
            return position;
        } catch (IOException | RuntimeException e) {
            LOG.warn("the index {} is damaged: it is rebuilt", definition.name(), e);
            return null;
        }
    }

    /** Makes a generation of everything in the tables. Changes meanwhile are read from the streams behind it. */
    private void build() throws IOException {
        isBuilding = true;
        Instant began = source.deployment().clock().instant();
        StreamTail next = new StreamTail(source.deployment(), source.streams(), source.store(), definition.tables());
        next.beginNow();
        Path path = files.begin();
        Generation built = Generation.create(path);
        try {
            for (Table table : definition.tables()) {
                scan(built, next, table);
            }
            String position = next.position();
            built.commit(definition, position);
            built.refresh();
            files.switchTo(path);
            committed(position);
        } catch (IOException | RuntimeException e) {
            built.close();
            throw e;
        }
        closeGeneration();
        generation = built;
        tail = next;
        pending.clear();
        isDirty = false;
        count = built.entries();
        show(built.searchers());
        isRebuildWanted = false;
        isBuilding = false;
        files.removeOthers();
        LOG.info("the index {} was built: {} entries since {}", definition.name(), count, began);
    }

    private void scan(Generation built, StreamTail next, Table table) throws IOException {
        String name = source.deployment().names().apply(table);
        long seen = 0;
        for (Map<String, AttributeValue> item : source.deployment()
                .client()
                .scanPaginator(request -> request.tableName(name).consistentRead(true))
                .items()) {
            if (seen++ % LEASE_EVERY == 0) {
                if (isStopped) {
                    throw new IOException("A build was stopped; the next start begins it again.");
                }
                if (!mayWrite()) {
                    throw new IOException("Another process has taken over the index.");
                }
                count = built.entries();
            }
            entries.put(built, next, table, item);
        }
    }

    private void show(SearcherManager next) {
        SearcherManager last = searchers;
        searchers = next;
        if (last != null && last != next) {
            closeQuietly(last);
        }
    }

    private void commitIfDue(Generation open, StreamTail following) throws IOException {
        long since = System.nanoTime() - committedAt;
        if (isDirty && since >= COMMIT_NANOS || since >= COMMIT_QUIET_NANOS) {
            commit(open, following);
        }
    }

    private void commit(Generation open, StreamTail following) throws IOException {
        String position = following.position();
        if (!isDirty && position.equals(committed)) {
            committedAt = System.nanoTime();
            return;
        }
        open.commit(definition, position);
        committed(position);
    }

    private void committed(String position) {
        committed = position;
        committedAt = System.nanoTime();
        isDirty = false;
    }

    /** What was not committed is read from the streams again. */
    private void closeGeneration() {
        Generation open = generation;
        generation = null;
        if (open != null) {
            if (searchers == open.searchers()) {
                searchers = null;
            }
            open.close();
        }
    }

    private static void closeQuietly(SearcherManager manager) {
        try {
            manager.close();
        } catch (IOException e) {
            throw new UncheckedIOException("An index could not be closed.", e);
        }
    }

    private void end() {
        Generation open = generation;
        StreamTail following = tail;
        try {
            if (open != null && following != null && pending.isEmpty()) {
                commit(open, following);
            }
            closeGeneration();
            SearcherManager last = searchers;
            searchers = null;
            if (last != null) {
                closeQuietly(last);
            }
            if (lease != null) {
                lease.release();
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("the index {} could not be closed; its last changes are read again", definition.name(), e);
        }
    }
}
