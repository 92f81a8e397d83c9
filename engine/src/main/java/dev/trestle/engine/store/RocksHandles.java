package dev.trestle.engine.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.Env;
import org.rocksdb.FlushOptions;
import org.rocksdb.Holder;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Range;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksMemEnv;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;
import org.rocksdb.Status;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteBufferManager;
import org.rocksdb.WriteOptions;

/** One open RocksDB with everything native that belongs to it. The owner sees to it that nobody is inside when it closes. */
final class RocksHandles implements AutoCloseable {
    private static final int BLOOM_BITS_PER_KEY = 10;
    private static final double MEMTABLE_BLOOM_RATIO = 0.02;
    /** What was just flushed is read and written again soon: compressing it would be most of a flush's work, and for a short time. */
    private static final List<CompressionType> COMPRESSION =
            List.of(CompressionType.NO_COMPRESSION, CompressionType.LZ4_COMPRESSION);

    /**
     * In memory writes come faster than compaction follows, and memory would be full before long anyhow: reads that take a little longer
     * are better than writes that stand still for seconds.
     */
    private static final int SLOWED_FROM_FILES = 200;

    private static final int STOPPED_FROM_FILES = 400;

    private static final long METADATA_BLOCK_BYTES = 4096;
    private static final long MAX_INFO_LOG_BYTES = 1024 * 1024;
    /** What a batch has grown to it keeps until it is closed. */
    private static final long KEPT_BATCH_BYTES = 256 * 1024;

    static {
        RocksDB.loadLibrary();
    }

    private final Deque<AutoCloseable> owned = new ArrayDeque<>();
    private final RocksDB db;
    private final ColumnFamilyHandle[] families = new ColumnFamilyHandle[Family.values().length];
    private final ReadOptions readOptions;
    private final WriteOptions writeOptions;
    /** The keys of items; null unless this knows them all, because there was nothing when it was opened. */
    private final @Nullable EverWritten itemKeys;

    /**
     * Counts that were not written. A store in memory has no crash to outlast: there they are written before somebody
     * looks at them, and not with each batch.
     */
    private final Map<Integer, Counters.Count> owedCounts = new HashMap<>();

    private final Remains remains = new Remains(System::nanoTime);
    private final CompactRangeOptions clearing;
    /** Filled anew for each write: making one, and letting it grow, costs as much as a small write itself. */
    private WriteBatch batch = new WriteBatch();

    /** What the database is opened for. */
    private enum Purpose {
        CREATING,
        WRITING,
        READING
    }

    private RocksHandles(StoreOptions options, String path, Purpose purpose, @Nullable Env env)
            throws RocksDBException {
        try {
            DBOptions dbOptions = own(databaseOptions(purpose == Purpose.CREATING));
            if (env != null) {
                dbOptions.setEnv(own(env)).setAvoidFlushDuringShutdown(true);
            }
            LRUCache blockCache = own(new LRUCache(options.blockCacheBytes()));
            dbOptions.setWriteBufferManager(own(new WriteBufferManager(options.writeBufferBytes(), blockCache)));
            BlockBasedTableConfig tables = env == null ? tablesOnDisk(blockCache) : tables(blockCache);
            ColumnFamilyOptions familyOptions = own(familyOptions(options, tables, env == null));
            ColumnFamilyOptions itemOptions = own(familyOptions(options, tables, env == null));
            // Each write of an item looks whether there is one, and mostly there is none.
            if (env == null) {
                itemOptions
                        .setMemtablePrefixBloomSizeRatio(MEMTABLE_BLOOM_RATIO)
                        .setMemtableWholeKeyFiltering(true);
                itemKeys = null;
            } else {
                itemKeys = new EverWritten();
            }
            List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
            for (Family family : Family.values()) {
                descriptors.add(new ColumnFamilyDescriptor(
                        family.diskName(), family == Family.ITEMS ? itemOptions : familyOptions));
            }
            List<ColumnFamilyHandle> opened = new ArrayList<>();
            db = own(
                    purpose == Purpose.READING
                            ? RocksDB.openReadOnly(dbOptions, path, descriptors, opened)
                            : RocksDB.open(dbOptions, path, descriptors, opened));
            for (int i = 0; i < families.length; i++) {
                families[i] = own(opened.get(i));
            }
            readOptions = own(new ReadOptions());
            clearing = own(new CompactRangeOptions().setExclusiveManualCompaction(false));
            // A log in memory would be lost with what it is to bring back.
            writeOptions = own(env == null ? new WriteOptions().setSync(true) : new WriteOptions().setDisableWAL(true));
        } catch (RocksDBException | RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    static RocksHandles open(StoreOptions options, Path path, boolean create) {
        try {
            if (create) {
                Files.createDirectories(path);
            }
            return new RocksHandles(options, path.toString(), create ? Purpose.CREATING : Purpose.WRITING, null);
        } catch (RocksDBException e) {
            throw openFailure(path, e);
        } catch (IOException e) {
            throw new StoreException("cannot create " + path + ": " + e, e);
        }
    }

    /** Opens the database as it is on disk, without writing anything there. */
    static RocksHandles openReadOnly(StoreOptions options, Path path) {
        try {
            return new RocksHandles(options, path.toString(), Purpose.READING, null);
        } catch (RocksDBException e) {
            throw openFailure(path, e);
        }
    }

    private static StoreException openFailure(Path path, RocksDBException e) {
        String reason = isDiskFull(e)
                ? "the disk is full. Make room, and open it again: "
                : "a file of it is damaged, missing or not accessible. Nothing was removed; bring the file back, or restore a"
                        + " backup: ";
        return new StoreException("the store in " + path + " cannot be opened, " + reason + e.getMessage(), e);
    }

    static boolean isDiskFull(RocksDBException e) {
        Status status = e.getStatus();
        return (status != null && status.getSubCode() == Status.SubCode.NoSpace)
                || String.valueOf(e.getMessage()).contains("No space left on device");
    }

    static RocksHandles openInMemory(StoreOptions options) {
        try {
            return new RocksHandles(options, "/memory", Purpose.CREATING, new RocksMemEnv(Env.getDefault()));
        } catch (RocksDBException e) {
            throw new StoreException("cannot open an in-memory store: " + e.getMessage(), e);
        }
    }

    private static DBOptions databaseOptions(boolean create) {
        // Lost or cut log files in the middle are noticed by RocksDB itself, with an option that has no setter in its
        // Java API.
        Properties noSetter = new Properties();
        noSetter.setProperty("track_and_verify_wals_in_manifest", "true");
        DBOptions options = DBOptions.getDBOptionsFromProps(noSetter);
        if (options == null) {
            throw new IllegalStateException("this RocksDB does not know track_and_verify_wals_in_manifest");
        }
        return options.setCreateIfMissing(create)
                .setCreateMissingColumnFamilies(true)
                .setParanoidChecks(true)
                // The default mode opens a damaged log without a word and leaves out what follows the damage.
                .setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords)
                .setMaxBackgroundJobs(2)
                .setBytesPerSync(1024 * 1024)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setKeepLogFileNum(3)
                .setMaxLogFileSize(MAX_INFO_LOG_BYTES)
                .setStatsDumpPeriodSec(0);
    }

    private BlockBasedTableConfig tables(LRUCache blockCache) {
        return new BlockBasedTableConfig()
                .setBlockCache(blockCache)
                .setFilterPolicy(own(new BloomFilter(BLOOM_BITS_PER_KEY)))
                .setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash);
    }

