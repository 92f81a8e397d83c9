package dev.trestle.vision.evaluate;

import dev.trestle.vision.Segment;
import dev.trestle.vision.SegmentAnalyzer;
import dev.trestle.vision.SegmentTask;
import dev.trestle.vision.Vision;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongConsumer;

/** Analyses a video as a server would, as far as its labels go, and compares. */
public final class Evaluator {
    private static final Duration SEGMENT = Duration.ofSeconds(30);

    /** Behind the last label: somebody who came just before it has to be believed first. */
    private static final long MORE_MS = 2000;

    private Evaluator() {}

    /** {@code progress} is told the milliseconds that are done, of those that {@link #length} says. */
    public static Scores evaluate(Vision vision, Path video, Labels labels, LongConsumer progress) {
        Evaluation evaluation = new Evaluation();
        Duration end = Duration.ofMillis(length(labels));
        byte[] state = {};
        try (SegmentAnalyzer analyzer = vision.start()) {
            for (Duration from = Duration.ZERO; from.compareTo(end) < 0; from = from.plus(SEGMENT)) {
                Duration to = from.plus(SEGMENT).compareTo(end) < 0 ? from.plus(SEGMENT) : end;
                Segment segment = analyzer.analyze(new SegmentTask(video, from, to, state), progress);
                evaluation.add(segment);
                state = segment.state();
                if (segment.isLast()) {
                    break;
                }
            }
        }
        return evaluation.scores(labels);
    }

    /** How much of the video is looked at, in milliseconds. */
    public static long length(Labels labels) {
        return labels.frames().lastKey() + MORE_MS;
    }
}
