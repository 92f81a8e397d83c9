package dev.trestle.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.zentriqvision.sample.SampleVideo;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code vision evaluate}: figures of a video by its labels, and what it says of files that are none. */
@Timeout(120)
class VisionCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    /** Who walks through the sample video, each half second that they are whole on the picture. */
    private Path labels() throws IOException {
        List<String> lines = new ArrayList<>(List.of("# seconds, person, box, colours", "640,360"));
        for (double at = 1; at <= 5; at += 0.5) {
            double middle = -0.05 + 1.1 * (at - 0.25) / 5.25;
            lines.add(String.format(Locale.ROOT, "%.2f,A,%.0f,112,103,237,orange,blue", at, (middle - 0.08) * 640));
        }
        return Files.write(directory.resolve("labels.csv"), lines);
    }

    private Path video() throws IOException {
        Path video = directory.resolve("yard.avi");
        SampleVideo.write(video);
        return video;
    }

    private int evaluate(Path video, Path labels) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine commandLine = Trestle.commandLine();
        commandLine.setOut(new PrintWriter(out));
        commandLine.setErr(new PrintWriter(err));
        return commandLine.execute("vision", "evaluate", video.toString(), labels.toString());
    }

    @Test
    void evaluate_videoAndLabels_printsHowRightItIs() throws IOException {
        assertThat(evaluate(video(), labels())).as("%s", err).isEqualTo(ExitCodes.FINE);
        assertThat(out.toString())
                .containsPattern("labelled frames +9")
                .containsPattern("recall +(8|9|10)\\S+ % +\\([89] of 9\\)")
                .containsPattern("precision +")
                .containsPattern("identity switches +0; 1 persons became 1 tracks")
                .containsPattern("upper colour right +100.0 %")
                .containsPattern("lower colour right +");
    }

    @Test
    void evaluate_filesThatAreNone_saysWhichAndWhy() throws IOException {
        Path labels = labels();
        Path text = Files.writeString(directory.resolve("text.mp4"), "no video");
        assertThat(evaluate(text, labels)).isEqualTo(ExitCodes.PROBLEM);
        assertThat(err.toString()).contains("trestle: ").doesNotContain("Exception");
        assertThat(evaluate(directory.resolve("none.mp4"), labels)).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("There is no video");
        Path wrong = Files.writeString(directory.resolve("wrong.csv"), "640,360\n0.3,A,1,1,1,1,,\n");
        assertThat(evaluate(video(), wrong)).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("wrong.csv, line 2");
    }
}
