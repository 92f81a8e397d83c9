package dev.trestle.bench;

import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** ZentriqVision: taking detections beside the bare writes, searching among many beside among few, analysing beside decoding. */
final class ZentriqVisionBench {
    private static final int FEW = 10_000;
    private static final double SEARCH_MAX = 1.5;
    private static final double INGEST_MIN = 0.5;
    private static final int SEARCHES = 500;
    private static final int WARM_UP = 400;
    private static final int VIDEOS_A_ROUND = 4;
    private static final int TOLD_EACH = 50_000;

    private final PrintStream out;
    private final int rounds;
    private final int appearances;
    private final List<String> missed = new ArrayList<>();

    ZentriqVisionBench(PrintStream out, int rounds, long appearances) {
        this.out = out;
        this.rounds = rounds;
        this.appearances = (int) Math.max(FEW, Math.min(appearances, 100_000_000));
    }

    /**
     * Gives the limits that were missed.
     *
     * @param kept where what is loaded stays, for the next run or the rest of this one; null for nowhere
     */
    List<String> run(Path home, @Nullable Path kept) throws IOException, InterruptedException {
        out.println("Engines on disk, each write synced; detections and searches through the API's operations");
        ingest(home);
        Path large = kept == null ? home.resolve("many") : kept;
        try (ZentriqVisionSide few = side(home.resolve("few")).load(FEW, done -> {});
                ZentriqVisionSide many = loaded(large)) {
            search(few, many);
        }
        missed.addAll(new AnalysisCost(out, Files.createDirectories(home.resolve("vision"))).run());
        return missed;
    }

    private static ZentriqVisionSide side(Path directory) throws IOException {
        return new ZentriqVisionSide(Files.createDirectories(directory), client -> client);
    }

    private ZentriqVisionSide loaded(Path directory) throws IOException {
        long begun = System.nanoTime();
        ZentriqVisionSide side = side(directory).load(appearances, done -> {
            if (done % TOLD_EACH == 0) {
                out.printf(Locale.ROOT, "  %,d of %,d appearances%n", done, appearances);
            }
        });
        double seconds = (System.nanoTime() - begun) / 1e9;
        out.printf(
                Locale.ROOT,
                "Loaded %,d appearances, or found them there, in %.0f s: %,.0f/s%n",
                appearances,
                seconds,
                appearances / seconds);
        return side;
    }

    /**
     * The system takes a batch, and then the very same items are put in transactions as large, bare, in turns so short that what else the machine does
     * meets both: the system's own followers of what was written, too.
     */
    private void ingest(Path home) throws IOException {
        WrittenTransactions kept = new WrittenTransactions();
        List<Double> ratios = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        long puts = 0;
        try (ZentriqVisionSide system =
                        new ZentriqVisionSide(Files.createDirectories(home.resolve("ingest")), kept::keeping);
                TrestleDb bare = ZentriqVisionSide.open(Files.createDirectories(home.resolve("bare")))) {
            ZentriqVisionSide.createTables(bare.client());
            for (int round = -1; round < rounds; round++) { // the first one is to warm up
                double ours = 0;
                double theirs = 0;
                for (int i = 0; i < VIDEOS_A_ROUND; i++) {
                    int video = (round + 1) * VIDEOS_A_ROUND + i;
                    system.announce(video);
                    Map<String, Object> batch = AppearanceLoad.batch(video, AppearanceLoad.A_BATCH);
                    kept.take();
                    long begun = System.nanoTime();
                    long unused = system.send(video, batch, AppearanceLoad.A_BATCH);
                    ours += (System.nanoTime() - begun) / 1e9;
                    List<TransactWriteItemsRequest> same = kept.take();
                    puts = WrittenTransactions.puts(same);
                    begun = System.nanoTime();
                    same.forEach(bare.client()::transactWriteItems);
                    theirs += (System.nanoTime() - begun) / 1e9;
                }
                if (round >= 0) {
                    ratios.add(theirs / ours);
                    rates.add(VIDEOS_A_ROUND * AppearanceLoad.A_BATCH / ours);
                }
            }
        }
        double ratio = Duel.median(ratios);
        judge(
                ratio >= INGEST_MIN,
                String.format(
                        Locale.ROOT,
                        "Ingest: %,.0f appearances/s, %.1f puts each, beside the same puts bare: %s  at least %s",
                        Duel.median(rates),
                        puts / (double) AppearanceLoad.A_BATCH,
                        Duel.percent(ratio),
                        Duel.percent(INGEST_MIN)));
    }

    private void search(ZentriqVisionSide few, ZentriqVisionSide many) {
        for (int i = 0; i < WARM_UP; i++) {
            long unused = few.search(new Random(i)) + many.search(new Random(i));
        }
        List<Double> ratios = new ArrayList<>();
        List<Double> small = new ArrayList<>();
        List<Double> large = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            long[] ofFew = new long[SEARCHES];
            long[] ofMany = new long[SEARCHES];
            for (int i = 0; i < SEARCHES; i++) {
                long seed = (long) round * SEARCHES + i;
                ofFew[i] = nanos(few, seed);
                ofMany[i] = nanos(many, seed);
            }
            small.add(p99(ofFew));
            large.add(p99(ofMany));
            ratios.add(p99(ofMany) / p99(ofFew));
        }
        double ratio = Duel.median(ratios);
        judge(
                ratio <= SEARCH_MAX,
                String.format(
                        Locale.ROOT,
                        "Search, p99, among %,d: %.2f ms, among %,d: %.2f ms  ratio %.2f  at most %.1f",
                        appearances,
                        Duel.median(large),
                        FEW,
                        Duel.median(small),
                        ratio,
                        SEARCH_MAX));
    }

    private void judge(boolean isMet, String line) {
        out.println(line + "  " + (isMet ? "met" : "MISSED"));
        if (!isMet) {
            missed.add(line);
        }
    }

    private static long nanos(ZentriqVisionSide side, long seed) {
        Random random = new Random(seed);
        long begun = System.nanoTime();
        long unused = side.search(random);
        return System.nanoTime() - begun;
    }

    /** In milliseconds. */
    private static double p99(long[] nanos) {
        Arrays.sort(nanos);
        return nanos[nanos.length * 99 / 100] / 1e6;
    }
}
