package dev.trestle.engine.store;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ordered bytes on disk: point reads, cursors, snapshots and atomic synced batches. The only class, with its {@link RocksHandles},
 * that touches native memory; every operation holds the {@link Lease}, so that closing under load is safe.
 */
public final class Store implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Store.class);
    private static final long LOG_CHECK_BYTES = 1024 * 1024;

    private final StoreOptions options;
    private final @Nullable DataDirectory directory;
    private final Lease lease = new Lease();
    private RocksHandles rocks;
    private long bytesSinceLogCheck;

    private Store(StoreOptions options, @Nullable DataDirectory directory, RocksHandles rocks) {
        this.options = options;
        this.directory = directory;
        this.rocks = rocks;
    }

    public static Store open(StoreOptions options) {
        Path path = options.path();
        if (path == null) {
            return new Store(options, null, RocksHandles.openInMemory(options));
        }
        DataDirectory directory = DataDirectory.open(path);
        try {
            RocksHandles rocks = RocksHandles.open(options, directory.rocksPath(), directory.isFresh());
            directory.noteNewestLog();
            if (directory.isFresh()) {
                directory.markCreated();
            }
            return new Store(options, directory, rocks);
        } catch (RuntimeException | Error e) {
            directory.close();
            throw e;
        }
    }

    public byte @Nullable [] get(Family family, byte[] key) {
        int ticket = lease.enter();
        try {
            return rocks.get(family, key);
        } catch (RocksDBException e) {
            throw damaged("read", e);
        } finally {
            lease.exit(ticket);
        }
    }

    /** A cursor over {@code from} (inclusive) to {@code to} (exclusive), forwards or backwards. */
    public Cursor cursor(Family family, byte[] from, byte[] to, boolean forward) {
        int ticket = lease.enter();
        try {
            return rocks.cursor(family, from, to, forward, null, () -> lease.exit(ticket));
        } catch (RuntimeException | Error e) {
            lease.exit(ticket);
            throw e;
        }
    }

    /** A view of the store as it is now, for several reads that must agree. */
    public Snapshot snapshot() {
        int ticket = lease.enter();
        try {
            return new Snapshot(rocks, () -> lease.exit(ticket));
        } catch (RuntimeException | Error e) {
            lease.exit(ticket);
            throw e;
        }
    }

    /** Writes all or nothing, and returns when it is on disk. Called by the committer only. */
    void write(Iterable<List<Mutation>> batches, long bytes) {
        int ticket = lease.enter();
        try {
            rocks.write(batches);
            bytesSinceLogCheck += bytes;
            if (directory != null && bytesSinceLogCheck >= LOG_CHECK_BYTES) {
                bytesSinceLogCheck = 0;
                directory.noteNewestLog();
            }
        } catch (RocksDBException e) {
            throw damaged("write", e);
        } finally {
            lease.exit(ticket);
        }
    }

    /** Throws if the disk has less room than the floor. */
    void checkFreeSpace() {
        if (directory == null) {
            return;
        }
        long usable = directory.usableBytes();
        if (usable < options.freeSpaceFloorBytes()) {
            throw new StoreException(
                    "the disk under " + directory.path() + " is full: " + usable / 1024 + " KiB are free, writes need "
                            + options.freeSpaceFloorBytes() / 1024
                            + " KiB. Reads go on; writes will be accepted again when there is room",
                    null);
        }
    }

    /** Replaces handles whose last write failed: RocksDB refuses all further writes after one, until it is opened anew. */
    void reopen() {
        DataDirectory home = directory;
        if (home == null) {
            throw new StoreException("an in-memory store cannot be opened again", null);
        }
        lease.exclusively(false, () -> {
            rocks.close();
            rocks = RocksHandles.open(options, home.rocksPath(), false);
            LOG.info("the store in {} was opened again after a failed write", home.path());
        });
    }

    /** Frees the disk space of a range of keys that nothing refers to any more. */
    public void reclaim(Family family, byte[] from, byte[] to) {
        int ticket = lease.enter();
        try {
            rocks.deleteFiles(family, from, to);
        } catch (RocksDBException e) {
            throw damaged("reclaim space in", e);
        } finally {
            lease.exit(ticket);
        }
    }

    /** Checks the checksums of every file. */
    public void verifyChecksums() {
        int ticket = lease.enter();
        try {
            rocks.verifyChecksums();
        } catch (RocksDBException e) {
            throw damaged("verify", e);
        } finally {
            lease.exit(ticket);
        }
    }

    /** Waits for operations under way, then frees everything. Later calls fail with a clear message. */
    @Override
    public void close() {
        lease.exclusively(true, () -> {
            rocks.close();
            if (directory != null) {
                directory.close();
            }
        });
    }

    private StoreException damaged(String what, RocksDBException e) {
        return new StoreException(
                "could not " + what + " the store" + (directory == null ? "" : " in " + directory.path()) + ": "
                        + e.getMessage(),
                e);
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
}
