package dev.trestle.systems.zentriqvision.exports;

import dev.trestle.media.video.Redaction;
import dev.trestle.media.video.Region;
import dev.trestle.systems.zentriqvision.analysis.Boxes;
import dev.trestle.systems.zentriqvision.model.BlurKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Where people are in each picture of a clip, between the moments at which an analyzer looked as well. At a moment, somebody covers all places
 * where they were seen within half a second, and where they were seen last before and first after it, if these are not too far apart: who was
 * seen here and then there was anywhere in between. It covers rather too much than too little. Immutable.
 */
final class Silhouettes {
    /** The margin in time around each sight of somebody, in seconds. */
    static final double MARGIN = 0.5;

    /** Two sights of one person that are further apart do not tell where they were in between. */
    static final double GAP_MAX = 10;

    // Of a body's box: a standing person's head is about a seventh of it, and a box is off by a tenth.
    private static final double HEAD_OF_HEIGHT = 0.33;

    /** Of whom only the upper part is seen: a head is about as high as shoulders are wide. */
    private static final double HEAD_OF_WIDTH = 0.9;

    private static final double ABOVE = 0.08;
    private static final double BESIDE = 0.12;
    private static final double LEAST = 0.001;

    private final List<List<Boxes.Box>> tracks;
    private final double start;

    /** {@code boxes} by any order, with times in seconds since the video began; {@code start} is where the clip begins. */
    Silhouettes(List<Boxes.Box> boxes, double start) {
        Map<String, List<Boxes.Box>> byPerson =
                boxes.stream().collect(Collectors.groupingBy(Boxes.Box::personId, TreeMap::new, Collectors.toList()));
        this.tracks = byPerson.values().stream()
                .map(track -> track.stream()
                        .sorted(Comparator.comparingDouble(Boxes.Box::t))
                        .toList())
                .toList();
        this.start = start;
    }

    /** What a clip hides and frames. */
    Redaction redaction(BlurKind blur, boolean withBoxes) {
        return Redaction.of(
                at -> switch (blur) {
                    case HEADS -> at(at, true);
                    case BODIES -> at(at, false);
                    case NONE -> List.of();
                },
                at -> withBoxes ? at(at, false) : List.of());
    }

    private List<Region> at(Duration moment, boolean headsOnly) {
        double at = start + moment.toMillis() / 1000.0;
        List<Region> regions = new ArrayList<>();
        for (List<Boxes.Box> track : tracks) {
            List<Boxes.Box> seen = around(track, at);
            if (!seen.isEmpty()) {
                regions.add(hull(seen, headsOnly));
            }
        }
        return regions;
    }

    /** The sights of a person that say where they may be at a moment. */
    private static List<Boxes.Box> around(List<Boxes.Box> track, double at) {
        int next = firstAfter(track, at);
        List<Boxes.Box> found = new ArrayList<>();
        boolean isBetween = next > 0
                && next < track.size()
                && track.get(next).t() - track.get(next - 1).t() <= GAP_MAX;
        for (int i = next - 1; i >= 0 && (track.get(i).t() >= at - MARGIN || isBetween && i == next - 1); i--) {
            found.add(track.get(i));
        }
        for (int i = next; i < track.size() && (track.get(i).t() <= at + MARGIN || isBetween && i == next); i++) {
            found.add(track.get(i));
        }
        return found;
    }

    private static int firstAfter(List<Boxes.Box> track, double at) {
        int low = 0;
        int high = track.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (track.get(middle).t() > at) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private static Region hull(List<Boxes.Box> seen, boolean headsOnly) {
        double left = 1;
        double top = 1;
        double right = 0;
        double bottom = 0;
        for (Boxes.Box each : seen) {
            double height = headsOnly ? head(each) : each.h();
            double above = headsOnly ? ABOVE * each.h() : 0;
            double beside = headsOnly ? BESIDE * each.w() : 0;
            left = Math.min(left, each.x() - beside);
            top = Math.min(top, each.y() - above);
            right = Math.max(right, each.x() + each.w() + beside);
            bottom = Math.max(bottom, each.y() + height);
        }
        return within(left, top, right, bottom);
    }

    private static double head(Boxes.Box body) {
        return Math.max(HEAD_OF_HEIGHT * body.h(), Math.min(body.h(), HEAD_OF_WIDTH * body.w()));
    }

    private static Region within(double left, double top, double right, double bottom) {
        double x = Math.max(0, Math.min(1 - LEAST, left));
        double y = Math.max(0, Math.min(1 - LEAST, top));
        return new Region(x, y, Math.max(LEAST, Math.min(1, right) - x), Math.max(LEAST, Math.min(1, bottom) - y));
    }
}