    /** However large the tables are, their indexes and filters take no memory beyond the cache's. */
    private BlockBasedTableConfig tablesOnDisk(LRUCache blockCache) {
        return tables(blockCache)
                .setIndexType(IndexType.kTwoLevelIndexSearch)
                .setPartitionFilters(true)
                .setMetadataBlockSize(METADATA_BLOCK_BYTES)
                .setCacheIndexAndFilterBlocks(true)
                .setCacheIndexAndFilterBlocksWithHighPriority(true)
                .setPinTopLevelIndexAndFilter(true)
                .setPinL0FilterAndIndexBlocksInCache(true);
    }

    private static ColumnFamilyOptions familyOptions(
            StoreOptions options, BlockBasedTableConfig table, boolean onDisk) {
        ColumnFamilyOptions family = new ColumnFamilyOptions()
                .setTableFormatConfig(table)
                .setWriteBufferSize(Math.max(1024 * 1024, options.writeBufferBytes() / 2))
                .setCompressionPerLevel(COMPRESSION)
                .setLevelCompactionDynamicLevelBytes(true);
        return onDisk
                ? family
                : family.setLevel0SlowdownWritesTrigger(SLOWED_FROM_FILES)
                        .setLevel0StopWritesTrigger(STOPPED_FROM_FILES);
    }

    byte @Nullable [] get(Family family, byte[] key) throws RocksDBException {
        if (itemKeys != null && family == Family.ITEMS && !itemKeys.maybe(key)) {
            return null;
        }
        return db.get(families[family.ordinal()], readOptions, key);
    }

    /** Null if it is not in memory, and also if it is nowhere: whether it is there at all is for {@link #get} to say. */
    byte @Nullable [] getFromMemory(Family family, byte[] key) {
        Holder<byte[]> found = new Holder<>();
        return db.keyMayExist(families[family.ordinal()], readOptions, key, found) ? found.getValue() : null;
    }

    byte @Nullable [] get(Family family, byte[] key, Snapshot snapshot) throws RocksDBException {
        try (ReadOptions at = new ReadOptions().setSnapshot(snapshot)) {
            return db.get(families[family.ordinal()], at, key);
        }
    }

    Cursor cursor(
            Family family, byte[] from, byte[] to, boolean forward, @Nullable Snapshot snapshot, Runnable onClose) {
        RocksCursor.Way way = new RocksCursor.Way(family, from, to, forward);
        return new RocksCursor(db, families[family.ordinal()], way, snapshot, remains, onClose);
    }

