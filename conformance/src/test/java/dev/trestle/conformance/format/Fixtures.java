package dev.trestle.conformance.format;

import dev.trestle.engine.EngineOptions;
import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** The stores that are kept in the repository: where they are, how they are packed, and how they are opened. */
final class Fixtures {
    static final Path FOLDER = Path.of("src/test/resources/stores");
    /** When the stores were written, by the clock they were given; tokens live for ten minutes. */
    static final Instant WRITTEN = Instant.parse("2026-01-01T12:00:00Z");

    private static final long MIB = 1024 * 1024;

    private Fixtures() {}

    static Path packed(int format, String ending) {
        return FOLDER.resolve("format-" + format + "-" + ending + ".zip");
    }

    static Path listing(int format) {
        return FOLDER.resolve("format-" + format + ".txt");
    }

    /** The format that a store's own file tells. */
    static int format(Path store) throws IOException {
        return Integer.parseInt(Files.readString(store.resolve("FORMAT")).trim().substring("trestle ".length()));
    }

    static TrestleDb open(Path store) {
        return TrestleDb.open(options(store));
    }

    /** Five minutes after the stores were written. */
    static TrestleDb openSoonAfter(Path store) {
        return TrestleDb.open(options(store).withClock(clock(WRITTEN.plus(Duration.ofMinutes(5)))));
    }

    static EngineOptions options(Path store) {
        return EngineOptions.directory(store)
                .withBlockCacheBytes(4 * MIB)
                .withItemCacheBytes(MIB)
                .withWriteBufferBytes(2 * MIB)
                .withFreeSpaceFloorBytes(0);
    }

    static Clock clock(Instant now) {
        return Clock.fixed(now, ZoneOffset.UTC);
    }

    /** All but the lock and RocksDB's own chatter. */
    static void pack(Path store, Path zip) throws IOException {
        try (OutputStream file = Files.newOutputStream(zip);
                ZipOutputStream out = new ZipOutputStream(file);
                Stream<Path> walked = Files.walk(store)) {
            List<Path> files = walked.filter(Files::isRegularFile)
                    .filter(path -> !path.getFileName().toString().matches("LOG(\\.old.*)?|LOCK|trestle\\.lock"))
                    .sorted()
                    .toList();
            for (Path path : files) {
                ZipEntry entry = new ZipEntry(store.relativize(path).toString());
                entry.setTime(WRITTEN.toEpochMilli());
                out.putNextEntry(entry);
                Files.copy(path, out);
                out.closeEntry();
            }
        }
    }

    static Path unpack(Path zip, Path store) throws IOException {
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                Path file = store.resolve(entry.getName());
                Files.createDirectories(file.resolveSibling("."));
                Files.copy(in, file);
            }
        }
        return store;
    }
}
