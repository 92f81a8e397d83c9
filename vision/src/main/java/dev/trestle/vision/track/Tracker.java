package dev.trestle.vision.track;

import dev.trestle.vision.Observation;
import dev.trestle.vision.Segment;
import dev.trestle.vision.Track;
import dev.trestle.vision.detect.Box;
import dev.trestle.vision.detect.Detection;
import dev.trestle.vision.detect.Detection.Kind;
import dev.trestle.vision.detect.Detector;
import dev.trestle.vision.detect.Frame;
import dev.trestle.vision.track.Matching.Found;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Follows people through the frames of one segment. It begins with what the segment before has left, and what it finds depends on that and on the frames
 * alone.
 */
public final class Tracker {
    private static final float BEGIN = 0.45f;
    private static final float BELIEVED = 0.5f;
    private static final int BELIEVED_AFTER = 3;
    private static final int DOUBTED_MISSES = 2;
    private static final long LOST_MS = 2000;
    private static final float OBJECT_LEAST = 0.35f;
    private static final float REACH = 0.15f;
    private static final float CROP_BETTER = 1.15f;
    private static final int PEOPLE_MAX = 200;

    private final Detector detector;
    private final TrackerState state;
    private final List<Observation> observations = new ArrayList<>();
    private final Map<Followed, Track.Crop> crops = new IdentityHashMap<>();
    private final List<Track> tracks = new ArrayList<>();
    private int frames;
    private int detected;

    /** {@code state} is what another tracker ended with, or empty. */
    public Tracker(Detector detector, byte[] state) {
        this.detector = detector;
        this.state = TrackerState.read(state);
    }

    /** Frames come in their order. */
    public void look(Frame frame) {
        frames++;
        byte[] gray = Motion.gray(frame);
        boolean isSettled = state.followed.stream().allMatch(Followed::isBelieved);
        if (isSettled && !Motion.between(state.seen, gray)) {
            nothingMoved(frame.atMs());
        } else {
            state.seen = gray;
            detected++;
            follow(frame, detector.detect(frame));
        }
        forgetTheLost(frame.atMs());
    }

    /** Whoever was there on the last frame is still there. */
    private void nothingMoved(long atMs) {
        for (Followed each : state.followed) {
            Observation last = each.last;
            if (last != null) {
                each.stayed(atMs);
                report(
                        each,
                        new Observation(
                                last.track(),
                                atMs,
                                last.box(),
                                last.confidence(),
                                last.upperColor(),
                                last.lowerColor(),
                                last.objects()));
            }
        }
    }

    private void follow(Frame frame, List<Detection> all) {
        List<Found> people = all.stream()
                .filter(each -> each.kind() == Kind.PERSON)
                .limit(PEOPLE_MAX)
                .map(each -> new Found(each, Clothes.of(frame, each.box())))
                .toList();
        Map<Found, Followed> matched = Matching.match(state.followed, people, frame.atMs());
        for (Followed each : state.followed) {
            if (!matched.containsValue(each)) {
                each.misses++;
                each.last = null;
            }
        }
        for (Found each : people) {
            Followed who = matched.get(each);
            if (who == null && each.detection().confidence() >= BEGIN && state.followed.size() < PEOPLE_MAX) {
                who = Followed.begin(each.detection().box(), frame.atMs());
                state.followed.add(who);
            }
            if (who != null) {
                seen(frame, who, each, all);
            }
        }
    }

    private void seen(Frame frame, Followed who, Found found, List<Detection> all) {
        Detection person = found.detection();
        who.seen(person.box(), frame.atMs(), found.clothes(), person.confidence());
        List<String> objects = objects(person, all);
        who.bagFrames += objects.contains("bag") ? 1 : 0;
        who.phoneFrames += objects.contains("phone") ? 1 : 0;
        if (!who.isBelieved() && who.looks >= BELIEVED_AFTER && who.confidence >= BELIEVED) {
            who.number = ++state.lastNumber;
            who.pending.forEach(each -> observations.add(numbered(each, who.number)));
            who.pending.clear();
        }
        report(
                who,
                new Observation(
                        who.number,
                        frame.atMs(),
                        person.box().region(),
                        person.confidence(),
                        Clothes.color(found.clothes().upper()),
                        Clothes.color(found.clothes().lower()),
                        objects));
        float score = Crops.score(frame, person, all);
        if (score > who.cropScore * CROP_BETTER) {
            who.cropScore = score;
            crops.put(who, Crops.cut(frame, person.box()));
        }
    }

    private void report(Followed who, Observation observation) {
        who.last = observation;
        (who.isBelieved() ? observations : who.pending).add(observation);
    }

    private static Observation numbered(Observation each, int number) {
        return new Observation(
                number,
                each.atMs(),
                each.box(),
                each.confidence(),
                each.upperColor(),
                each.lowerColor(),
                each.objects());
    }

    /** What lies at a person, and at nobody else more. */
    private static List<String> objects(Detection person, List<Detection> all) {
        List<String> objects = new ArrayList<>();
        for (Detection each : all) {
            String name = each.kind() == Kind.PHONE ? "phone" : "bag";
            if (each.kind() != Kind.PERSON
                    && each.confidence() >= OBJECT_LEAST
                    && !objects.contains(name)
                    && person.equals(owner(each, all))) {
                objects.add(name);
            }
        }
        objects.sort(Comparator.naturalOrder());
        return objects;
    }

    private static @Nullable Detection owner(Detection object, List<Detection> all) {
        Detection owner = null;
        float nearest = Float.MAX_VALUE;
        for (Detection each : all) {
            Box box = each.box();
            float distance = Math.abs(box.centerX() - object.box().centerX()) / box.width();
            if (each.kind() == Kind.PERSON
                    && box.grown(REACH)
                            .contains(object.box().centerX(), object.box().centerY())
                    && distance < nearest) {
                owner = each;
                nearest = distance;
            }
        }
        return owner;
    }

    private void forgetTheLost(long atMs) {
        for (Iterator<Followed> all = state.followed.iterator(); all.hasNext(); ) {
            Followed each = all.next();
            boolean isLost = each.hasLeft(atMs)
                    || (each.isBelieved() ? atMs - each.lastMs > LOST_MS : each.misses >= DOUBTED_MISSES);
            if (isLost) {
                all.remove();
                if (each.isBelieved()) {
                    tracks.add(summary(each, true));
                }
            }
        }
    }

    /** The segment is over. {@code isLast} says that the video is, too. */
    public Segment end(boolean isLast) {
        for (Followed each : state.followed) {
            if (each.isBelieved()) {
                tracks.add(summary(each, isLast));
            } else {
                // Its picture is not kept between segments.
                each.cropScore = 0;
            }
        }
        if (isLast) {
            state.followed.clear();
        }
        observations.sort(Comparator.comparingLong(Observation::atMs).thenComparingInt(Observation::track));
        tracks.sort(Comparator.comparingInt(Track::number));
        return new Segment(observations, tracks, state.write(), isLast, frames, detected);
    }

    private Track summary(Followed each, boolean hasEnded) {
        return new Track(
                each.number,
                each.firstMs,
                each.lastMs,
                each.observations,
                each.confidence,
                each.voted(each.upperVotes),
                each.voted(each.lowerVotes),
                each.objects(),
                hasEnded,
                crops.get(each));
    }
}