    Cursor memoryCursor(Family family, byte[] from, byte[] to, boolean forward, Runnable onClose) {
        RocksCursor.Way way = new RocksCursor.Way(family, from, to, forward);
        return RocksCursor.inMemory(db, families[family.ordinal()], way, remains, onClose);
    }

    Cursor walk(Family family, byte[] from, byte[] to, Snapshot snapshot) {
        RocksCursor.Way way = new RocksCursor.Way(family, from, to, true);
        return RocksCursor.walk(db, families[family.ordinal()], way, snapshot);
    }

    Snapshot snapshot() {
        return db.getSnapshot();
    }

    /** A snapshot whose counts are those of its entries. */
    synchronized Snapshot countedSnapshot() {
        if (!owedCounts.isEmpty()) {
            try {
                batch.clear();
                addAll(Counters.rows(owedCounts));
                writeBatch();
            } catch (RocksDBException e) {
                throw new StoreException("could not write the counts: " + e.getMessage(), e);
            }
            owedCounts.clear();
        }
        return db.getSnapshot();
    }

    void release(@Nullable Snapshot snapshot) {
        if (snapshot != null) {
            db.releaseSnapshot(snapshot);
        }
    }

    /** {@code counts} are what the batches make of them. */
    synchronized void write(List<List<Mutation>> batches, Map<Integer, Counters.Count> counts) throws RocksDBException {
        boolean inMemory = itemKeys != null;
        batch.clear();
        for (List<Mutation> mutations : batches) {
            addAll(mutations);
        }
        if (!inMemory) {
            addAll(Counters.rows(counts));
        }
        writeBatch();
        if (inMemory) {
            owedCounts.putAll(counts);
        }
    }

    private void writeBatch() throws RocksDBException {
        db.write(writeOptions, batch);
        if (batch.getDataSize() > KEPT_BATCH_BYTES) {
            batch.close();
            batch = new WriteBatch();
        }
    }

    private void addAll(Iterable<Mutation> mutations) throws RocksDBException {
        for (Mutation mutation : mutations) {
            add(mutation);
        }
    }

    private void add(Mutation mutation) throws RocksDBException {
        ColumnFamilyHandle family = families[mutation.family().ordinal()];
        byte[] value = mutation.value();
        byte[] end = mutation.end();
        if (value != null) {
            if (itemKeys != null && mutation.family() == Family.ITEMS) {
                itemKeys.add(mutation.key());
            }
            batch.put(family, mutation.key(), value);
        } else if (end != null) {
            batch.deleteRange(family, mutation.key(), end);
        } else {
            if (mutation.family() == Family.META) {
                owedCounts.keySet().removeIf(id -> Counters.isOf(id, mutation.key()));
            }
            batch.delete(family, mutation.key());
        }
    }

    /** Clears away what walks had to step over most, if there is such a thing; called by one thread at a time. */
    void clearRemains() throws RocksDBException {
        remains.clear(range -> {
            try {
                db.compactRange(families[range.family().ordinal()], range.from(), range.to(), clearing);
            } catch (RocksDBException e) {
                if (!clearing.canceled()) {
                    throw e;
                }
            }
        });
    }

    /** Ends the clearing that is under way, and every later one before it begins. */
    void stopClearing() {
        clearing.setCanceled(true);
    }

    void deleteFiles(Family family, byte[] from, byte[] to) throws RocksDBException {
        db.deleteFilesInRanges(families[family.ordinal()], List.of(from, to), false);
    }

    /** A consistent copy of everything committed, made of links where the disk allows; writes go on meanwhile. */
    void checkpoint(Path target) throws RocksDBException {
        try (Checkpoint checkpoint = Checkpoint.create(db)) {
            checkpoint.createCheckpoint(target.toString());
        }
    }

    /** Writes what is in memory, and in the log, into tables: the next opening then has no log to read. */
    void flush() throws RocksDBException {
        try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
            db.flush(flush, Arrays.asList(families));
        }
    }

    long pendingCompactionBytes() throws RocksDBException {
        return db.getAggregatedLongProperty("rocksdb.estimate-pending-compaction-bytes");
    }

    long approximateBytes(Family family, byte[] from, byte[] to) {
        try (Slice start = new Slice(from);
                Slice end = new Slice(to)) {
            return db.getApproximateSizes(
                            families[family.ordinal()],
                            List.of(new Range(start, end)),
                            SizeApproximationFlag.INCLUDE_FILES,
                            SizeApproximationFlag.INCLUDE_MEMTABLES)[0];
        }
    }

    long snapshots() throws RocksDBException {
        return db.getLongProperty("rocksdb.num-snapshots");
    }

    void verifyChecksums() throws RocksDBException {
        db.verifyChecksum();
    }

    /** Frees in the reverse order of making: handles before the database, the database before its options. */
    @Override
    public void close() {
        batch.close();
        while (!owned.isEmpty()) {
            try {
                owned.pop().close();
            } catch (Exception e) {
                throw new StoreException("could not close the store: " + e.getMessage(), e);
            }
        }
    }

    private <T extends AutoCloseable> T own(T handle) {
        owned.push(handle);
        return handle;
    }
}
