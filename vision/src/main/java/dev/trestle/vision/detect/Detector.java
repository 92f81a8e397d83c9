package dev.trestle.vision.detect;

import dev.trestle.vision.detect.Detection.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds people and what they carry on a frame. The network sees little pictures only, so it is shown the whole frame and parts of it: people far away are
 * large enough on a part.
 */
public final class Detector implements AutoCloseable {
    /** Below this nothing is reported; a tracker believes the doubtful ones only where it expects somebody. */
    public static final float LEAST = 0.25f;

    /** Two boxes that share more than this of their union are one person, or more than the other of the smaller one. */
    private static final float SAME = 0.5f;

    private static final float INSIDE = 0.75f;

    /** Two views give one person boxes that differ more; two people of one view are two. */
    private static final float SAME_ACROSS = 0.4f;

    private static final float INSIDE_ACROSS = 0.6f;
    private static final int MOST = 300;
    private static final float EDGE = 0.012f;
    private static final float PART = 0.6f;
    private static final Box WHOLE = new Box(0, 0, 1, 1);
    private static final List<Box> VIEWS = List.of(
            WHOLE,
            new Box(0, 0, PART, PART),
            new Box(1 - PART, 0, 1, PART),
            new Box(0, 1 - PART, PART, 1),
            new Box(1 - PART, 1 - PART, 1, 1));

    private final Network network;

    public Detector(byte[] weights) {
        this.network = new Network(weights);
    }

    private record Candidate(Detection detection, Box view) {}

    /** The surest first. */
    public List<Detection> detect(Frame frame) {
        List<Candidate> all = new ArrayList<>();
        for (Box view : VIEWS) {
            collect(view, network.look(frame.scaled(view, Network.SIDE, Network.SIDE)), all);
        }
        all.sort(Comparator.comparingDouble((Candidate each) -> each.detection.confidence())
                .reversed());
        List<Candidate> kept = new ArrayList<>();
        for (Candidate each : all) {
            if (kept.size() < MOST && kept.stream().noneMatch(other -> isSame(each, other))) {
                kept.add(each);
            }
        }
        return kept.stream().map(Candidate::detection).toList();
    }

    private static void collect(Box view, Network.Answer answer, List<Candidate> into) {
        Kind[] kinds = Kind.values();
        for (int i = 0; i < answer.scores().length; i++) {
            float score = answer.scores()[i];
            if (score >= LEAST) {
                int at = i / kinds.length * 4;
                float[] boxes = answer.boxes();
                Box inView = new Box(boxes[at + 1], boxes[at], boxes[at + 3], boxes[at + 2]).clipped();
                if (inView.area() > 0 && !isCut(view, inView)) {
                    into.add(new Candidate(new Detection(kinds[i % kinds.length], placed(view, inView), score), view));
                }
            }
        }
    }

    /** At an edge of a part that is no edge of the frame somebody is cut in two: another view has the whole person. */
    private static boolean isCut(Box view, Box inView) {
        return (view.left() > 0 && inView.left() < EDGE)
                || (view.top() > 0 && inView.top() < EDGE)
                || (view.right() < 1 && inView.right() > 1 - EDGE)
                || (view.bottom() < 1 && inView.bottom() > 1 - EDGE);
    }

    private static Box placed(Box view, Box inView) {
        return new Box(
                view.left() + inView.left() * view.width(),
                view.top() + inView.top() * view.height(),
                view.left() + inView.right() * view.width(),
                view.top() + inView.bottom() * view.height());
    }

    private static boolean isSame(Candidate one, Candidate other) {
        if (one.detection.kind() != other.detection.kind()) {
            return false;
        }
        Box first = one.detection.box();
        Box second = other.detection.box();
        boolean isAcross = !one.view.equals(other.view);
        float smaller = Math.min(first.area(), second.area());
        return first.overlap(second) > (isAcross ? SAME_ACROSS : SAME)
                || first.intersection(second) > (isAcross ? INSIDE_ACROSS : INSIDE) * smaller;
    }

    @Override
    public void close() {
        network.close();
    }
}
