package dev.trestle.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** HoldThatThought's messages, lists, edits, comments and searches beside themselves when there is more, or was. */
final class HoldThatThoughtBench {
    private static final double FLAT = 1 / 1.3;
    private static final double SEARCH_MAX = 4;
    private static final double MESSAGE_MAX = 8;
    private static final int PEOPLE = 50;
    private static final int FEW = 200;
    private static final int MANY = 20_000;
    private static final int SEARCHED_FEW = 1000;
    private static final int SHORT = 1000;
    private static final int LONG = 290_000;
    private static final int COMMENTS = 200;
    private static final int SEARCHES = 2000;
    private static final int WARM_UP = 500;

    private final PrintStream out;
    private final Duel duel;
    private final int rounds;

    HoldThatThoughtBench(PrintStream out, Duel duel, int rounds) {
        this.out = out;
        this.duel = duel;
        this.rounds = rounds;
    }

    /** Gives the limits that were missed and that the duel does not know of. */
    List<String> run(Path home) throws IOException, InterruptedException {
        out.println("Letters on an engine in memory; pages of 50");
        List<String> missed = new ArrayList<>();
        try (HoldThatThoughtSide two = side(home, "two", 1, SHORT, 0).withConversation(2);
                HoldThatThoughtSide fifty = side(home, "fifty", 1, SHORT, 0).withConversation(PEOPLE)) {
            duel.run("Message, to 50 vs. 2 people", 1, random -> fifty.send(), random -> two.send(), 1 / MESSAGE_MAX);
        }
        try (HoldThatThoughtSide few = side(home, "few", FEW, SHORT, 1)) {
            try (HoldThatThoughtSide longer = side(home, "long", FEW, LONG, 0)) {
                duel.run("List, 300 KB vs. 1 KB each", 1, random -> longer.list(), random -> few.list(), FLAT);
            }
            try (HoldThatThoughtSide many = side(home, "many", MANY, SHORT, 0)) {
                duel.run("List, 20,000 vs. 200 letters", 1, random -> many.list(), random -> few.list(), FLAT);
            }
        }
        try (HoldThatThoughtSide young = side(home, "young", 10 * FEW, SHORT, 1);
                HoldThatThoughtSide old = side(home, "old", FEW / 10, SHORT, 1000)) {
            duel.run("Edit, 1,000 vs. 1 versions", 1, random -> old.edit(), random -> young.edit(), FLAT);
        }
        try (HoldThatThoughtSide whole = side(home, "comments", 1, SHORT, 0).withComments(COMMENTS, 1);
                HoldThatThoughtSide deleted = side(home, "deleted", 1, SHORT, 0).withComments(COMMENTS, 10)) {
            duel.run(
                    "Comments, 90 % deleted vs. none",
                    1, random -> deleted.comments(), random -> whole.comments(), FLAT);
        }
        try (HoldThatThoughtSide few = side(home, "search-few", SEARCHED_FEW, SHORT, 0);
                HoldThatThoughtSide many = side(home, "search-many", MANY, SHORT, 0)) {
            search(few, many, missed);
        }
        return missed;
    }

    private static HoldThatThoughtSide side(Path home, String name, int letters, int bytes, int versions)
            throws IOException, InterruptedException {
        return new HoldThatThoughtSide(Files.createDirectories(home.resolve(name)), letters, bytes, versions).settled();
    }

    private void search(HoldThatThoughtSide few, HoldThatThoughtSide many, List<String> missed) {
        for (int i = 0; i < WARM_UP; i++) {
            Random random = new Random(i);
            few.search(random);
            many.search(random);
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
        boolean isMet = ratio <= SEARCH_MAX;
        out.println(String.format(
                Locale.ROOT,
                "Search, p99, 20,000 vs. 1,000: %.2f ms, %.2f ms  ratio %.1f  at most %.0f  %s",
                Duel.median(large),
                Duel.median(small),
                ratio,
                SEARCH_MAX,
                isMet ? "met" : "MISSED"));
        if (!isMet) {
            missed.add("the p99 of searches grows " + ratio + " times");
        }
    }

    private static long nanos(HoldThatThoughtSide side, long seed) {
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
