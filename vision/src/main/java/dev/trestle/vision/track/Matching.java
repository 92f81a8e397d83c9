package dev.trestle.vision.track;

import dev.trestle.vision.detect.Box;
import dev.trestle.vision.detect.Detection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who is who: pairs people who were followed with people who were found, by overlap, motion and colour; the best pairs first. */
final class Matching {
    private static final float OVERLAP_WEIGHT = 0.5f;
    private static final float NEAR_WEIGHT = 0.3f;
    private static final float LIKENESS_WEIGHT = 0.2f;
    private static final float LEAST = 0.25f;
    private static final float FAR = 0.6f;
    private static final float FARTHER_PER_MISS = 0.1f;
    private static final float FARTHEST = 1.2f;
    /** Other clothes are another person, unless the place leaves no doubt. */
    private static final float UNLIKE = 0.25f;

    private static final float SURELY_OVERLAP = 0.55f;
    private static final float SIZES = 1.7f;

    /** A detection that is less sure than this counts only where somebody is expected. */
    private static final float SURE = 0.5f;

    private static final float DOUBTFUL_OVERLAP = 0.3f;

    private record Pair(Followed followed, Found found, float score) {}

    /** A person on the frame. */
    record Found(Detection detection, Clothes clothes) {}

    private Matching() {}

    static Map<Found, Followed> match(List<Followed> followed, List<Found> found, long atMs) {
        List<Pair> pairs = new ArrayList<>();
        for (Followed each : followed) {
            Box expected = each.expected(atMs);
            for (Found one : found) {
                float score = score(each, expected, one);
                if (score >= LEAST) {
                    // Those who are sure go first, whatever their score.
                    float first = one.detection().confidence() >= SURE ? 1 : 0;
                    pairs.add(new Pair(each, one, first + score));
                }
            }
        }
        pairs.sort(Comparator.comparingDouble(Pair::score).reversed());
        Map<Found, Followed> matched = new LinkedHashMap<>();
        Set<Followed> taken = new LinkedHashSet<>();
        for (Pair each : pairs) {
            if (!matched.containsKey(each.found) && taken.add(each.followed)) {
                matched.put(each.found, each.followed);
            }
        }
        return matched;
    }

    /** 0 if they cannot be the same person. */
    private static float score(Followed followed, Box expected, Found found) {
        Box box = found.detection().box();
        float ratio = box.height() / expected.height();
        float overlap = expected.overlap(box);
        float distance = distance(expected, box);
        float reach = Math.min(FARTHEST, FAR + FARTHER_PER_MISS * followed.misses);
        if (ratio > SIZES || ratio < 1 / SIZES || distance > reach) {
            return 0;
        }
        if (found.detection().confidence() < SURE && overlap < DOUBTFUL_OVERLAP) {
            return 0;
        }
        float likeness = (Clothes.likeness(followed.upper, found.clothes().upper())
                        + Clothes.likeness(followed.lower, found.clothes().lower()))
                / 2;
        if (likeness < UNLIKE && overlap < SURELY_OVERLAP) {
            return 0;
        }
        return OVERLAP_WEIGHT * overlap + NEAR_WEIGHT * (1 - distance / FARTHEST) + LIKENESS_WEIGHT * likeness;
    }

    /** Of the centres, in heights of a person; two widths count as one height. */
    private static float distance(Box one, Box other) {
        float x = (one.centerX() - other.centerX()) / (one.width() + other.width());
        float y = (one.centerY() - other.centerY()) / ((one.height() + other.height()) / 2);
        return (float) Math.hypot(x, y);
    }
}
