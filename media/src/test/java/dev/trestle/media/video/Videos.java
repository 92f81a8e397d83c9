package dev.trestle.media.video;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.opentest4j.TestAbortedException;

/** Videos, made by the machine's ffmpeg. */
final class Videos {
    private Videos() {}

    static void make(Path target, String... words) {
        List<String> command = new ArrayList<>(List.of("ffmpeg", "-nostdin", "-v", "error", "-y"));
        command.addAll(List.of(words));
        command.add(target.toString());
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(told).isZero();
        } catch (IOException e) {
            System.out.println("NOT RUN: videos, since ffmpeg is not installed (Debian: apt install ffmpeg)");
            throw new TestAbortedException("ffmpeg is not installed", e);
        } catch (InterruptedException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    /** Red for a second, then blue, at 10 frames a second. */
    static Path redThenBlue(Path target, int width, int height, String... words) {
        String size = ":s=" + width + "x" + height + ":r=10:d=1";
        List<String> all = new ArrayList<>(List.of("-f", "lavfi", "-i", "color=red" + size));
        all.addAll(List.of("-f", "lavfi", "-i", "color=blue" + size));
        all.addAll(List.of("-filter_complex", "[0:v][1:v]concat"));
        all.addAll(List.of(words));
        make(target, all.toArray(String[]::new));
        return target;
    }
}
