package dev.trestle.media.video;

import dev.trestle.media.MediaException;
import dev.trestle.media.MediaException.Problem;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The programs ffmpeg and ffprobe of one installation, and the options that every run of them has: they may read the file they are given and
 * nothing else, neither over a network nor through a playlist.
 *
 * @param ffmpeg the program
 * @param ffprobe the program beside it
 */
public record Ffmpeg(Path ffmpeg, Path ffprobe) {
    /** The containers that are read. None of them names other files: FFmpeg follows no references of MOV files by itself. */
    private static final String CONTAINERS = "mov,matroska,avi";

    private static final String NO_FILE = "There is no FFmpeg here. Install ffmpeg, or set media.ffmpeg to its path.";

    /**
     * The configured one, if it is a path; else the one of that name on PATH; else the one that comes with Trestle, unpacked below a directory.
     *
     * @throws MediaException with {@link Problem#UNAVAILABLE} if there is none
     */
    public static Ffmpeg find(String configured, Path directory) {
        if (configured.contains(File.separator)) {
            Ffmpeg found = at(Path.of(configured));
            if (found == null) {
                throw new MediaException(
                        Problem.UNAVAILABLE, null, "There is no FFmpeg at media.ffmpeg, or no ffprobe beside it.");
            }
            return found;
        }
        String path = System.getenv("PATH");
        for (String each : (path == null ? "" : path).split(File.pathSeparator)) {
            Ffmpeg found = each.isEmpty() ? null : at(Path.of(each, configured));
            if (found != null) {
                return found;
            }
        }
        try {
            Path unpacked = BundledFfmpeg.unpack(directory);
            Ffmpeg found = unpacked == null ? null : at(unpacked);
            if (found == null) {
                throw new MediaException(Problem.UNAVAILABLE, null, NO_FILE);
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException("FFmpeg cannot be unpacked.", e);
        }
    }

    private static @Nullable Ffmpeg at(Path ffmpeg) {
        Path probe = ffmpeg.resolveSibling("ffprobe");
        return Files.isExecutable(ffmpeg) && Files.isExecutable(probe)
                ? new Ffmpeg(ffmpeg.toAbsolutePath(), probe.toAbsolutePath())
                : null;
    }

    /** The command that reads a video: the program, what keeps it in bounds, {@code before}, the file, {@code after}. */
    public List<String> command(Path video, long pixelsMax, List<String> before, List<String> after) {
        List<String> words = new ArrayList<>(List.of(ffmpeg.toString(), "-hide_banner", "-nostdin", "-v", "error"));
        words.addAll(bounds(pixelsMax));
        // One thread: several videos are read side by side instead.
        words.addAll(List.of("-threads", "1"));
        words.addAll(before);
        words.addAll(List.of("-i", source(video)));
        words.addAll(after);
        return words;
    }

    /** Writes what it finds, as JSON, into a file. */
    List<String> probe(Path video, long pixelsMax, Path target) {
        List<String> words = new ArrayList<>(List.of(ffprobe.toString(), "-hide_banner", "-v", "error"));
        words.addAll(bounds(pixelsMax));
        words.addAll(List.of("-of", "json", "-show_format", "-show_streams", "-o", target.toString(), source(video)));
        return words;
    }

    private static List<String> bounds(long pixelsMax) {
        return List.of(
                "-protocol_whitelist",
                "file,pipe",
                "-format_whitelist",
                CONTAINERS,
                "-max_pixels",
                String.valueOf(pixelsMax));
    }

    /** With the protocol in front, no name can be taken for an option or for another protocol. */
    private static String source(Path video) {
        return "file:" + video.toAbsolutePath();
    }

    /** The environment of a run. The libraries of the bundled programs lie beside them. */
    public Map<String, String> environment() {
        Path beside = ffmpeg.toAbsolutePath().getParent();
        return beside != null && Files.exists(beside.resolve(BundledFfmpeg.MARK))
                ? Map.of("LC_ALL", "C.UTF-8", "LD_LIBRARY_PATH", beside.toString())
                : Map.of("LC_ALL", "C.UTF-8");
    }
}
