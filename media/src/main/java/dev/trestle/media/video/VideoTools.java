package dev.trestle.media.video;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trestle.media.ChildProcess;
import dev.trestle.media.MediaException;
import dev.trestle.media.MediaException.Problem;
import dev.trestle.media.MediaLimits;
import dev.trestle.media.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Does things with videos that people bring, through FFmpeg. Each call starts child processes, and waits for them; a few run at a time, further ones wait.
 *
 * <p>What is wrong with a file ends a call with {@link MediaException}; what is wrong with the machine with {@link UncheckedIOException}, and can be tried
 * again.
 */
public final class VideoTools {
    private static final int PROCESSES_MAX = 2;
    private static final Duration SHORT = Duration.ofMinutes(1);
    private static final long PICTURE_BYTES_MAX = 64L << 20;
    private static final Duration CLIP_MAX = Duration.ofMinutes(10);
    private static final Duration NEAR_THE_END = Duration.ofSeconds(5);

    private final Path directory;
    private final MediaLimits limits;
    private final VideoLimits videos;
    private final String configured;
    private final ObjectMapper json = new ObjectMapper();
    private final Semaphore places = new Semaphore(PROCESSES_MAX, true);
    private final Semaphore renditions = new Semaphore(1, true);
    private volatile @Nullable Ffmpeg found;

    /**
     * @param directory for temporary files, and for FFmpeg if it has to be unpacked
     * @param ffmpeg the configured program: a path, or a name on PATH
     */
    public VideoTools(Path directory, MediaLimits limits, VideoLimits videos, String ffmpeg) {
        this.directory = directory;
        this.limits = limits;
        this.videos = videos;
        this.configured = ffmpeg;
    }

    public Workspace workspace() throws IOException {
        return Workspace.in(directory);
    }

    /** What is in a file; without an opinion, apart from that it is a video file that FFmpeg reads. */
    public VideoInfo probe(Path video) {
        Ffmpeg ffmpeg = ffmpeg();
        return inWorkspace(space -> {
            Path told = space.next("probe");
            run(places, space, brief(), ffmpeg.probe(video, pixels(), told), ffmpeg, () -> {})
                    .check();
            try {
                return new Probe(json.readTree(told.toFile())).info();
            } catch (JsonProcessingException e) {
                throw damaged();
            }
        });
    }

    /** The probe of a video that is within the limits and has pictures; another one is refused. */
    public VideoInfo check(Path video) {
        VideoInfo info = probe(video);
        if (!info.hasPicture()) {
            throw new MediaException(Problem.UNSUPPORTED, 0, "The file has no pictures.");
        }
        if (info.width() == 0 || info.height() == 0) {
            throw damaged();
        }
        if (Math.max(info.width(), info.height()) > videos.side()) {
            throw new MediaException(
                    Problem.TOO_LARGE,
                    0,
                    "The video has " + info.width() + " × " + info.height() + " pixels. At most " + videos.side()
                            + " a side are read.");
        }
        if (info.duration().compareTo(videos.duration()) > 0) {
            throw new MediaException(
                    Problem.TOO_LARGE,
                    0,
                    "The video takes more than " + videos.duration().toHours() + " hours.");
        }
        return info;
    }

    /**
     * The picture at a moment as JPEG, without metadata; at or after the end, the last one.
     *
     * @param region of it that is wanted
     * @param side of a square that the result fits into; smaller pictures keep their size
     */
    public byte[] picture(Path video, Duration at, Region region, int side) {
        if (at.isNegative() || side < 16 || side > videos.side()) {
            throw new IllegalArgumentException("A picture has a moment, and a side of 16 pixels or more.");
        }
        byte[] made = picture(video, List.of("-ss", seconds(at)), List.of("-frames:v", "1"), region, side);
        if (made.length == 0) {
            made = picture(video, List.of("-sseof", "-" + seconds(NEAR_THE_END)), List.of(), region, side);
        }
        if (made.length == 0) {
            throw damaged();
        }
        return made;
    }

    private byte[] picture(Path video, List<String> before, List<String> frames, Region region, int side) {
        String crop = String.format(
                Locale.ROOT,
                "crop=w='max(2,iw*%.6f)':h='max(2,ih*%.6f)':x=iw*%.6f:y=ih*%.6f",
                region.width(),
                region.height(),
                region.x(),
                region.y());
        String scale = "scale=w='min(" + side + ",iw)':h='min(" + side + ",ih)':force_original_aspect_ratio=decrease";
        Ffmpeg ffmpeg = ffmpeg();
        return inWorkspace(space -> {
            Path target = space.next("picture");
            List<String> after = new ArrayList<>(List.of("-map", "0:V:0"));
            after.addAll(frames);
            after.addAll(List.of("-vf", crop + "," + scale + ",format=yuvj420p", "-map_metadata", "-1"));
            // A picture that is written over again and again: the last one stays.
            after.addAll(List.of("-c:v", "mjpeg", "-q:v", "3", "-f", "image2", "-update", "1", target.toString()));
            ChildProcess.Result result =
                    run(places, space, brief(), ffmpeg.command(video, pixels(), before, after), ffmpeg, () -> {});
            if (result.end() != ChildProcess.End.FAILED) {
                result.check();
            }
            return Files.exists(target) ? Files.readAllBytes(target) : new byte[0];
        });
    }

