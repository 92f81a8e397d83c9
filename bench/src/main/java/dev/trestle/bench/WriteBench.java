package dev.trestle.bench;

import dev.trestle.engine.EngineOptions;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.RocksDBException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** PutItem, acknowledged after its fsync, beside raw RocksDB writing the same batch at the same concurrency. */
final class WriteBench {
    private static final byte[] NO_INDEX = {};

    private final Workload workload = new Workload();

    void run(Path directory, Duel duel, PrintStream out) throws RocksDBException {
        out.println("Writes: 1 KB items, every one on disk before it is acknowledged");
        for (boolean withIndex : new boolean[] {false, true}) {
            Path home = directory.resolve(withIndex ? "indexed" : "plain");
            EngineOptions options =
                    EngineOptions.directory(home.resolve("trestle")).withFreeSpaceFloorBytes(0);
            home.toFile().mkdirs();
            try (TrestleSide side = new TrestleSide(options);
                    RawRocks raw =
                            new RawRocks(home.resolve("raw"), options.blockCacheBytes(), options.writeBufferBytes())) {
                side.createTable(withIndex);
                AtomicLong ours = new AtomicLong();
                AtomicLong theirs = new AtomicLong();
                for (int threads : new int[] {8, 32}) {
                    duel.run(
                            "PutItem, synced" + (withIndex ? ", one GSI" : ""),
                            threads,
                            random -> {
                                side.put(Workload.item(ours.getAndIncrement(), 1));
                                return 1;
                            },
                            random -> {
                                putRaw(raw, theirs.getAndIncrement(), withIndex);
                                return 1;
                            },
                            0.7);
                }
            }
        }
    }

    /** The raw side makes its item and encodes it too: a program that writes bytes has to get them from somewhere. */
    private void putRaw(RawRocks raw, long number, boolean withIndex) {
        Map<String, AttributeValue> item = Workload.item(number, 1);
        raw.put(workload.rawKey(number), workload.rawItem(item), withIndex ? workload.rawIndexKey(item) : NO_INDEX);
    }
}
