package dev.trestle.vision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.vision.evaluate.Evaluator;
import dev.trestle.vision.evaluate.Labels;
import dev.trestle.vision.evaluate.Scores;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** How right the analyzer is on real footage: vtest.avi, which Debian's package opencv-doc brings. */
class AccuracyTest {
    private static final List<String> PLACES = List.of(
            "/usr/share/doc/opencv-doc/examples/data/vtest.avi",
            "/usr/share/doc/opencv-doc/examples/data/vtest.avi.gz");
    private static final double RECALL = 0.75;
    private static final double PRECISION = 0.8;
    private static final long BEGINNING_MS = 25_000;

    @TempDir
    Path directory;

    private Path video() throws IOException {
        for (String each : PLACES) {
            Path file = Path.of(each);
            if (Files.exists(file) && each.endsWith(".gz")) {
                Path unpacked = directory.resolve("vtest.avi");
                try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
                    Files.copy(in, unpacked, StandardCopyOption.REPLACE_EXISTING);
                }
                return unpacked;
            }
            if (Files.exists(file)) {
                return file;
            }
        }
        System.out.println("NOT RUN: accuracy on vtest.avi, which is not there (Debian: apt install opencv-doc)");
        throw new TestAbortedException("vtest.avi is not there");
    }

    private static Labels labels() throws IOException {
        URL labels = Objects.requireNonNull(AccuracyTest.class.getResource("vtest.csv"));
        try {
            return Labels.read(Path.of(labels.toURI()));
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    private Scores scores(Labels labels) throws IOException {
        Scores scores = Evaluator.evaluate(new Vision(directory.resolve("work"), "ffmpeg"), video(), labels, ms -> {});
        System.out.println(scores.table());
        return scores;
    }

    @Test
    void evaluate_beginningOfRealFootage_findsThreeOfFourPeople() throws IOException {
        Labels beginning = new Labels(new TreeMap<>(labels().frames().headMap(BEGINNING_MS)));

        Scores scores = scores(beginning);

        assertThat(scores.people()).isGreaterThan(60);
        assertThat(scores.recall()).isGreaterThanOrEqualTo(RECALL);
        assertThat(scores.precision()).isGreaterThanOrEqualTo(PRECISION);
    }

    @Test
    @Tag("slow")
    void evaluate_realFootage_findsThreeOfFourPeople() throws IOException {
        Scores scores = scores(labels());

        assertThat(scores.frames()).isEqualTo(30);
        assertThat(scores.people()).isEqualTo(183);
        assertThat(scores.recall()).isGreaterThanOrEqualTo(RECALL);
        assertThat(scores.precision()).isGreaterThanOrEqualTo(PRECISION);
        assertThat((double) scores.upper().right() / scores.upper().labelled()).isGreaterThan(0.8);
    }
}
