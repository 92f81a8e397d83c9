package dev.trestle.systems.zentriqvision.analysis;

import dev.trestle.media.video.Region;
import dev.trestle.systems.zentriqvision.model.PersonAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Makes tracks of what Rekognition has found in single frames: its own tracking of people ended. A person belongs to the track whose last box
 * overlaps most, if it is at most two seconds old. A face, and what somebody carries, belongs to the smallest person around it in the same frame; a
 * face without a person is one. Pure: the same finds give the same tracks.
 */
final class RekognitionTracks {
    private static final long GAP_MS = 2_000;
    private static final double OVERLAP_MIN = 0.15;

    /** How much larger than their face somebody is. */
    private static final double WIDER = 2.5;

    private static final double TALLER = 6;

    private final List<Finds.Seen> seen = new ArrayList<>();
    private final Map<Integer, Known> tracks = new TreeMap<>();

    /** A person in a frame. */
    record Person(long atMs, Region box, double confidence) {}

    /** A face in a frame; what is not known of it is null. */
    record Face(
            long atMs,
            Region box,
            double confidence,
            @Nullable String ageBucket,
            @Nullable String gender,
            @Nullable String emotion) {}

    /** Something in a frame that people carry. */
    record Thing(long atMs, Region box, String object) {}

    /** What is known of a track. */
    private static final class Known {
        private final long firstMs;
        private long lastMs;
        private Region box;
        private double confidence;
        private final Map<String, Integer> ages = new TreeMap<>();
        private final Map<String, Integer> genders = new TreeMap<>();
        private final Map<Long, String> emotions = new TreeMap<>();
        private final Map<Long, Set<String>> objects = new TreeMap<>();

        Known(Person first) {
            this.firstMs = first.atMs();
            this.lastMs = first.atMs();
            this.box = first.box();
        }
    }

    RekognitionTracks(List<Person> persons, List<Face> faces, List<Thing> things) {
        TreeMap<Long, List<Person>> frames = new TreeMap<>();
        persons.forEach(each ->
                frames.computeIfAbsent(each.atMs(), at -> new ArrayList<>()).add(each));
        for (Face face : faces) {
            List<Person> there = frames.computeIfAbsent(face.atMs(), at -> new ArrayList<>());
            if (there.stream().noneMatch(person -> holds(person.box(), face.box()))) {
                there.add(new Person(face.atMs(), bodyOf(face.box()), face.confidence()));
            }
        }
        frames.values().forEach(this::follow);
        faces.forEach(this::describe);
        things.forEach(each -> whoHas(each.atMs(), each.box())
                .forEach(track -> track.objects
                        .computeIfAbsent(each.atMs(), at -> new TreeSet<>())
                        .add(each.object())));
        seen.sort(Comparator.comparingLong(Finds.Seen::atMs).thenComparingInt(Finds.Seen::track));
    }

    private static Region bodyOf(Region face) {
        double width = Math.min(1, face.width() * WIDER);
        double x = Math.max(0, Math.min(1 - width, face.x() - (width - face.width()) / 2));
        double y = Math.max(0, face.y() - face.height() / 2);
        return new Region(x, y, width, Math.min(1 - y, face.height() * TALLER));
    }

    private void follow(List<Person> frame) {
        Set<Integer> taken = new TreeSet<>();
        List<Person> order = new ArrayList<>(frame);
        order.sort(Comparator.comparingDouble(Person::confidence)
                .reversed()
                .thenComparingDouble(person -> person.box().x())
                .thenComparingDouble(person -> person.box().y()));
        for (Person each : order) {
            int best = 0;
            double most = OVERLAP_MIN;
            for (Map.Entry<Integer, Known> track : tracks.entrySet()) {
                double overlap = overlap(track.getValue().box, each.box());
                if (!taken.contains(track.getKey())
                        && each.atMs() - track.getValue().lastMs <= GAP_MS
                        && overlap > most) {
                    best = track.getKey();
                    most = overlap;
                }
            }
            int number = best == 0 ? tracks.size() + 1 : best;
            Known track = tracks.computeIfAbsent(number, key -> new Known(each));
            track.lastMs = each.atMs();
            track.box = each.box();
            track.confidence = Math.max(track.confidence, each.confidence());
            taken.add(number);
            seen.add(new Finds.Seen(number, each.atMs(), each.box(), each.confidence()));
        }
    }

    private void describe(Face face) {
        for (Known track : whoHas(face.atMs(), face.box())) {
            count(track.ages, face.ageBucket());
            count(track.genders, face.gender());
            if (face.emotion() != null) {
                track.emotions.put(face.atMs(), face.emotion());
            }
        }
    }

    private static void count(Map<String, Integer> votes, @Nullable String value) {
        if (value != null) {
            votes.merge(value, 1, Integer::sum);
        }
    }

    /** The smallest person around something in a frame; nobody, or one. */
    private List<Known> whoHas(long atMs, Region box) {
        return seen.stream()
                .filter(each -> each.atMs() == atMs && holds(each.box(), box))
                .min(Comparator.comparingDouble(
                        each -> each.box().width() * each.box().height()))
                .map(each -> List.of(Objects.requireNonNull(tracks.get(each.track()))))
                .orElse(List.of());
    }

    private static boolean holds(Region outer, Region inner) {
        double x = inner.x() + inner.width() / 2;
        double y = inner.y() + inner.height() / 2;
        return x >= outer.x() && x <= outer.x() + outer.width() && y >= outer.y() && y <= outer.y() + outer.height();
    }

    private static double overlap(Region one, Region other) {
        double width = Math.min(one.x() + one.width(), other.x() + other.width()) - Math.max(one.x(), other.x());
        double height = Math.min(one.y() + one.height(), other.y() + other.height()) - Math.max(one.y(), other.y());
        if (width <= 0 || height <= 0) {
            return 0;
        }
        double both = width * height;
        return both / (one.width() * one.height() + other.width() * other.height() - both);
    }

    /** What lies in a segment. */
    Finds between(long fromMs, long toMs, boolean isLast) {
        List<Finds.Seen> part = seen.stream()
                .filter(each -> each.atMs() >= fromMs && each.atMs() < toMs)
                .toList();
        Map<Integer, Finds.Tracked> told = new HashMap<>();
        part.forEach(each -> told.computeIfAbsent(each.track(), number -> tracked(number, fromMs, toMs)));
        List<Finds.Tracked> all = new ArrayList<>(told.values());
        all.sort(Comparator.comparingInt(Finds.Tracked::number));
        return new Finds(part, all, new byte[0], isLast);
    }

    private Finds.Tracked tracked(int number, long fromMs, long toMs) {
        Known track = Objects.requireNonNull(tracks.get(number));
        Set<String> objects = new TreeSet<>();
        track.objects.values().forEach(objects::addAll);
        String emotion = track.emotions.entrySet().stream()
                .filter(each -> each.getKey() >= fromMs && each.getKey() < toMs)
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
        return new Finds.Tracked(
                number,
                track.firstMs,
                track.confidence,
                new PersonAttributes(most(track.ages), most(track.genders), null, null, null),
                emotion,
                null,
                List.copyOf(objects),
                track.lastMs < toMs - GAP_MS,
                null);
    }

    private static @Nullable String most(Map<String, Integer> votes) {
        return votes.entrySet().stream()
                .max(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(null);
    }
}
