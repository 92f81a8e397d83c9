package dev.trestle.bench;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.api.ExportTable;
import dev.trestle.engine.api.ImportTable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Export and import of a table beside the disk's own sequential rates, in turns. */
final class TransferBench {
    private static final double FLOOR = 0.5;
    private static final double MB = TransferRates.MB;
    private static final long WRITE_BUFFER_BYTES = 256L * 1024 * 1024;

    private final PrintStream out;
    private final long items;
    private final int rounds;

    private final List<Double> diskWrites = new ArrayList<>();
    private final List<Double> diskReads = new ArrayList<>();
    private final List<Double> gzip = new ArrayList<>();

    TransferBench(PrintStream out, long items, int rounds) {
        this.out = out;
        this.items = items;
        this.rounds = rounds;
    }

    /** What was missed; empty if all went well. */
    List<String> run(Path home) throws IOException {
        EngineOptions from = options(home.resolve("from"));
        try (TrestleSide side = new TrestleSide(from)) {
            side.createTable(false);
            side.load(items, percent -> {});
            side.awaitSettled();
        }
        TransferRates fast = new TransferRates();
        TransferRates stored = new TransferRates();
        TransferRates imports = new TransferRates();
        ImportBounds bounds = new ImportBounds(items, options(home));
        try (Engine engine = Engine.open(from)) {
            for (int round = -1; round < rounds; round++) {
                boolean counts = round >= 0; // the first is a warm-up
                Path target = home.resolve("bucket");
                long bytes = export(engine, target, ExportTable.FAST, counts ? fast : new TransferRates());
                DiskRate disk = new DiskRate(home.resolve("sequential"), bytes);
                (counts ? diskWrites : new ArrayList<Double>()).add(disk.write() / MB);
                importAll(home.resolve("to"), target, counts ? imports : new TransferRates());
                bounds.measure(home.resolve("raw"), target, bytes, items, counts);
                (counts ? diskReads : new ArrayList<Double>()).add(disk.read() / MB);
                disk.delete();
                Bench.delete(target);
                export(engine, target, 0, counts ? stored : new TransferRates());
                (counts ? gzip : new ArrayList<Double>())
                        .add(GzipRate.of(anyDataFile(target)).measure(ExportTable.FAST) / MB);
                Bench.delete(target);
            }
        }
        List<String> missed = new ArrayList<>();
        double write = Duel.median(diskWrites);
        double read = Duel.median(diskReads);
        out.printf(
                Locale.ROOT,
                "Transfer of %,d items of 1 KB; the disk writes %,.0f MB/s (with fsync) and reads %,.0f MB/s, in sequence%n",
                items,
                write,
                read);
        double zlib = Duel.median(gzip);
        out.printf(
                Locale.ROOT,
                "zlib alone, level 1, on all cores: %,.0f MB/s of JSON, %s of the disk's write rate: what an export can reach%n",
                zlib,
                Duel.percent(zlib / write));
        print("export, gzip level 1", fast, "write", write, missed);
        print("export, gzip level 0", stored, "write", write, missed);
        bounds.print(out, write);
        // An import reads little and writes much: the log, then the tables.
        print("import, gzip level 1", imports, "write", write, missed);
        return missed;
    }

    private static Path anyDataFile(Path target) throws IOException {
        try (Stream<Path> files = Files.walk(target)) {
            return files.filter(file -> file.toString().endsWith(".json.gz"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("the export has no data files"));
        }
    }

    private static long export(Engine engine, Path target, int level, TransferRates into) {
        into.start();
        ExportTable.Result result =
                engine.exportTable(new ExportTable(Workload.TABLE, target, level, progress -> true));
        into.end(result.jsonBytes(), result.fileBytes());
        return result.jsonBytes();
    }

    private static void importAll(Path directory, Path source, TransferRates into) throws IOException {
        try (Engine engine = Engine.open(options(directory))) {
            into.start();
            ImportTable.Result result = engine.importTable(new ImportTable(source));
            into.end(result.jsonBytes(), result.fileBytes());
        }
        Bench.delete(directory);
    }

    private void print(String name, TransferRates rates, String diskName, double disk, List<String> missed) {
        double json = Duel.median(rates.json);
        double files = Duel.median(rates.files);
        boolean met = json / disk >= FLOOR;
        if (!met) {
            missed.add(name + ": " + Duel.percent(json / disk) + " of the disk's " + diskName + " rate, the floor is "
                    + Duel.percent(FLOOR));
        }
        out.printf(
                Locale.ROOT,
                "%-22s %,7.0f MB/s of JSON (%5s of the disk's %s rate, floor %s: %s), %,6.0f MB/s of files (%5s);"
                        + " %,5.0f MB of JSON a second of one core%n",
                name,
                json,
                Duel.percent(json / disk),
                diskName,
                Duel.percent(FLOOR),
                met ? "met" : "MISSED",
                files,
                Duel.percent(files / disk),
                Duel.median(rates.jsonPerCpu));
    }

    private static EngineOptions options(Path path) {
        return EngineOptions.directory(path).withFreeSpaceFloorBytes(0).withWriteBufferBytes(WRITE_BUFFER_BYTES);
    }
}
