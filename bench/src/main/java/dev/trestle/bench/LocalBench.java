package dev.trestle.bench;

import dev.trestle.engine.EngineOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** Trestle in memory beside DynamoDB Local in memory, both in this process and through {@code DynamoDbClient}. */
final class LocalBench {
    private static final int ITEMS = 20_000;
    private static final long ITEM_CACHE_BYTES = 128L * 1024 * 1024;

    private final Path directory;

    LocalBench(Path directory) {
        this.directory = directory;
    }

    void run(Duel duel, PrintStream out) throws IOException, ReflectiveOperationException {
        out.println("DynamoDB Local, embedded and in memory: its licence binds whoever runs it");
        out.printf(
                "%,d items of 1 KB; Trestle in memory with an item cache of %d MiB. Neither side syncs%n",
                ITEMS, ITEM_CACHE_BYTES / (1024 * 1024));
        try (LocalPeer peer = LocalPeer.open(directory);
                TrestleSide side = new TrestleSide(EngineOptions.inMemory().withItemCacheBytes(ITEM_CACHE_BYTES))) {
            TrestleSide local = new TrestleSide(peer.client());
            for (TrestleSide each : new TrestleSide[] {side, local}) {
                each.createTable(false);
                each.loadOneByOne(ITEMS);
            }
            int partitions = ITEMS / Workload.PARTITION_ITEMS;
            for (int threads = 1; threads <= 2; threads++) {
                duel.run(
                        "GetItem",
                        threads,
                        random -> side.get(random % ITEMS),
                        random -> local.get(random % ITEMS),
                        25);
                duel.run(
                        "Query of 20",
                        threads,
                        random -> side.query(random % partitions),
                        random -> local.query(random % partitions),
                        8);
            }
            for (int threads : new int[] {1, 8, 32}) {
                AtomicLong ours = new AtomicLong(1_000_000L * threads);
                AtomicLong theirs = new AtomicLong(1_000_000L * threads);
                duel.run("PutItem", threads, random -> put(side, ours), random -> put(local, theirs), 20);
            }
        }
    }

    private static long put(TrestleSide side, AtomicLong next) {
        side.put(Workload.item(next.getAndIncrement(), 1));
        return 1;
    }
}
