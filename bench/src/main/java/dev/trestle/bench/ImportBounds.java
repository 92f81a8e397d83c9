package dev.trestle.bench;

import dev.trestle.engine.EngineOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** What no import can do without: unpacking the files, and RocksDB's own work with the same items, its log included. */
final class ImportBounds {
    private static final int ITEMS_MAX = 150_000; // they are made before the clock starts, and wait in memory
    private static final int BATCH_ITEMS = 8 * 1024; // as much as the engine puts into one write, or a little more

    private final int items;
    private final EngineOptions options;
    private final TransferRates unpacking = new TransferRates();
    private final TransferRates writing = new TransferRates();
    private byte @Nullable [][][] keys;
    private byte @Nullable [][][] values;

    ImportBounds(long items, EngineOptions options) {
        this.items = (int) Math.min(items, ITEMS_MAX);
        this.options = options;
    }

    /** {@code jsonBytes} is what the items of the export have in all. */
    void measure(Path directory, Path export, long jsonBytes, long exportedItems, boolean counts) throws IOException {
        unpack(export, jsonBytes, counts ? unpacking : new TransferRates());
        write(directory, jsonBytes / exportedItems * items, counts ? writing : new TransferRates());
    }

    private static void unpack(Path export, long jsonBytes, TransferRates into) throws IOException {
        List<Path> dataFiles;
        try (Stream<Path> files = Files.walk(export)) {
            dataFiles =
                    files.filter(file -> file.toString().endsWith(".json.gz")).toList();
        }
        into.start();
        dataFiles.parallelStream().forEach(file -> {
            try (InputStream in = new GZIPInputStream(Files.newInputStream(file), 128 * 1024)) {
                in.transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        into.end(jsonBytes, 0);
    }

    private void write(Path directory, long jsonBytes, TransferRates into) throws IOException {
        byte[][][] rawKeys = keys;
        byte[][][] rawValues = values;
        if (rawKeys == null || rawValues == null) {
            rawKeys = new byte[(items + BATCH_ITEMS - 1) / BATCH_ITEMS][][];
            rawValues = new byte[rawKeys.length][][];
            make(rawKeys, rawValues);
            keys = rawKeys;
            values = rawValues;
        }
        Files.createDirectories(directory);
        try (RawRocks raw = new RawRocks(directory, options.blockCacheBytes(), options.writeBufferBytes())) {
            into.start();
            for (int batch = 0; batch < rawKeys.length; batch++) {
                raw.load(rawKeys[batch], rawValues[batch], true);
            }
            into.end(jsonBytes, 0);
        } catch (RocksDBException e) {
            throw new IOException(e);
        }
        Bench.delete(directory);
    }

    private void make(byte[][][] rawKeys, byte[][][] rawValues) {
        Workload workload = new Workload();
        for (int batch = 0; batch < rawKeys.length; batch++) {
            int first = batch * BATCH_ITEMS;
            int count = Math.min(BATCH_ITEMS, items - first);
            rawKeys[batch] = new byte[count][];
            rawValues[batch] = new byte[count][];
            for (int i = 0; i < count; i++) {
                rawKeys[batch][i] = workload.rawKey(first + i);
                rawValues[batch][i] = workload.rawItem(Workload.item(first + i, 0));
            }
        }
    }

    void print(PrintStream out, double diskWrite) {
        line(out, "unpacking alone, on all cores", unpacking, diskWrite);
        line(out, "RocksDB alone, one thread, 8 MB a sync", writing, diskWrite);
        double unpack = Duel.median(unpacking.jsonPerCpu);
        double write = Duel.median(writing.jsonPerCpu);
        double both = Runtime.getRuntime().availableProcessors() / (1 / unpack + 1 / write);
        out.printf(
                Locale.ROOT,
                "these two keep all cores busy at %,.0f MB/s of JSON, %s of the disk's write rate: no import can reach more%n",
                both,
                Duel.percent(both / diskWrite));
    }

    private static void line(PrintStream out, String name, TransferRates rates, double diskWrite) {
        double json = Duel.median(rates.json);
        out.printf(
                Locale.ROOT,
                "%s: %,.0f MB/s of JSON (%s of the disk's write rate), %,.0f MB of JSON a second of one core%n",
                name,
                json,
                Duel.percent(json / diskWrite),
                Duel.median(rates.jsonPerCpu));
    }
}
