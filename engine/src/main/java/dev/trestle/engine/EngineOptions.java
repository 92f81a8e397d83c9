package dev.trestle.engine;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How to open an engine. Immutable; start from {@link #directory} or {@link #inMemory} and change with the {@code with…} methods. */
public record EngineOptions(
        @Nullable Path path,
        Clock clock,
        long blockCacheBytes,
        long itemCacheBytes,
        boolean keepsDecodedItems,
        long writeBufferBytes,
        int commitQueueRequests,
        long commitQueueBytes,
        long freeSpaceFloorBytes,
        long freeSpaceLowBytes,
        Duration indexDelay,
        String region,
        String accountId) {

    private static final long MIB = 1024L * 1024;
    private static final Duration INDEX_DELAY_MIN = Duration.ofMillis(1);
    private static final Duration INDEX_DELAY_MAX = Duration.ofHours(1);

    /** Checks what would otherwise show only much later. */
    public EngineOptions {
        boolean off = indexDelay.isZero();
        if (!off && (indexDelay.compareTo(INDEX_DELAY_MIN) < 0 || indexDelay.compareTo(INDEX_DELAY_MAX) > 0)) {
            throw new IllegalArgumentException(
                    "an index delay is zero, for none, or from a millisecond to an hour; this one is " + indexDelay);
        }
    }

    /** An engine whose data lives in {@code path}, which is created if it does not exist. */
    public static EngineOptions directory(Path path) {
        return new EngineOptions(
                path,
                Clock.systemUTC(),
                128 * MIB,
                64 * MIB,
                true,
                64 * MIB,
                4096,
                64 * MIB,
                256 * MIB,
                1024 * MIB,
                Duration.ZERO,
                "local",
                "000000000000");
    }

    /** An engine that keeps nothing when it is closed. */
    public static EngineOptions inMemory() {
        return new EngineOptions(
                null,
                Clock.systemUTC(),
                64 * MIB,
                16 * MIB,
                true,
                64 * MIB,
                4096,
                64 * MIB,
                0,
                0,
                Duration.ZERO,
                "local",
                "000000000000");
    }

    public EngineOptions withClock(Clock changed) {
        return with(draft -> draft.clock = changed);
    }

    public EngineOptions withBlockCacheBytes(long changed) {
        return with(draft -> draft.blockCacheBytes = changed);
    }

    /** Zero switches the cache of decoded items off. */
    public EngineOptions withItemCacheBytes(long changed) {
        return with(draft -> draft.itemCacheBytes = changed);
    }

    /**
     * Whether the item cache keeps items as clients in this process read them, too, which is the default: they are then decoded once,
     * but take three times the room. Without, the cache holds as many more; that is better for a server, whose clients are elsewhere.
     */
    public EngineOptions withDecodedItemsKept(boolean changed) {
        return with(draft -> draft.keepsDecodedItems = changed);
    }

    public EngineOptions withWriteBufferBytes(long changed) {
        return with(draft -> draft.writeBufferBytes = changed);
    }

    /** How many requests, and bytes of them, may wait for the disk before further ones are throttled. */
    public EngineOptions withCommitQueue(int requests, long bytes) {
        return with(draft -> {
            draft.commitQueueRequests = requests;
            draft.commitQueueBytes = bytes;
        });
    }

    /**
     * Writes are refused while the disk has less room than this, but for those that leave less than before: deletions go on down to an
     * eighth of it.
     */
    public EngineOptions withFreeSpaceFloorBytes(long changed) {
        return with(draft -> draft.freeSpaceFloorBytes = changed);
    }

    /** The log warns while the disk has less room than this. */
    public EngineOptions withFreeSpaceLowBytes(long changed) {
        return with(draft -> draft.freeSpaceLowBytes = changed);
    }

    /**
     * Makes Query and Scan of a global secondary index show it as it was between one and about two delays ago, as they may on AWS, so
     * that programs can be tested against that. Zero, which is the default, switches it off; else from a millisecond to an hour, by
     * the machine's time and not by {@link #clock}. Tables and local indexes are not affected.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    public EngineOptions withIndexDelay(Duration changed) {
        return with(draft -> draft.indexDelay = changed);
    }

    private EngineOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.finish();
    }

    /** The options while one of them is being changed. */
    private static final class Draft {
        private final EngineOptions original;
        private Clock clock;
        private long blockCacheBytes;
        private long itemCacheBytes;
        private boolean keepsDecodedItems;
        private long writeBufferBytes;
        private int commitQueueRequests;
        private long commitQueueBytes;
        private long freeSpaceFloorBytes;
        private long freeSpaceLowBytes;
        private Duration indexDelay;

        Draft(EngineOptions original) {
            this.original = original;
            this.clock = original.clock;
            this.blockCacheBytes = original.blockCacheBytes;
            this.itemCacheBytes = original.itemCacheBytes;
            this.keepsDecodedItems = original.keepsDecodedItems;
            this.writeBufferBytes = original.writeBufferBytes;
            this.commitQueueRequests = original.commitQueueRequests;
            this.commitQueueBytes = original.commitQueueBytes;
            this.freeSpaceFloorBytes = original.freeSpaceFloorBytes;
            this.freeSpaceLowBytes = original.freeSpaceLowBytes;
            this.indexDelay = original.indexDelay;
        }

        EngineOptions finish() {
            return new EngineOptions(
                    original.path,
                    clock,
                    blockCacheBytes,
                    itemCacheBytes,
                    keepsDecodedItems,
                    writeBufferBytes,
                    commitQueueRequests,
                    commitQueueBytes,
                    freeSpaceFloorBytes,
                    freeSpaceLowBytes,
                    indexDelay,
                    original.region,
                    original.accountId);
        }
    }
}
