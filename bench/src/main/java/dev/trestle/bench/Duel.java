package dev.trestle.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * Measures two sides in turns, A B A B, so that whatever else the machine does meets both. A round is several short turns of each, and what
 * counts is the median of the rounds' ratios: machines of which others have a share change their speed from second to second.
 */
final class Duel {
    /** Java's compilers are at work for so many turns, on the cores of whoever is being measured. */
    private static final int WARM_UP_TURNS = 8;

    private static final int SLICES = 4;

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

    /** Prints a line with both rates, their ratio and the floor; none where it is zero. */
    double run(String name, int threads, LongUnaryOperator ours, LongUnaryOperator theirs, double floor) {
        Load slice = new Load(threads, Math.max(1, millis / SLICES));
        return measure(name, threads, floor, () -> {
            double our = 0;
            double their = 0;
            for (int i = 0; i < SLICES; i++) {
                our += slice.rate(ours) / SLICES;
                their += slice.rate(theirs) / SLICES;
            }
            return new Round(our, their);
        });
    }

    /** As above, with something to be done before each turn, and turns that are not divided. */
    double runInTurns(
            String name,
            int threads,
            Runnable beforeOurs,
            LongUnaryOperator ours,
            Runnable beforeTheirs,
            LongUnaryOperator theirs,
            double floor) {
        Load turn = new Load(threads, millis);
        return measure(name, threads, floor, () -> {
            beforeOurs.run();
            double our = turn.rate(ours);
            beforeTheirs.run();
            return new Round(our, turn.rate(theirs));
        });
    }

    private record Round(double ours, double theirs) {
        double ratio() {
            return ours / theirs;
        }
    }

    private double measure(String name, int threads, double floor, Supplier<Round> next) {
        List<Round> measured = new ArrayList<>();
        for (int round = -1; round < rounds; round++) {
            Round last = next.get();
            if (round >= 0) { // the first one is to warm up
                measured.add(last);
            }
        }
        List<Double> ratios = measured.stream().map(Round::ratio).toList();
        double ratio = median(ratios);
        boolean met = ratio >= floor;
        if (!met) {
            missed.add(name + ", " + threads + " threads: " + percent(ratio) + " of the floor's " + percent(floor));
        }
        out.println(String.format(
                Locale.ROOT,
                "%-34s %3d threads  %,10.0f/s  %,10.0f/s  %7s  (rounds %s .. %s)%s",
                name,
                threads,
                median(measured.stream().map(Round::ours).toList()),
                median(measured.stream().map(Round::theirs).toList()),
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
