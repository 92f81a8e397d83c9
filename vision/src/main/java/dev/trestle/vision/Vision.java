package dev.trestle.vision;

import dev.trestle.media.MediaException;
import dev.trestle.media.MediaLimits;
import dev.trestle.media.video.Ffmpeg;
import dev.trestle.media.video.VideoLimits;
import dev.trestle.media.video.VideoTools;
import dev.trestle.vision.VisionException.Problem;
import dev.trestle.vision.detect.Weights;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The built-in analyzer: whether it is installed, and worker processes of it. */
public final class Vision {
    /** After this time without a word a worker is killed. */
    public static final Duration SILENCE = Duration.ofSeconds(60);

    private final Path directory;
    private final String ffmpeg;
    private final Duration silence;
    private final VideoTools videos;

    /**
     * @param directory for temporary files, and for programs that have to be unpacked
     * @param ffmpeg the configured program: a path, or a name on PATH
     */
    public Vision(Path directory, String ffmpeg) {
        this(directory, ffmpeg, SILENCE);
    }

    public Vision(Path directory, String ffmpeg, Duration silence) {
        this.directory = directory;
        this.ffmpeg = ffmpeg;
        this.silence = silence;
        this.videos = new VideoTools(directory, MediaLimits.DEFAULT, VideoLimits.DEFAULT, ffmpeg);
    }

    /** Why nothing can be analysed here, in words for an administrator; empty if it can. */
    public Optional<String> missing() {
        if (!Weights.areInstalled()) {
            return Optional.of("The built-in analyzer is not installed: the module vision-weights is missing.");
        }
        if (!hasRuntime()) {
            return Optional.of(
                    "The built-in analyzer does not run on this kind of machine: ONNX Runtime has no library for "
                            + System.getProperty("os.name") + " on " + System.getProperty("os.arch") + ".");
        }
        try {
            Ffmpeg.find(ffmpeg, directory);
            return Optional.empty();
        } catch (MediaException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static boolean hasRuntime() {
        String system = System.getProperty("os.name");
        String arch = System.getProperty("os.arch").equals("aarch64") ? "aarch64" : "x64";
        String folder = system.startsWith("Mac") ? "osx" : system.startsWith("Windows") ? "win" : "linux";
        String file = folder.equals("osx")
                ? "libonnxruntime.dylib"
                : folder.equals("win") ? "onnxruntime.dll" : "libonnxruntime.so";
        return Vision.class.getResource("/ai/onnxruntime/native/" + folder + "-" + arch + "/" + file) != null;
    }

    /**
     * Starts a worker process. It is for one thread.
     *
     * @throws VisionException with {@link Problem#NOT_INSTALLED} if something is {@linkplain #missing missing}
     */
    public SegmentAnalyzer start() {
        missing().ifPresent(message -> {
            throw new VisionException(Problem.NOT_INSTALLED, message);
        });
        try {
            return new WorkerProcess(videos, Ffmpeg.find(ffmpeg, directory), silence);
        } catch (IOException e) {
            throw new UncheckedIOException("A worker could not be started.", e);
        }
    }
}