    /**
     * A rendition that browsers play: H.264 with AAC in MP4, its index in front. It is a file of the workspace.
     *
     * @param progress is told how far it is, from 0 to 1
     */
    public Path rendition(Workspace space, Path video, Consumer<Double> progress) {
        VideoInfo info = check(video);
        Ffmpeg ffmpeg = ffmpeg();
        return guarded(() -> {
            Rendition rendition = new Rendition(space, info, videos, limits);
            List<String> after = rendition.arguments(encoders(ffmpeg, space));
            ChildProcess.Result result = run(
                    renditions,
                    space,
                    rendition.limits(Files.size(video)),
                    ffmpeg.command(video, pixels(), List.of(), after),
                    ffmpeg,
                    () -> rendition.tell(progress));
            result.check();
            return rendition.target();
        });
    }

    /**
     * A clip of a video, encoded anew: H.264 in MP4 without sound, in which what a redaction hides cannot be recognized. It is a file of the
     * workspace.
     *
     * @param progress is told how far it is, from 0 to 1; what it throws ends the work
     */
    public Path clip(
            Workspace space,
            Path video,
            Duration start,
            Duration length,
            Redaction redaction,
            Consumer<Double> progress) {
        if (start.isNegative() || length.isNegative() || length.isZero() || length.compareTo(CLIP_MAX) > 0) {
            throw new IllegalArgumentException("A clip has a start, and at most " + CLIP_MAX.toSeconds() + " seconds.");
        }
        VideoInfo info = check(video);
        Ffmpeg ffmpeg = ffmpeg();
        return guarded(() -> {
            RedactedClip clip = new RedactedClip(space, info, length, limits);
            clip.writeMasks(redaction);
            List<String> after = clip.after(encoders(ffmpeg, space));
            run(
                            renditions,
                            space,
                            clip.limits(),
                            ffmpeg.command(video, pixels(), clip.before(start), after),
                            ffmpeg,
                            () -> clip.tell(progress))
                    .check();
            return clip.target();
        });
    }

    /** What FFmpeg prints of its encoders. */
    private String encoders(Ffmpeg ffmpeg, Workspace space) throws IOException, InterruptedException {
        ChildProcess.Result printed = run(places, space, brief(), Rendition.encoders(ffmpeg), ffmpeg, () -> {});
        // Stopped by a limit, it has printed a part: an encoder that is missing there may exist.
        if (printed.end() != ChildProcess.End.FAILED) {
            printed.check();
        }
        return printed.report();
    }

    private Ffmpeg ffmpeg() {
        Ffmpeg known = found;
        if (known == null) {
            synchronized (this) {
                known = Ffmpeg.find(configured, directory);
                found = known;
            }
        }
        return known;
    }

    private long pixels() {
        return Math.min(limits.pixels(), (long) videos.side() * videos.side());
    }

    /** For what takes seconds unless the file is hostile. */
    private MediaLimits brief() {
        return limits.withTime(limits.time().compareTo(SHORT) < 0 ? limits.time() : SHORT)
                .withOutput(Math.min(limits.output(), PICTURE_BYTES_MAX));
    }

    private static ChildProcess.Result run(
            Semaphore places, Workspace space, MediaLimits limits, List<String> command, Ffmpeg ffmpeg, Runnable look)
            throws IOException, InterruptedException {
        places.acquire();
        try {
            return new ChildProcess(space, limits, look).run(command, ffmpeg.environment());
        } finally {
            places.release();
        }
    }

    private interface Work<T> {
        T get() throws IOException, InterruptedException;
    }

    private interface WorkIn<T> {
        T get(Workspace space) throws IOException, InterruptedException;
    }

    private <T> T inWorkspace(WorkIn<T> work) {
        return guarded(() -> {
            try (Workspace space = workspace()) {
                return work.get(space);
            }
        });
    }

    private static <T> T guarded(Work<T> work) {
        try {
            return work.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("A child process was not waited for.", e));
        } catch (IOException e) {
            throw new UncheckedIOException("A child process could not be used.", e);
        }
    }

    private static MediaException damaged() {
        return new MediaException(Problem.DAMAGED, 0, "The video cannot be read.");
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.3f", duration.toMillis() / 1000.0);
    }
}
