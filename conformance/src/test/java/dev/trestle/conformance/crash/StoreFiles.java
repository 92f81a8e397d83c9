package dev.trestle.conformance.crash;

import dev.trestle.engine.EngineOptions;
import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The files of a store, and how the tests of this package open one. */
final class StoreFiles {
    private static final long MIB = 1024 * 1024;
    private static final int COPY_ATTEMPTS = 200;

    private StoreFiles() {}

    /** Small buffers, so that a few thousand items make several logs and tables. */
    static EngineOptions options(Path directory) {
        return EngineOptions.directory(directory)
                .withBlockCacheBytes(4 * MIB)
                .withItemCacheBytes(MIB)
                .withWriteBufferBytes(2 * MIB)
                .withFreeSpaceFloorBytes(0);
    }

    /** Opens the store some hours ahead of the time. */
    static TrestleDb open(Path directory, int hoursAhead) {
        EngineOptions options = options(directory);
        return TrestleDb.open(options.withClock(Clock.offset(options.clock(), Duration.ofHours(hoursAhead))));
    }

    static TrestleDb open(Path directory) {
        return TrestleDb.open(options(directory));
    }

    /** The write-ahead logs, oldest first. */
    static List<Path> logs(Path directory) {
        return rocksFiles(directory, ".*[0-9]+\\.log");
    }

    static Path newestLog(Path directory) {
        List<Path> logs = logs(directory);
        return logs.get(logs.size() - 1);
    }

    static List<Path> rocksFiles(Path directory, String pattern) {
        try (Stream<Path> files = Files.list(directory.resolve("rocks"))) {
            return files.filter(file -> file.getFileName().toString().matches(pattern))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies a store in which nobody writes now; background work may go on, so it is repeated until nothing moved meanwhile. */
    static void copy(Path from, Path to) throws IOException {
        for (int attempt = 0; attempt < COPY_ATTEMPTS; attempt++) {
            SortedMap<String, Long> before = sizes(from);
            try {
                copyOnce(from, to);
                if (before.equals(sizes(from))) {
                    return;
                }
            } catch (NoSuchFileException e) {
                // removed while being copied
            }
            delete(to);
        }
        throw new IllegalStateException(from + " does not come to rest");
    }

    private static void copyOnce(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    /** The info log is left out: RocksDB writes to it at any time. */
    private static SortedMap<String, Long> sizes(Path directory) throws IOException {
        SortedMap<String, Long> sizes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.toList()) {
                if (Files.isRegularFile(file) && !file.getFileName().toString().startsWith("LOG")) {
                    sizes.put(directory.relativize(file).toString(), Files.size(file));
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return sizes;
    }

    static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            List<Path> files = new ArrayList<>();
            try (Stream<Path> walked = Files.walk(directory)) {
                walked.sorted(Comparator.reverseOrder()).forEach(files::add);
            }
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }
}
