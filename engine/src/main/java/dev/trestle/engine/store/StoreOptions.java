package dev.trestle.engine.store;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a store is opened; a null {@code path} keeps everything in memory, an {@code indexDelay} of zero is none. */
public record StoreOptions(
        @Nullable Path path,
        long blockCacheBytes,
        long writeBufferBytes,
        long freeSpaceFloorBytes,
        long freeSpaceLowBytes,
        Duration indexDelay) {}
