package dev.trestle.vision.evaluate;

import dev.trestle.vision.Color;
import dev.trestle.vision.Observation;
import dev.trestle.vision.Segment;
import dev.trestle.vision.Track;
import dev.trestle.vision.detect.Box;
import dev.trestle.vision.evaluate.Labels.Label;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Compares what was found in a video with its labels. */
public final class Evaluation {
    /** A person is found where a box shares at least half of the union with the label's. */
    private static final float FOUND = 0.5f;

    private final Map<Integer, Track> tracks = new HashMap<>();
    private final Map<Long, List<Observation>> observations = new HashMap<>();

    private record Pair(Label label, Observation observation, float overlap) {}

    public void add(Segment segment) {
        segment.tracks().forEach(each -> tracks.put(each.number(), each));
        segment.observations()
                .forEach(each -> observations
                        .computeIfAbsent(each.atMs(), ignored -> new ArrayList<>())
                        .add(each));
    }

    public Scores scores(Labels labels) {
        Map<String, Integer> last = new TreeMap<>();
        Set<Integer> right = new HashSet<>();
        Confusion upper = new Confusion();
        Confusion lower = new Confusion();
        int people = 0;
        int reported = 0;
        int found = 0;
        int switches = 0;
        for (Map.Entry<Long, List<Label>> frame : labels.frames().entrySet()) {
            List<Observation> seen = observations.getOrDefault(frame.getKey(), List.of());
            people += frame.getValue().size();
            reported += seen.size();
            for (Pair pair : match(frame.getValue(), seen)) {
                int track = pair.observation.track();
                found++;
                right.add(track);
                Integer before = last.put(pair.label.person(), track);
                switches += before != null && before != track ? 1 : 0;
                Track whole = tracks.get(track);
                upper.add(pair.label.upper(), whole == null ? null : whole.upperColor());
                lower.add(pair.label.lower(), whole == null ? null : whole.lowerColor());
            }
        }
        Set<String> persons = new HashSet<>();
        labels.frames().values().forEach(all -> all.forEach(each -> persons.add(each.person())));
        return new Scores(
                labels.frames().size(), people, found, reported, persons.size(), right.size(), switches, upper, lower);
    }

    /** The best pairs first, each label and each observation once. */
    private static List<Pair> match(List<Label> labels, List<Observation> seen) {
        List<Pair> pairs = new ArrayList<>();
        for (Label label : labels) {
            for (Observation each : seen) {
                float overlap = label.box().overlap(box(each));
                if (overlap >= FOUND) {
                    pairs.add(new Pair(label, each, overlap));
                }
            }
        }
        pairs.sort(Comparator.comparingDouble(Pair::overlap).reversed());
        Set<Object> taken = new HashSet<>();
        List<Pair> matched = new ArrayList<>();
        for (Pair each : pairs) {
            if (!taken.contains(each.label) && !taken.contains(each.observation)) {
                taken.add(each.label);
                taken.add(each.observation);
                matched.add(each);
            }
        }
        return matched;
    }

    private static Box box(Observation each) {
        return new Box(
                (float) each.box().x(),
                (float) each.box().y(),
                (float) (each.box().x() + each.box().width()),
                (float) (each.box().y() + each.box().height()));
    }

    /** How often clothes of one colour, by the labels, were said to be of which. */
    public static final class Confusion {
        private final Map<Color, Map<String, Integer>> counts = new TreeMap<>();

        void add(@Nullable Color labelled, @Nullable Color said) {
            if (labelled != null) {
                counts.computeIfAbsent(labelled, ignored -> new TreeMap<>())
                        .merge(said == null ? "none" : said.text(), 1, Integer::sum);
            }
        }

        public int labelled() {
            return counts.values().stream()
                    .flatMap(each -> each.values().stream())
                    .mapToInt(Integer::intValue)
                    .sum();
        }

        public int right() {
            return counts.entrySet().stream()
                    .mapToInt(each -> each.getValue().getOrDefault(each.getKey().text(), 0))
                    .sum();
        }

        /** For each labelled colour, what was said instead of it how often; {@code none} where nothing was said. */
        Map<Color, Map<String, Integer>> counts() {
            return counts;
        }
    }
}
