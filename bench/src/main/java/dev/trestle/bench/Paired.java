package dev.trestle.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Compares single calls of two sides, in turns, call by call: what else the machine does meets both. Of each run it takes the p99 of both, and
 * of the runs the worst ratio is what is judged.
 */
final class Paired {
    private final PrintStream out;
    private final int runs;
    private final int calls;
    private final List<String> missed;

    Paired(PrintStream out, int runs, int calls) {
        this(out, runs, calls, new ArrayList<>());
    }

    private Paired(PrintStream out, int runs, int calls, List<String> missed) {
        this.out = out;
        this.runs = runs;
        this.calls = calls;
        this.missed = missed;
    }

    /** Something that is measured; what it gives depends on what it read. */
    @FunctionalInterface
    interface Side {
        long call(Random random) throws Exception;
    }

    int calls() {
        return calls;
    }

    /** How often a comparison calls each side, to warm up and in all runs. */
    int total() {
        return warmUp() + runs * calls;
    }

    private int warmUp() {
        return Math.max(10, calls / 5);
    }

    /** The same with fewer calls, for what takes long or leaves something behind. */
    Paired withCalls(int fewer) {
        return new Paired(out, runs, Math.max(10, fewer), missed);
    }

    /** Prints a line with the p99 of both sides, in milliseconds, the ratios, and what is allowed. */
    void compare(String name, Side ours, Side theirs, double most) throws Exception {
        long sum = 0;
        for (int i = 0; i < warmUp(); i++) { // to warm up
            sum += ours.call(new Random(i)) + theirs.call(new Random(i));
        }
        List<Double> ratios = new ArrayList<>();
        List<Double> middles = new ArrayList<>();
        List<Double> our = new ArrayList<>();
        List<Double> their = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            long[] ofOurs = new long[calls];
            long[] ofTheirs = new long[calls];
            for (int i = 0; i < calls; i++) {
                long seed = (long) run * calls + i;
                ofOurs[i] = nanos(ours, seed);
                ofTheirs[i] = nanos(theirs, seed);
            }
            our.add(millis(ofOurs, 99));
            their.add(millis(ofTheirs, 99));
            ratios.add(millis(ofOurs, 99) / millis(ofTheirs, 99));
            middles.add(millis(ofOurs, 50) / millis(ofTheirs, 50));
        }
        judge(
                String.format(
                        Locale.ROOT,
                        "%-48s p99 %8.2f ms %8.2f ms  ratio, worst of %d: %5.2f  (medians %.2f)",
                        name,
                        Duel.median(our),
                        Duel.median(their),
                        runs,
                        Collections.max(ratios),
                        Duel.median(middles)),
                Collections.max(ratios),
                most);
        if (sum == 0) {
            throw new IllegalStateException(name + " found nothing.");
        }
    }

    /** Prints a line, and whether the ratio is as small as it has to be. */
    void judge(String line, double ratio, double most) {
        boolean isMet = ratio <= most;
        String whole = String.format(Locale.ROOT, "%s  at most %.1f  %s", line, most, isMet ? "met" : "MISSED");
        out.println(whole);
        if (!isMet) {
            missed.add(whole);
        }
    }

    List<String> missed() {
        return missed;
    }

    private static long nanos(Side side, long seed) throws Exception {
        Random random = new Random(seed);
        long begun = System.nanoTime();
        long unused = side.call(random);
        return System.nanoTime() - begun;
    }

    private static double millis(long[] nanos, int percentile) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return sorted[Math.min(sorted.length - 1, sorted.length * percentile / 100)] / 1e6;
    }
}
