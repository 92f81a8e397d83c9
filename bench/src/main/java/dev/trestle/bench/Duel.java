package dev.trestle.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.LongUnaryOperator;

/** Measures two sides in turns, A B A B, so that whatever else the machine does meets both, and compares the medians. */
final class Duel {
    /** Java's compilers are at work for so many turns, on the cores of whoever is being measured. */
    private static final int WARM_UP_TURNS = 8;

    private final PrintStream out;
    private final int rounds;
    private final long millis;
    private final List<String> missed = new ArrayList<>();

    Duel(PrintStream out, int rounds, long millis) {
        this.out = out;
        this.rounds = rounds;
        this.millis = millis;
    }

    /** Lets a side do for a while what will be measured. */
    void warmUp(int threads, LongUnaryOperator side) {
        new Load(threads, WARM_UP_TURNS * millis).rate(side);
    }

    /** As below, with nothing to be done between the turns. */
    double run(String name, int threads, LongUnaryOperator ours, LongUnaryOperator theirs, double floor) {
        return runInTurns(name, threads, () -> {}, ours, () -> {}, theirs, floor);
    }

    /** Prints a line with both rates, their ratio and the floor; none where it is zero. */
    double runInTurns(
            String name,
            int threads,
            Runnable beforeOurs,
            LongUnaryOperator ours,
            Runnable beforeTheirs,
            LongUnaryOperator theirs,
            double floor) {
        List<Double> ourRates = new ArrayList<>();
        List<Double> theirRates = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int round = -1; round < rounds; round++) {
            beforeOurs.run();
            double our = new Load(threads, millis).rate(ours);
            beforeTheirs.run();
            double their = new Load(threads, millis).rate(theirs);
            if (round >= 0) { // the first one is to warm up
                ourRates.add(our);
                theirRates.add(their);
                ratios.add(our / their);
            }
        }
        double ratio = median(ourRates) / median(theirRates);
        boolean met = ratio >= floor;
        if (!met) {
            missed.add(name + ", " + threads + " threads: " + percent(ratio) + " of the floor's " + percent(floor));
        }
        out.println(String.format(
                Locale.ROOT,
                "%-34s %3d threads  %,10.0f/s  %,10.0f/s  %7s  (rounds %s .. %s)%s",
                name,
                threads,
                median(ourRates),
                median(theirRates),
                percent(ratio),
                percent(Collections.min(ratios)),
                percent(Collections.max(ratios)),
                floor == 0 ? "" : "  floor %5s  %s".formatted(percent(floor), met ? "met" : "MISSED")));
        return ratio;
    }

    List<String> missed() {
        return missed;
    }

    static double median(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    static String percent(double ratio) {
        return Math.round(ratio * 100) + " %";
    }
}
