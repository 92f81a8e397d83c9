package dev.trestle.engine.store;

import dev.trestle.engine.api.DiskSpace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ordered bytes on disk: point reads, cursors, snapshots and atomic synced batches. The only class, with its {@link RocksHandles},
 * that touches native memory; every operation holds the {@link Lease}, so that closing under load is safe.
 *
 * <p><b>After a failed write</b> RocksDB accepts no more until it is opened anew, and its log may or may not hold the batch that
 * failed. {@link #reopen} waits for a disk that takes writes again, and until then reads go on. If the database can then not be opened
 * for writing, it is opened for reading.
 */
public final class Store implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Store.class);
    /** Beyond what the log holds, which opening writes into tables. */
    private static final int REOPEN_BYTES = 1024 * 1024;

    private final StoreOptions options;
    private final @Nullable DataDirectory directory;
    private final @Nullable LogNote note;
    private final @Nullable DiskWatch disk; // null if there is none to write to
    private final Lease lease = new Lease();
    private final Set<LongSnapshot> longSnapshots = ConcurrentHashMap.newKeySet();
    private final @Nullable IndexDelay delay; // null if indexes do not lag
    private @Nullable RocksHandles rocks; // null if it could be opened for nothing
    private boolean broken; // touched by the committer only, until it has ended

    private Store(StoreOptions options, @Nullable DataDirectory directory, @Nullable LogNote note, RocksHandles rocks) {
        this.options = options;
        this.directory = directory;
        this.note = note;
        this.rocks = rocks;
        this.disk = directory == null
                ? null
                : new DiskWatch(directory, options.freeSpaceLowBytes(), options.freeSpaceFloorBytes());
        this.delay = options.indexDelay().isZero() ? null : new IndexDelay(options.indexDelay());
        if (delay != null) {
            delay.start(rocks, this::advanceIndexes);
        }
    }

    public static Store open(StoreOptions options) {
        Path path = options.path();
        if (path == null) {
            return new Store(options, null, null, RocksHandles.openInMemory(options));
        }
        DataDirectory directory = DataDirectory.open(path);
        try {
            LogNote note = new LogNote(path, directory.rocksPath());
            if (!directory.isFresh()) {
                note.check();
                FormatUpgrade.run(directory);
            }
            return open(options, directory, note);
        } catch (RuntimeException | Error e) {
            directory.close();
            throw e;
        }
    }

    private static Store open(StoreOptions options, DataDirectory directory, LogNote note) {
        RocksHandles rocks = RocksHandles.open(options, directory.rocksPath(), directory.isFresh());
        try {
            note.update();
            if (directory.isFresh()) {
                directory.mark(DataDirectory.FORMAT);
            }
            return new Store(options, directory, note, rocks);
        } catch (IOException e) {
            rocks.close();
            throw new StoreException("cannot write to the data directory " + directory.path() + ": " + e, e);
        } catch (RuntimeException | Error e) {
            rocks.close();
            throw e;
        }
    }

    /** Opens a copy that {@link #backup} made, for reading, and leaves it as it is. */
    public static Store openCopy(Path copy, long blockCacheBytes) {
        StoreCopy.checkCurrent(copy);
        StoreOptions options = new StoreOptions(copy, blockCacheBytes, 0, 0, 0, Duration.ZERO);
        Store store = new Store(options, null, null, RocksHandles.openReadOnly(options, DataDirectory.rocksPath(copy)));
        store.broken = true; // takes no writes, so there is nothing to flush when it closes
        return store;
    }

    /** Removes a copy that {@link #backup} made, or was about to; nothing happens if there is none. */
    public static void removeCopy(Path copy) {
        StoreCopy.remove(copy);
    }

    private RocksHandles rocks() {
        RocksHandles open = rocks;
        if (open == null) {
            throw notOpen();
        }
        return open;
    }

    private StoreException notOpen() {
        return new StoreException(
                "the store" + place() + " could not be opened again after a failed write; see the log for the reason",
                null);
    }

    public byte @Nullable [] get(Family family, byte[] key) {
        int ticket = lease.enter();
        try {
            return rocks().get(family, key);
        } catch (RocksDBException e) {
            throw failed("read", e);
        } finally {
            lease.exit(ticket);
        }
    }

    /** What {@link #get} would give, if that is in memory; else null, also if there is nothing. Never waits. */
    public byte @Nullable [] getFromMemory(Family family, byte[] key) {
        int ticket = lease.tryEnter();
        if (ticket == Lease.NOT_NOW) {
            return null;
        }
        try {
            RocksHandles open = rocks;
            return open == null ? null : open.getFromMemory(family, key);
        } finally {
            lease.exit(ticket);
        }
    }

    /**
     * As {@link #cursor}, but one that never waits: where the disk would have to be asked it is cut short. Null if there is none to be
     * had now. {@code lagging} tells that indexes that lag may be meant.
     */
    public @Nullable Cursor memoryCursor(Family family, byte[] from, byte[] to, boolean forward, boolean lagging) {
        int ticket = lagging && delay != null ? Lease.NOT_NOW : lease.tryEnter();
        if (ticket == Lease.NOT_NOW) {
            return null;
        }
        try {
            return rocks().memoryCursor(family, from, to, forward, () -> lease.exit(ticket));
        } catch (RuntimeException | Error e) {
            lease.exit(ticket);
            throw e;
        }
    }

    /** A cursor over {@code from} (inclusive) to {@code to} (exclusive), forwards or backwards. */
    public Cursor cursor(Family family, byte[] from, byte[] to, boolean forward) {
        int ticket = lease.enter();
        try {
            return rocks().cursor(family, from, to, forward, null, () -> lease.exit(ticket));
        } catch (RuntimeException | Error e) {
            lease.exit(ticket);
            throw e;
        }
    }

    /** As {@link #cursor}, over the entries of a global index: as they are, or as they were a while ago if indexes are to lag. */
    public Cursor globalIndexCursor(byte[] from, byte[] to, boolean forward) {
        return delay == null ? cursor(Family.INDEX, from, to, forward) : delayedCursor(delay, from, to, forward);
    }

    private Cursor delayedCursor(IndexDelay indexes, byte[] from, byte[] to, boolean forward) {
        int ticket = lease.enter();
        IndexDelay.Moment moment = indexes.enter();
        try {
            if (moment == null) {
                throw notOpen();
            }
            return moment.cursor(from, to, forward, () -> {
                indexes.leave(moment);
                lease.exit(ticket);
            });
        } catch (RuntimeException | Error e) {
            if (moment != null) {
                indexes.leave(moment);
            }
            lease.exit(ticket);
            throw e;
        }
    }

    /** Lets lagging indexes show a later moment. */
    void advanceIndexes() {
        int ticket = lease.enter();
        try {
            RocksHandles open = rocks;
            if (delay != null && open != null) {
                delay.advance(open);
            }
        } finally {
            lease.exit(ticket);
        }
    }

    /** A view of the store as it is now, for several reads that must agree. */
    public Snapshot snapshot() {
        return snapshot(RocksHandles::snapshot);
    }

    /** As {@link #snapshot}, with counts that are those of its entries. */
    public Snapshot countedSnapshot() {
        return snapshot(RocksHandles::countedSnapshot);
    }

    private Snapshot snapshot(Function<RocksHandles, org.rocksdb.Snapshot> take) {
        int ticket = lease.enter();
        try {
            RocksHandles open = rocks();
            return new Snapshot(open, take.apply(open), () -> lease.exit(ticket));
        } catch (RuntimeException | Error e) {
            lease.exit(ticket);
            throw e;
        }
    }

    /** As {@link #countedSnapshot}, for work that takes long and writes meanwhile. */
    public LongSnapshot longSnapshot() {
        int ticket = lease.enter();
        try {
            return new LongSnapshot(lease, rocks(), longSnapshots);
        } finally {
            lease.exit(ticket);
        }
    }

    /** Within the exclusive lease, before the handles are freed. */
    private void releaseLongSnapshots() {
        longSnapshots.forEach(LongSnapshot::release);
        longSnapshots.clear();
    }

    /** Writes all or nothing, and returns when it is on disk; {@code counts} are what the batches make of them. For the committer only. */
    void write(List<List<Mutation>> batches, Map<Integer, Counters.Count> counts) {
        int ticket = lease.enter();
        try {
            broken = true;
            rocks().write(batches, counts);
            if (note != null) {
                note.update();
            }
            broken = false;
        } catch (RocksDBException e) {
            StoreException failed = failed("write", e);
            throw disk == null ? failed : disk.failed(failed);
        } catch (IOException e) {
            throw Objects.requireNonNull(disk).failed(disk.notWritable(REOPEN_BYTES, e));
        } finally {
            lease.exit(ticket);
        }
    }

    /** How much room the disk had when it was last looked at. */
    public DiskSpace diskSpace() {
        return disk == null ? DiskSpace.IN_MEMORY : disk.space();
    }

    boolean isInMemory() {
        return options.path() == null;
    }

    /** Whether the last write failed, so that {@link #reopen} has to come before the next. */
    boolean isBroken() {
        return broken;
    }

    /** Throws if the disk has too little room for any write. */
    void checkFreeSpace() {
        if (disk != null && disk.look().usableBytes() < disk.reserveBytes()) {
            throw disk.full(disk.reserveBytes(), null);
        }
    }

    /** Makes a store whose last write failed take writes again; that write may be there afterwards. Called by the committer only. */
    void reopen() {
        DataDirectory home = directory;
        LogNote logs = note;
        DiskWatch watch = disk;
        if (home == null || logs == null || watch == null) {
            throw new StoreException("an in-memory store cannot be opened again", null);
        }
        checkWritable(home, watch);
        broken = true;
        lease.exclusively(false, () -> replace(home));
        try {
            logs.update();
        } catch (IOException e) {
            throw watch.notWritable(REOPEN_BYTES, e);
        }
        broken = false;
        watch.recovered();
        LOG.info("the store in {} was opened again after a failed write", home.path());
    }

    /** As long as the disk takes no writes, the database that is open, and can be read, is left alone. */
    private static void checkWritable(DataDirectory home, DiskWatch watch) {
        long needed = watch.reserveBytes();
        try {
            needed = Math.max(needed, home.logBytes() + REOPEN_BYTES);
            if (home.usableBytes() < needed) {
                throw watch.full(needed, null);
            }
            home.probe(REOPEN_BYTES);
        } catch (IOException e) {
            throw watch.notWritable(needed, e);
        }
    }

    /** Within the exclusive lease. */
    private void replace(DataDirectory home) {
        RocksHandles old = rocks;
        rocks = null;
        releaseLongSnapshots();
        if (delay != null) {
            delay.forget();
        }
        if (old != null) {
            old.close();
        }
        try {
            use(RocksHandles.open(options, home.rocksPath(), false));
        } catch (StoreException e) {
            try {
                use(RocksHandles.openReadOnly(options, home.rocksPath()));
            } catch (StoreException unreadable) {
                LOG.error("the store in {} can be opened neither for writing nor for reading", home.path(), unreadable);
                e.addSuppressed(unreadable);
            }
            throw e;
        }
    }

    private void use(RocksHandles opened) {
        rocks = opened;
        if (delay != null) {
            delay.restart(opened);
        }
    }

    /** Frees the disk space of a range of keys that nothing refers to any more. */
    public void reclaim(Family family, byte[] from, byte[] to) {
        use("reclaim space in", open -> open.deleteFiles(family, from, to));
    }

    /** Clears away the marks of deleted entries where walks stepped over many: see {@link Remains}. Called by one thread at a time. */
    public void clearRemains() {
        use("put in order", RocksHandles::clearRemains);
    }

    /** To be called before the thread that clears is waited for: it may be in the middle of much. */
    public void stopClearing() {
        int ticket = lease.enter();
        try {
            RocksHandles open = rocks;
            if (open != null) {
                open.stopClearing();
            }
        } finally {
            lease.exit(ticket);
        }
    }

    /**
     * Makes a complete copy in a directory that does not exist yet, while reads and writes go on: it holds every write acknowledged
     * before the call, and of those under way some prefix, in the order in which they were written.
     */
    public void backup(Path target) {
        int ticket = lease.enter();
        try {
            if (directory == null) {
                throw new StoreException("a store in memory cannot be backed up to a directory", null);
            }
            RocksHandles open = rocks();
            StoreCopy.make(target, DataDirectory.FORMAT, rocksPath -> {
                try {
                    open.checkpoint(rocksPath);
                } catch (RocksDBException e) {
                    throw failed("back up", e);
                }
            });
        } finally {
            lease.exit(ticket);
        }
    }

    /** Makes a store, in a directory that does not exist yet, of what {@link #backup} made. */
    public static void restore(Path backup, Path target) {
        StoreCopy.restore(backup, target);
    }

    /** How much of what was written RocksDB has yet to put in order in the background; an estimate. */
    public long pendingCompactionBytes() {
        return ask(RocksHandles::pendingCompactionBytes);
    }

    /** About how many bytes the entries from {@code from} (inclusive) to {@code to} (exclusive) take in the store's files and buffers. */
    public long approximateBytes(Family family, byte[] from, byte[] to) {
        return ask(open -> open.approximateBytes(family, from, to));
    }

    /** How many snapshots hold old states of entries back from being removed. */
    long snapshots() {
        return ask(RocksHandles::snapshots);
    }

    /** Checks the checksums of every file. */
    public void verifyChecksums() {
        use("verify", RocksHandles::verifyChecksums);
    }

    /** Waits for operations under way, then frees everything. Later calls fail with a clear message. */
    @Override
    public void close() {
        if (disk != null) {
            disk.close();
        }
        lease.exclusively(true, () -> {
            try (DataDirectory home = directory) {
                RocksHandles open = rocks;
                rocks = null;
                releaseLongSnapshots();
                if (delay != null) {
                    delay.stop();
                }
                if (open != null && !broken && !isInMemory()) {
                    flush(open);
                }
                if (open != null) {
                    open.close();
                }
                if (note != null && open != null && !broken) {
                    note.closed();
                }
            } catch (IOException | StoreException e) {
                LOG.warn("the store{} was closed, but: {}", place(), e.toString());
            }
        });
    }

    /** Saves the next opening the reading of the log. Without it nothing is lost, so a full disk does not keep the store open. */
    private void flush(RocksHandles open) {
        try {
            open.flush();
        } catch (RocksDBException e) {
            LOG.info("the store{} was closed without emptying its log: {}", place(), e.getMessage());
        }
    }

    private interface Use {
        void of(RocksHandles open) throws RocksDBException;
    }

    private void use(String what, Use use) {
        int ticket = lease.enter();
        try {
            use.of(rocks());
        } catch (RocksDBException e) {
            throw failed(what, e);
        } finally {
            lease.exit(ticket);
        }
    }

    private interface Question {
        long of(RocksHandles open) throws RocksDBException;
    }

    private long ask(Question question) {
        long[] answer = new long[1];
        use("ask", open -> answer[0] = question.of(open));
        return answer[0];
    }

    private StoreException failed(String what, RocksDBException e) {
        if (disk != null && RocksHandles.isDiskFull(e)) {
            return disk.full(Math.max(disk.reserveBytes(), REOPEN_BYTES), e);
        }
        return new StoreException("could not " + what + " the store" + place() + ": " + e.getMessage(), e);
    }

    private String place() {
        return directory == null ? " in memory" : " in " + directory.path();
    }
}
