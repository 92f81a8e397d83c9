package dev.trestle.vision.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trestle.media.video.Region;
import org.junit.jupiter.api.Test;

/** Rectangles, and pictures cut by them. */
class BoxTest {
    @Test
    void overlap_ofBoxes_isIntersectionOverUnion() {
        Box box = new Box(0, 0, 0.4f, 0.4f);

        assertThat(box.overlap(box)).isEqualTo(1);
        assertThat(box.overlap(new Box(0.2f, 0, 0.6f, 0.4f))).isCloseTo(1 / 3f, within(1e-5f));
        assertThat(box.overlap(new Box(0.4f, 0, 0.6f, 0.4f))).isZero();
    }

    @Test
    void region_ofABoxOverTheEdge_liesOnTheFrame() {
        assertThat(new Box(-0.5f, 0.5f, 0.5f, 1.5f).region()).isEqualTo(new Region(0, 0.5, 0.5, 0.5));
    }

    @Test
    void scaled_part_isTheAverageOfItsPixels() {
        // Four pixels in a row, red 0, 100, 200, 40.
        Frame frame = new Frame(0, 4, 1, new byte[] {0, 1, 1, 100, 1, 1, (byte) 200, 1, 1, 40, 1, 1});

        assertThat(frame.scaled(new Box(0, 0, 1, 1), 2, 1)).containsExactly(50, 1, 1, 120, 1, 1);
        assertThat(frame.scaled(new Box(0.5f, 0, 1, 1), 1, 1)).containsExactly(120, 1, 1);
        // Enlarged, each pixel is one of the two that it lies between.
        assertThat(frame.scaled(new Box(0, 0, 1, 1), 8, 1))
                .hasSize(24)
                .startsWith(0, 1, 1, 100)
                .endsWith(40, 1, 1);
    }
}
