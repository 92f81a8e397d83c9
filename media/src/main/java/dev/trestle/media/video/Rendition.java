package dev.trestle.media.video;

import dev.trestle.media.MediaException;
import dev.trestle.media.MediaException.Problem;
import dev.trestle.media.MediaLimits;
import dev.trestle.media.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** One rendition of a video for browsers: FFmpeg's arguments, what it may take, and how far it is. */
final class Rendition {
    private static final int SIDE_MAX = 1920;
    private static final int LARGE = 1280;
    private static final long TIMES_ITS_LENGTH = 4;

    private final VideoInfo info;
    private final VideoLimits videos;
    private final MediaLimits limits;
    private final Path target;
    private final Progress progress;

    Rendition(Workspace space, VideoInfo info, VideoLimits videos, MediaLimits limits) {
        this.info = info;
        this.videos = videos;
        this.limits = limits;
        this.target = space.next("rendition");
        this.progress = new Progress(space.next("progress"), info.duration());
    }

    Path target() {
        return target;
    }

    /** A long video takes its time, but not any. */
    MediaLimits limits(long bytes) {
        Duration length = info.duration().isZero() ? videos.duration() : info.duration();
        return limits.withTime(limits.time().plus(length.multipliedBy(TIMES_ITS_LENGTH)))
                .withOutput(limits.output() + 4 * bytes);
    }

    /** Prints which encoders there are. */
    static List<String> encoders(Ffmpeg ffmpeg) {
        return List.of(ffmpeg.ffmpeg().toString(), "-hide_banner", "-v", "error", "-encoders");
    }

    List<String> arguments(String encoders) {
        List<String> words = new ArrayList<>(List.of("-map", "0:V:0", "-map", "0:a:0?", "-map_metadata", "-1"));
        // Frames keep their times: a file that claims a gap of hours does not get filled with pictures.
        words.addAll(
                List.of("-vsync", "vfr", "-t", String.valueOf(videos.duration().toSeconds())));
        String fit = "scale=w='min(" + SIDE_MAX + ",iw)':h='min(" + SIDE_MAX
                + ",ih)':force_original_aspect_ratio=decrease:force_divisible_by=2";
        words.addAll(List.of("-vf", fit, "-pix_fmt", "yuv420p"));
        words.addAll(encoder(encoders, info.width(), info.height()));
        words.addAll(List.of("-c:a", "aac", "-ac", "2", "-b:a", "128k", "-movflags", "+faststart"));
        words.addAll(List.of("-progress", progress.file().toString(), "-f", "mp4", target.toString()));
        return words;
    }

    /** H.264 by the encoder that there is. */
    static List<String> encoder(String encoders, int width, int height) {
        if (encoders.contains(" libx264 ")) {
            return List.of("-c:v", "libx264", "-preset", "veryfast", "-crf", "24", "-threads", "1");
        }
        if (encoders.contains(" libopenh264 ")) {
            boolean isLarge = Math.max(width, height) > LARGE;
            return List.of("-c:v", "libopenh264", "-b:v", isLarge ? "4M" : "2M", "-threads", "1");
        }
        throw new MediaException(
                Problem.UNAVAILABLE, null, "This FFmpeg writes no H.264: it needs libx264 or libopenh264.");
    }

    /** Tells how far it is, from 0 to 1, when that has changed. */
    void tell(Consumer<Double> listener) {
        progress.tell(listener);
    }
}
