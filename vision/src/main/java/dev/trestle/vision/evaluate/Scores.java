package dev.trestle.vision.evaluate;

import dev.trestle.vision.Color;
import dev.trestle.vision.evaluate.Evaluation.Confusion;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How right an analysis was.
 *
 * @param frames that are labelled
 * @param people on them, by the labels
 * @param found how many of these
 * @param reported how many people the analysis says are on these frames
 * @param persons different ones, by the labels
 * @param tracks different ones that these persons were taken for
 * @param switches how often a person's track changed between two frames on which it was found
 */
public record Scores(
        int frames,
        int people,
        int found,
        int reported,
        int persons,
        int tracks,
        int switches,
        Confusion upper,
        Confusion lower) {
    /** Of the people who are there, the share that was found. */
    public double recall() {
        return people == 0 ? 1 : (double) found / people;
    }

    /** Of what was reported, the share that is right. */
    public double precision() {
        return reported == 0 ? 1 : (double) found / reported;
    }

    /** For people to read. */
    public String table() {
        StringBuilder out = new StringBuilder();
        row(out, "labelled frames", String.valueOf(frames));
        row(out, "recall", percent(found, people) + " of the people who are there were found");
        row(out, "precision", percent(found, reported) + " of what was reported is right");
        row(out, "identity switches", switches + "; " + persons + " persons became " + tracks + " tracks");
        row(out, "upper colour right", percent(upper.right(), upper.labelled()));
        confusion(out, upper);
        row(out, "lower colour right", percent(lower.right(), lower.labelled()));
        confusion(out, lower);
        return out.toString();
    }

    private static void row(StringBuilder out, String name, String value) {
        out.append(String.format(Locale.ROOT, "%-20s %s%n", name, value));
    }

    private static String percent(int part, int all) {
        return all == 0 ? "none" : String.format(Locale.ROOT, "%5.1f %%  (%d of %d)", 100.0 * part / all, part, all);
    }

    private static void confusion(StringBuilder out, Confusion confusion) {
        for (Map.Entry<Color, Map<String, Integer>> each : confusion.counts().entrySet()) {
            String said = each.getValue().entrySet().stream()
                    .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                    .map(one -> one.getKey() + " " + one.getValue())
                    .collect(Collectors.joining(", "));
            row(out, "  " + each.getKey().text(), "said: " + said);
        }
    }
}
