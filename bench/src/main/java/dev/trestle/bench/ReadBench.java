package dev.trestle.bench;

import dev.trestle.engine.EngineOptions;
import java.io.PrintStream;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;

/** GetItem and Query of 20 beside raw RocksDB, with the item cache off and with it warm. */
final class ReadBench {
    private static final long MIB = 1024 * 1024;
    /** Holds all items, so that both sides measure their own work and not the disk's. */
    private static final long BLOCK_CACHE_BYTES = 256 * MIB;

    private static final long WARM_CACHE_BYTES = 1024 * MIB;

    private final Workload workload = new Workload();
    private final long items;

    ReadBench(long items) {
        this.items = items;
    }

    void run(Path directory, Duel duel, PrintStream out) throws RocksDBException {
        EngineOptions options = EngineOptions.directory(directory.resolve("trestle"))
                .withBlockCacheBytes(BLOCK_CACHE_BYTES)
                .withFreeSpaceFloorBytes(0);
        long writeBufferBytes = options.writeBufferBytes();
        out.printf("Reads: %,d items of 1 KB, block cache %d MiB on both sides%n", items, BLOCK_CACHE_BYTES / MIB);
        try (TrestleSide side = new TrestleSide(options)) {
            side.createTable(false);
            side.load(items, percent -> {});
        }
        byte[][] keys = new byte[(int) items][];
        byte[][] partitions = new byte[(int) (items / Workload.PARTITION_ITEMS)][];
        try (RawRocks raw = new RawRocks(directory.resolve("raw"), BLOCK_CACHE_BYTES, writeBufferBytes)) {
            loadRaw(raw, keys, partitions);
        }
        // Both are opened anew: what the load left in memory has gone to files.
        try (RawRocks raw = new RawRocks(directory.resolve("raw"), BLOCK_CACHE_BYTES, writeBufferBytes)) {
            for (boolean warm : new boolean[] {false, true}) {
                try (TrestleSide side = new TrestleSide(options.withItemCacheBytes(warm ? WARM_CACHE_BYTES : 0))) {
                    touchAll(side);
                    String cache = warm ? ", item cache warm" : ", item cache off";
                    for (int threads = 1; threads <= 2; threads++) {
                        duel.run(
                                "GetItem" + cache,
                                threads,
                                random -> side.get(random % items),
                                random -> raw.get(keys[(int) (random % items)]),
                                warm ? 1.0 : 0.5);
                    }
                    for (int threads = 1; threads <= 2; threads++) {
                        duel.run(
                                "Query of 20" + cache,
                                threads,
                                random -> side.query(random % partitions.length),
                                random -> raw.query(partitions[(int) (random % partitions.length)]),
                                warm ? 0.6 : 0.3);
                    }
                }
            }
        }
    }

    private void loadRaw(RawRocks raw, byte[][] keys, byte[][] partitions) {
        for (int from = 0; from < keys.length; from += 100) {
            int count = Math.min(100, keys.length - from);
            byte[][] batchKeys = new byte[count][];
            byte[][] batchValues = new byte[count][];
            for (int i = 0; i < count; i++) {
                keys[from + i] = workload.rawKey(from + i);
                batchKeys[i] = keys[from + i];
                batchValues[i] = workload.rawItem(Workload.item(from + i, 0));
            }
            raw.load(batchKeys, batchValues, false);
        }
        for (int i = 0; i < partitions.length; i++) {
            partitions[i] = workload.rawPartition(i);
        }
    }

    private void touchAll(TrestleSide side) {
        for (long partition = 0; partition < items / Workload.PARTITION_ITEMS; partition++) {
            if (side.query(partition) != Workload.PARTITION_ITEMS) {
                throw new IllegalStateException("partition " + partition + " is not complete");
            }
        }
    }
}
