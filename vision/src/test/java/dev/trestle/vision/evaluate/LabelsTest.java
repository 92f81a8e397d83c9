package dev.trestle.vision.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.vision.Color;
import dev.trestle.vision.detect.Box;
import dev.trestle.vision.evaluate.Labels.Label;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of labels. */
class LabelsTest {
    @TempDir
    Path directory;

    private Labels read(String text) throws IOException {
        return Labels.read(Files.writeString(directory.resolve("labels.csv"), text));
    }

    @Test
    void read_file_hasEachFrame() throws IOException {
        Labels labels = read("# a comment\n200,100\n\n0.25, A, 20, 10, 40, 50, red,\n1.5\n0.25,B,0,0,10,10,,blue\n");

        assertThat(labels.frames().keySet()).containsExactly(250L, 1500L);
        assertThat(labels.frames().get(250L))
                .containsExactly(
                        new Label("A", new Box(0.1f, 0.1f, 0.1f + 0.2f, 0.1f + 0.5f), Color.RED, null),
                        new Label("B", new Box(0, 0, 0.05f, 0.1f), null, Color.BLUE));
        assertThat(labels.frames().get(1500L)).isEqualTo(List.of());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10,10;0.3,A,0,0,1,1,,|line 2: A labelled frame is at a quarter of a second",
                "10,10;0.25,A,0,0,1,1,mauve,|\"mauve\" is none of the colours",
                "10,10;0.25,A,0,0,1,,,|\"\" is no number",
                "10,10;0.25,A,0,0,0,1,,|A box has a width and a height",
                "10,10;0.25,A,0,0|A label is seconds,person",
                "0,10;0.25|A picture has pixels",
                "0.25,A,0,0,1,1,,|The first line is the size",
                "10,10|has no labelled frame",
            })
    void read_mistake_saysWhereAndWhat(String text, String message) {
        assertThatThrownBy(() -> read(text.replace(';', '\n')))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
