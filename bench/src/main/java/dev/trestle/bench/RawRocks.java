package dev.trestle.bench;

import dev.trestle.engine.item.KeyCodec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.IndexType;
import org.rocksdb.LRUCache;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteBufferManager;
import org.rocksdb.WriteOptions;

/** RocksDB as a program would use it that needs nothing but bytes: the yardstick. Same options and cache size as the engine. */
final class RawRocks implements AutoCloseable {
    static {
        RocksDB.loadLibrary();
    }

    private final List<AutoCloseable> owned = new ArrayList<>();
    private final RocksDB db;
    private final ColumnFamilyHandle items;
    private final ColumnFamilyHandle index;
    private final ColumnFamilyHandle stream;
    private final ColumnFamilyHandle expiry;
    private final ReadOptions readOptions;
    private final WriteOptions synced;
    private final WriteOptions unsynced;

    RawRocks(Path path, long blockCacheBytes, long writeBufferBytes) throws RocksDBException {
        LRUCache cache = new LRUCache(blockCacheBytes);
        BloomFilter bloom = new BloomFilter(10);
        BlockBasedTableConfig table = new BlockBasedTableConfig()
                .setBlockCache(cache)
                .setFilterPolicy(bloom)
                .setIndexType(IndexType.kTwoLevelIndexSearch)
                .setPartitionFilters(true)
                .setMetadataBlockSize(4096)
                .setCacheIndexAndFilterBlocks(true)
                .setCacheIndexAndFilterBlocksWithHighPriority(true)
                .setPinTopLevelIndexAndFilter(true)
                .setPinL0FilterAndIndexBlocksInCache(true)
                .setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash);
        ColumnFamilyOptions families = new ColumnFamilyOptions()
                .setTableFormatConfig(table)
                .setWriteBufferSize(Math.max(1024 * 1024, writeBufferBytes / 2))
                .setCompressionPerLevel(List.of(CompressionType.NO_COMPRESSION, CompressionType.LZ4_COMPRESSION))
                .setMemtablePrefixBloomSizeRatio(0.02)
                .setMemtableWholeKeyFiltering(true)
                .setLevelCompactionDynamicLevelBytes(true);
        WriteBufferManager buffers = new WriteBufferManager(writeBufferBytes, cache);
        DBOptions options = new DBOptions()
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setMaxBackgroundJobs(2)
                .setBytesPerSync(1024 * 1024)
                .setWriteBufferManager(buffers);
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        db = RocksDB.open(
                options,
                path.toString(),
                List.of(
                        new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, families),
                        new ColumnFamilyDescriptor("items".getBytes(StandardCharsets.UTF_8), families),
                        new ColumnFamilyDescriptor("index".getBytes(StandardCharsets.UTF_8), families),
                        new ColumnFamilyDescriptor("stream".getBytes(StandardCharsets.UTF_8), families),
                        new ColumnFamilyDescriptor("expiry".getBytes(StandardCharsets.UTF_8), families)),
                handles);
        items = handles.get(1);
        index = handles.get(2);
        stream = handles.get(3);
        expiry = handles.get(4);
        readOptions = new ReadOptions();
        synced = new WriteOptions().setSync(true);
        unsynced = new WriteOptions();
        owned.addAll(List.of(readOptions, synced, unsynced));
        owned.addAll(handles);
        owned.addAll(List.of(db, options, buffers, families, bloom, cache));
    }

    int get(byte[] key) {
        try {
            byte[] value = db.get(items, readOptions, key);
            return value == null ? 0 : value.length;
        } catch (RocksDBException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Reads up to twenty entries of a partition, keys and values. */
    int query(byte[] prefix) {
        try (Slice lower = new Slice(prefix);
                Slice upper = new Slice(KeyCodec.next(prefix));
                ReadOptions bounds =
                        new ReadOptions().setIterateLowerBound(lower).setIterateUpperBound(upper);
                RocksIterator iterator = db.newIterator(items, bounds)) {
            int bytes = 0;
            int count = 0;
            for (iterator.seekToFirst(); iterator.isValid() && count < Workload.PARTITION_ITEMS; iterator.next()) {
                bytes += iterator.key().length + iterator.value().length;
                count++;
            }
            return bytes;
        }
    }

    /** One item, and its index entry if there is one, in one synced batch. */
    void put(byte[] key, byte[] value, byte[] indexKey) {
        try (WriteBatch batch = new WriteBatch()) {
            batch.put(items, key, value);
            if (indexKey.length > 0) {
                batch.put(index, indexKey, value);
            }
            db.write(synced, batch);
        } catch (RocksDBException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One item with its index entry, stream record and expiry entry, in one synced batch. */
    void putTimed(byte[] key, byte[] value, byte[] indexKey, byte[] streamKey, byte[] streamRecord, byte[] expiryKey) {
        try (WriteBatch batch = new WriteBatch()) {
            batch.put(items, key, value);
            batch.put(index, indexKey, value);
            batch.put(stream, streamKey, streamRecord);
            batch.put(expiry, expiryKey, new byte[0]);
            db.write(synced, batch);
        } catch (RocksDBException e) {
            throw new IllegalStateException(e);
        }
    }

    void load(byte[][] keys, byte[][] values, boolean sync) {
        try (WriteBatch batch = new WriteBatch()) {
            for (int i = 0; i < keys.length; i++) {
                batch.put(items, keys[i], values[i]);
            }
            db.write(sync ? synced : unsynced, batch);
        } catch (RocksDBException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        for (AutoCloseable handle : owned) {
            try {
                handle.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
