package dev.trestle.vision.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.media.video.Region;
import dev.trestle.vision.Color;
import dev.trestle.vision.Observation;
import dev.trestle.vision.Segment;
import dev.trestle.vision.Track;
import dev.trestle.vision.detect.Box;
import dev.trestle.vision.evaluate.Labels.Label;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is counted how. */
class EvaluationTest {
    private static Label label(String person, float left, @Nullable Color upper) {
        return new Label(person, new Box(left, 0.1f, left + 0.1f, 0.5f), upper, Color.BLACK);
    }

    private static Observation seen(int track, long atMs, double left) {
        return new Observation(track, atMs, new Region(left, 0.1, 0.1, 0.4), 0.9f, null, null, List.of());
    }

    private static Track track(int number, @Nullable Color upper) {
        return new Track(number, 0, 2000, 3, 0.9f, upper, Color.BLUE, List.of(), true, null);
    }

    @Test
    void scores_ofKnownMistakes_countEachOfThem() {
        Labels labels = new Labels(new TreeMap<>(Map.of(
                0L, List.of(label("A", 0.1f, Color.RED), label("B", 0.5f, Color.GREEN)),
                1000L, List.of(label("A", 0.2f, Color.RED), label("B", 0.6f, Color.GREEN)),
                2000L, List.of(label("A", 0.3f, Color.RED)))));
        Evaluation evaluation = new Evaluation();
        evaluation.add(new Segment(
                List.of(
                        seen(1, 0, 0.1),
                        // Half of the union is enough, a third is not.
                        seen(2, 0, 0.53),
                        seen(1, 1000, 0.25),
                        // A and B have changed their tracks; nobody is at the last one.
                        seen(2, 2000, 0.3),
                        seen(3, 2000, 0.8),
                        seen(3, 1500, 0.8)),
                List.of(track(1, Color.RED), track(2, null), track(3, Color.BLUE)),
                new byte[0],
                true,
                9,
                9));

        Scores scores = evaluation.scores(labels);

        assertThat(scores.people()).isEqualTo(5);
        assertThat(scores.found()).isEqualTo(3);
        assertThat(scores.reported()).as("on labelled frames").isEqualTo(5);
        assertThat(scores.recall()).isEqualTo(0.6);
        assertThat(scores.precision()).isEqualTo(0.6);
        assertThat(scores.switches()).isEqualTo(1);
        assertThat(scores.persons()).isEqualTo(2);
        assertThat(scores.tracks()).isEqualTo(2);
        assertThat(scores.table().lines())
                .anyMatch(each -> each.matches("recall +60\\.0 %  \\(3 of 5\\) .*"))
                .anyMatch(each -> each.matches("upper colour right +33\\.3 %  \\(1 of 3\\)"))
                .anyMatch(each -> each.matches("  red +said: none 1, red 1"))
                .anyMatch(each -> each.matches("  green +said: none 1"))
                .anyMatch(each -> each.matches("  black +said: blue 3"));
    }
}
