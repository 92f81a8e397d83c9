package dev.trestle.engine.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
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
    private final Lease lease = new Lease();
    private final Set<LongSnapshot> longSnapshots = ConcurrentHashMap.newKeySet();
    private @Nullable RocksHandles rocks; // null if it could be opened for nothing
    private boolean broken; // touched by the committer only, until it has ended

    private Store(StoreOptions options, @Nullable DataDirectory directory, @Nullable LogNote note, RocksHandles rocks) {
        this.options = options;
        this.directory = directory;
        this.note = note;
        this.rocks = rocks;
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
                directory.markCreated();
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

    private RocksHandles rocks() {
        RocksHandles open = rocks;
        if (open == null) {
            throw new StoreException(
                    "the store" + place()
                            + " could not be opened again after a failed write; see the log for the reason",
                    null);
        }
        return open;
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

    /** A view of the store as it is now, for several reads that must agree. */
    public Snapshot snapshot() {
        int ticket = lease.enter();
        try {
            return new Snapshot(rocks(), () -> lease.exit(ticket));
        } catch (RuntimeException | Error e) {
            lease.exit(ticket);
            throw e;
        }
    }

    /** As {@link #snapshot}, for work that takes long and writes meanwhile. */
    public LongSnapshot longSnapshot() {
        int ticket = lease.enter();
        try {
            LongSnapshot taken = new LongSnapshot(rocks());
            longSnapshots.add(taken);
            return taken;
        } finally {
            lease.exit(ticket);
        }
    }

    /** Within the exclusive lease, before the handles are freed. */
    private void releaseLongSnapshots() {
        longSnapshots.forEach(LongSnapshot::release);
        longSnapshots.clear();
    }

    /** Writes all or nothing, and returns when it is on disk. Called by the committer only. */
    void write(Iterable<List<Mutation>> batches) {
        int ticket = lease.enter();
        try {
            broken = true;
            rocks().write(batches);
            if (note != null) {
                note.update();
            }
            broken = false;
        } catch (RocksDBException e) {
            throw failed("write", e);
        } catch (IOException e) {
            throw notWritable(REOPEN_BYTES, e);
        } finally {
            lease.exit(ticket);
        }
    }

    /** Whether the last write failed, so that {@link #reopen} has to come before the next. */
    boolean isBroken() {
        return broken;
    }

    /** Throws if the disk has less room than the floor. */
    void checkFreeSpace() {
        if (directory != null && directory.usableBytes() < options.freeSpaceFloorBytes()) {
            throw diskFull(options.freeSpaceFloorBytes(), null);
        }
    }

    /** Makes a store whose last write failed take writes again; that write may be there afterwards. Called by the committer only. */
    void reopen() {
        DataDirectory home = directory;
        LogNote logs = note;
        if (home == null || logs == null) {
            throw new StoreException("an in-memory store cannot be opened again", null);
        }
        checkWritable(home);
        broken = true;
        lease.exclusively(false, () -> replace(home));
        try {
            logs.update();
        } catch (IOException e) {
            throw notWritable(REOPEN_BYTES, e);
        }
        broken = false;
        LOG.info("the store in {} was opened again after a failed write", home.path());
    }

    /** As long as the disk takes no writes, the database that is open, and can be read, is left alone. */
    private void checkWritable(DataDirectory home) {
        long needed = Math.max(options.freeSpaceFloorBytes(), 0);
        try {
            needed = Math.max(needed, logBytes(home.rocksPath()) + REOPEN_BYTES);
            if (home.usableBytes() < needed) {
                throw diskFull(needed, null);
            }
            home.probe(REOPEN_BYTES);
        } catch (IOException e) {
            throw notWritable(needed, e);
        }
    }

    private static long logBytes(Path rocksPath) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(rocksPath)) {
            for (Path log :
                    files.filter(file -> file.toString().endsWith(".log")).toList()) {
                bytes += Files.size(log);
            }
        }
        return bytes;
    }

    /** Within the exclusive lease. */
    private void replace(DataDirectory home) {
        RocksHandles old = rocks;
        rocks = null;
        releaseLongSnapshots();
        if (old != null) {
            old.close();
        }
        try {
            rocks = RocksHandles.open(options, home.rocksPath(), false);
        } catch (StoreException e) {
            try {
                rocks = RocksHandles.openReadOnly(options, home.rocksPath());
            } catch (StoreException unreadable) {
                LOG.error("the store in {} can be opened neither for writing nor for reading", home.path(), unreadable);
                e.addSuppressed(unreadable);
            }
            throw e;
        }
    }

    /** Frees the disk space of a range of keys that nothing refers to any more. */
    public void reclaim(Family family, byte[] from, byte[] to) {
        int ticket = lease.enter();
        try {
            rocks().deleteFiles(family, from, to);
        } catch (RocksDBException e) {
            throw failed("reclaim space in", e);
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
            StoreCopy.make(target, rocksPath -> {
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
        int ticket = lease.enter();
        try {
            return rocks().pendingCompactionBytes();
        } catch (RocksDBException e) {
            throw failed("ask", e);
        } finally {
            lease.exit(ticket);
        }
    }

    /** Checks the checksums of every file. */
    public void verifyChecksums() {
        int ticket = lease.enter();
        try {
            rocks().verifyChecksums();
        } catch (RocksDBException e) {
            throw failed("verify", e);
        } finally {
            lease.exit(ticket);
        }
    }

    /** Waits for operations under way, then frees everything. Later calls fail with a clear message. */
    @Override
    public void close() {
        lease.exclusively(true, () -> {
            try (DataDirectory home = directory) {
                RocksHandles open = rocks;
                rocks = null;
                releaseLongSnapshots();
                if (open != null && !broken) {
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

    private StoreException failed(String what, RocksDBException e) {
        if (directory != null && RocksHandles.isDiskFull(e)) {
            return diskFull(Math.max(options.freeSpaceFloorBytes(), REOPEN_BYTES), e);
        }
        return new StoreException("could not " + what + " the store" + place() + ": " + e.getMessage(), e);
    }

    private StoreException notWritable(long neededBytes, IOException e) {
        if (String.valueOf(e.getMessage()).contains("No space left")) {
            return diskFull(neededBytes, e);
        }
        return new StoreException(
                "the disk takes no writes: " + e
                        + ". Reads go on; writes will be accepted again when the disk takes them. The store is"
                        + place(),
                e);
    }

    private StoreException diskFull(long neededBytes, @Nullable Exception cause) {
        long usable = directory == null ? 0 : directory.usableBytes();
        return new StoreException(
                "the disk is full: " + usable / 1024 + " KiB are free, writes need " + neededBytes / 1024
                        + " KiB. Reads go on; writes will be accepted again when there is room. The store is" + place(),
                cause);
    }

    private String place() {
        return directory == null ? " in memory" : " in " + directory.path();
    }

    /** Several reads at one moment. Must be closed. */
    public static final class Snapshot implements AutoCloseable {
        private final RocksHandles rocks;
        private final org.rocksdb.Snapshot handle;
        private final Runnable onClose;

        private Snapshot(RocksHandles rocks, Runnable onClose) {
            this.rocks = rocks;
            this.handle = rocks.snapshot();
            this.onClose = onClose;
        }

        public byte @Nullable [] get(Family family, byte[] key) {
            try {
                return rocks.get(family, key, handle);
            } catch (RocksDBException e) {
                throw new StoreException("could not read the store: " + e.getMessage(), e);
            }
        }

        public Cursor cursor(Family family, byte[] from, byte[] to, boolean forward) {
            return rocks.cursor(family, from, to, forward, handle, () -> {});
        }

        @Override
        public void close() {
            rocks.release(handle);
            onClose.run();
        }
    }

    /**
     * A moment of the store that holds the lease only while it is read, so that its owner may wait for writes in between. It is lost
     * when the store is opened anew after a failed write. As long as it is open, RocksDB keeps every value that it can see. Must be
     * closed; belongs to one thread at a time.
     */
    public final class LongSnapshot implements AutoCloseable {
        private final RocksHandles handles;
        private final org.rocksdb.Snapshot handle;
        private volatile boolean released;

        private LongSnapshot(RocksHandles handles) {
            this.handles = handles;
            this.handle = handles.snapshot();
        }

        /** Whether reads fail from now on. */
        public boolean isLost() {
            return released;
        }

        public byte @Nullable [] get(Family family, byte[] key) {
            int ticket = lease.enter();
            try {
                checkNotLost();
                return handles.get(family, key, handle);
            } catch (RocksDBException e) {
                throw failed("read", e);
            } finally {
                lease.exit(ticket);
            }
        }

        /** Visits entries in order until the visitor has had enough. It must neither read nor write the store itself. */
        public void walk(Family family, byte[] from, byte[] to, Predicate<Cursor> visitor) {
            int ticket = lease.enter();
            try {
                checkNotLost();
                try (Cursor cursor = handles.cursor(family, from, to, true, handle, () -> {})) {
                    while (cursor.next()) {
                        if (!visitor.test(cursor)) {
                            return;
                        }
                    }
                }
            } finally {
                lease.exit(ticket);
            }
        }

        private void checkNotLost() {
            if (released) {
                throw new StoreException("a snapshot was lost when the store was opened again", null);
            }
        }

        private synchronized void release() {
            if (!released) {
                released = true;
                handles.release(handle);
            }
        }

        @Override
        public void close() {
            if (released) {
                return;
            }
            int ticket = lease.enter();
            try {
                release();
                longSnapshots.remove(this);
            } finally {
                lease.exit(ticket);
            }
        }
    }
}
