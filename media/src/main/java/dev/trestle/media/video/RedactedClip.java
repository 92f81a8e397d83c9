package dev.trestle.media.video;

import dev.trestle.media.MediaLimits;
import dev.trestle.media.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * A clip of a video that is encoded anew, without sound, and in which areas are made unrecognizable.
 *
 * <p>FFmpeg reads the span as pictures at a fixed rate, and beside it two masks with one picture for each of them: where the one is white, the
 * clip shows the picture scaled down to {@value #SAMPLES} samples a side and up again, and where the other is white, a frame. What is under
 * the first mask cannot be had back from the clip: it is not in it.
 */
final class RedactedClip {
    private static final int SIDE_MAX = 1920;

    /** Of the longer side: a head that fills a quarter of the picture is five samples wide. */
    private static final int SAMPLES = 20;

    private static final double RATE_MAX = 30;
    private static final double RATE_UNKNOWN = 25;
    private static final long TIMES_ITS_LENGTH = 8;
    private static final long BYTES_A_SECOND = 4 << 20;

    private final int width;
    private final int height;
    private final double rate;
    private final Duration length;
    private final MediaLimits limits;
    private final Path hidden;
    private final Path framed;
    private final Path target;
    private final Progress progress;

    RedactedClip(Workspace space, VideoInfo info, Duration length, MediaLimits limits) {
        double fit = Math.min(1.0, SIDE_MAX / (double) Math.max(info.width(), info.height()));
        this.width = even(info.width() * fit);
        this.height = even(info.height() * fit);
        this.rate = info.frameRate() <= 0 ? RATE_UNKNOWN : Math.max(1, Math.min(RATE_MAX, info.frameRate()));
        this.length = length;
        this.limits = limits;
        this.hidden = space.next("hidden");
        this.framed = space.next("framed");
        this.target = space.next("clip");
        this.progress = new Progress(space.next("progress"), length);
    }

    private static int even(double side) {
        return Math.max(2, (int) Math.round(side / 2) * 2);
    }

    Path target() {
        return target;
    }

    MediaLimits limits() {
        return limits.withTime(limits.time().plus(length.multipliedBy(TIMES_ITS_LENGTH)))
                .withOutput(limits.output() + BYTES_A_SECOND * (length.toSeconds() + 1));
    }

    /** A picture for each of the clip's, and one more for a span that is a little longer than it says. */
    void writeMasks(Redaction redaction) throws IOException {
        long pictures = (long) Math.ceil(length.toMillis() / 1000.0 * rate) + 2;
        try (MaskFile hide = new MaskFile(hidden, width, height);
                MaskFile frame = new MaskFile(framed, width, height)) {
            for (long i = 0; i < pictures; i++) {
                Duration at = Duration.ofMillis(Math.round(i / rate * 1000));
                hide.fill(redaction.hidden(at));
                frame.frame(redaction.framed(at));
            }
        }
    }

    List<String> before(Duration start) {
        return List.of("-ss", seconds(start), "-t", seconds(length));
    }

    List<String> after(String encoders) {
        List<String> words = new ArrayList<>();
        for (Path mask : List.of(hidden, framed)) {
            words.addAll(List.of(
                    "-f",
                    "rawvideo",
                    "-pixel_format",
                    "monob",
                    "-video_size",
                    MaskFile.widthOf(width) + "x" + MaskFile.heightOf(height),
                    "-framerate",
                    rate(),
                    "-i",
                    "file:" + mask.toAbsolutePath()));
        }
        words.addAll(List.of("-filter_complex", filters(), "-map", "[out]", "-an", "-sn", "-dn"));
        words.addAll(
                List.of("-map_metadata", "-1", "-map_chapters", "-1", "-t", seconds(length), "-pix_fmt", "yuv420p"));
        words.addAll(Rendition.encoder(encoders, width, height));
        words.addAll(
                List.of("-movflags", "+faststart", "-progress", progress.file().toString(), "-f", "mp4"));
        words.add(target.toString());
        return words;
    }

    private String filters() {
        String size = width + ":" + height;
        int longer = Math.max(width, height);
        String small = Math.max(2, Math.round(width * (float) SAMPLES / longer)) + ":"
                + Math.max(2, Math.round(height * (float) SAMPLES / longer));
        return "[0:V:0]fps=" + rate() + ":start_time=0,scale=" + size
                + ",setsar=1,format=yuv420p,split=3[picture][rough][white];"
                + "[rough]scale=" + small + ":flags=area,scale=" + size + ":flags=bilinear[smooth];"
                + "[1:v]format=gray,scale=" + size + ":flags=neighbor[hide];"
                + "[smooth][hide]alphamerge[covers];"
                + "[white]lutyuv=y=235:u=128:v=128[light];"
                + "[2:v]format=gray,scale=" + size + ":flags=neighbor[frame];"
                + "[light][frame]alphamerge[frames];"
                + "[picture][covers]overlay=format=yuv420[covered];"
                + "[covered][frames]overlay=format=yuv420[out]";
    }

    private String rate() {
        return String.format(Locale.ROOT, "%.4f", rate);
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.3f", duration.toMillis() / 1000.0);
    }

    void tell(Consumer<Double> listener) {
        progress.tell(listener);
    }
}
