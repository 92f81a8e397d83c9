package dev.trestle.bench;

import dev.trestle.engine.EngineOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Shows that a query of the same warm keys costs the same whatever the table holds, and that opening a large store is quick. */
final class FlatBench {
    private static final long HOT_PARTITIONS = 200;
    private static final long BYTES_PER_ITEM = 3 * 1024; // on disk, with log and compaction
    private static final double TOLERANCE = 1.25;
    private static final double TOLERANCE_UNCACHED = 2;
    private static final double OPEN_SECONDS_MAX = 2.0;

    private final PrintStream out;
    private final long small;
    private final long large;

    FlatBench(PrintStream out, long small, long large) {
        this.out = out;
        this.small = small;
        this.large = large;
    }

    /** What was missed; empty if all went well. */
    List<String> run(Path directory, int rounds, long millis) throws IOException {
        long needed = (small + large) * BYTES_PER_ITEM;
        long usable = Files.getFileStore(directory).getUsableSpace();
        if (usable < needed) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "%,d items need about %,d MiB of disk; %s has %,d MiB free. Give --dir another place",
                    large,
                    needed >> 20,
                    directory,
                    usable >> 20));
        }
        out.printf(
                Locale.ROOT,
                "Growth: %,d items beside %,d items of 1 KB, the same %,d hot partitions%n",
                small,
                large,
                HOT_PARTITIONS);
        EngineOptions smallOptions = options(directory.resolve("small"));
        EngineOptions largeOptions = options(directory.resolve("large"));
        load(smallOptions, small);
        load(largeOptions, large);
        List<String> missed = new ArrayList<>();
        long start = System.nanoTime();
        try (TrestleSide largeSide = new TrestleSide(largeOptions)) {
            largeSide.get(0);
            double seconds = (System.nanoTime() - start) / 1e9;
            out.printf(
                    Locale.ROOT,
                    "Opening the large store to its first answer: %.2f s (floor %.1f s)%n",
                    seconds,
                    OPEN_SECONDS_MAX);
            if (seconds > OPEN_SECONDS_MAX) {
                missed.add("opening " + large + " items took " + seconds + " s");
            }
            largeSide.awaitSettled();
        }
        Duel duel = new Duel(out, rounds, millis);
        compare(duel, "Query of 20, large vs. small", smallOptions, largeOptions, 1 / TOLERANCE);
        // Without the cache a larger store has more levels to look into: it may cost somewhat more, but not with its
        // size.
        compare(
                duel,
                "the same, item cache off",
                smallOptions.withItemCacheBytes(0),
                largeOptions.withItemCacheBytes(0),
                1 / TOLERANCE_UNCACHED);
        missed.addAll(duel.missed());
        return missed;
    }

    private static void compare(Duel duel, String name, EngineOptions small, EngineOptions large, double floor) {
        try (TrestleSide largeSide = new TrestleSide(large);
                TrestleSide smallSide = new TrestleSide(small)) {
            duel.run(
                    name,
                    1,
                    random -> largeSide.query(random % HOT_PARTITIONS),
                    random -> smallSide.query(random % HOT_PARTITIONS),
                    floor);
        }
    }

    private static EngineOptions options(Path path) {
        return EngineOptions.directory(path).withFreeSpaceFloorBytes(0);
    }

    private void load(EngineOptions options, long count) {
        try (TrestleSide side = new TrestleSide(options)) {
            side.createTable(false);
            int[] shown = {-10};
            side.load(count, percent -> {
                if (percent >= shown[0] + 10) {
                    shown[0] = percent;
                    out.printf(Locale.ROOT, "  loading %,d items: %d %%%n", count, percent);
                }
            });
        }
    }
}
