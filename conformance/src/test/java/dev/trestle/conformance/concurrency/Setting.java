package dev.trestle.conformance.concurrency;

import dev.trestle.engine.EngineOptions;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;

/** The kinds of database that every property must hold on. */
enum Setting {
    MEMORY_CACHED(false, true),
    MEMORY_UNCACHED(false, false),
    DISK_CACHED(true, true),
    DISK_UNCACHED(true, false);

    private final boolean onDisk;
    private final boolean cached;

    Setting(boolean onDisk, boolean cached) {
        this.onDisk = onDisk;
        this.cached = cached;
    }

    TrestleDb open(Path directory) {
        EngineOptions options = onDisk ? EngineOptions.directory(directory.resolve("data")) : EngineOptions.inMemory();
        return TrestleDb.open(cached ? options : options.withItemCacheBytes(0));
    }
}
