package dev.trestle.engine;

import java.nio.file.Path;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** How to open an engine. Immutable; start from {@link #directory} or {@link #inMemory} and change with the {@code with…} methods. */
public record EngineOptions(
        @Nullable Path path,
        Clock clock,
        long blockCacheBytes,
        long itemCacheBytes,
        long writeBufferBytes,
        int commitQueueRequests,
        long commitQueueBytes,
        long freeSpaceFloorBytes,
        String region,
        String accountId) {

    private static final long MIB = 1024L * 1024;

    /** An engine whose data lives in {@code path}, which is created if it does not exist. */
    public static EngineOptions directory(Path path) {
        return new EngineOptions(
                path,
                Clock.systemUTC(),
                128 * MIB,
                64 * MIB,
                64 * MIB,
                4096,
                64 * MIB,
                256 * MIB,
                "local",
                "000000000000");
    }

    /** An engine that keeps nothing when it is closed. */
    public static EngineOptions inMemory() {
        return new EngineOptions(
                null, Clock.systemUTC(), 32 * MIB, 16 * MIB, 32 * MIB, 4096, 64 * MIB, 0, "local", "000000000000");
    }

    public EngineOptions withClock(Clock changed) {
        return new EngineOptions(
                path,
                changed,
                blockCacheBytes,
                itemCacheBytes,
                writeBufferBytes,
                commitQueueRequests,
                commitQueueBytes,
                freeSpaceFloorBytes,
                region,
                accountId);
    }

    public EngineOptions withBlockCacheBytes(long changed) {
        return new EngineOptions(
                path,
                clock,
                changed,
                itemCacheBytes,
                writeBufferBytes,
                commitQueueRequests,
                commitQueueBytes,
                freeSpaceFloorBytes,
                region,
                accountId);
    }

    /** Zero switches the cache of decoded items off. */
    public EngineOptions withItemCacheBytes(long changed) {
        return new EngineOptions(
                path,
                clock,
                blockCacheBytes,
                changed,
                writeBufferBytes,
                commitQueueRequests,
                commitQueueBytes,
                freeSpaceFloorBytes,
                region,
                accountId);
    }

    public EngineOptions withWriteBufferBytes(long changed) {
        return new EngineOptions(
                path,
                clock,
                blockCacheBytes,
                itemCacheBytes,
                changed,
                commitQueueRequests,
                commitQueueBytes,
                freeSpaceFloorBytes,
                region,
                accountId);
    }

    /** How many requests, and bytes of them, may wait for the disk before further ones are throttled. */
    public EngineOptions withCommitQueue(int requests, long bytes) {
        return new EngineOptions(
                path,
                clock,
                blockCacheBytes,
                itemCacheBytes,
                writeBufferBytes,
                requests,
                bytes,
                freeSpaceFloorBytes,
                region,
                accountId);
    }

    /** Writes are refused while the disk has less room than this. */
    public EngineOptions withFreeSpaceFloorBytes(long changed) {
        return new EngineOptions(
                path,
                clock,
                blockCacheBytes,
                itemCacheBytes,
                writeBufferBytes,
                commitQueueRequests,
                commitQueueBytes,
                changed,
                region,
                accountId);
    }
}
