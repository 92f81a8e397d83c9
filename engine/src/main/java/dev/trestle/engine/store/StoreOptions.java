package dev.trestle.engine.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** How a store is opened; a null {@code path} keeps everything in memory. */
public record StoreOptions(
        @Nullable Path path, long blockCacheBytes, long writeBufferBytes, long freeSpaceFloorBytes) {}
