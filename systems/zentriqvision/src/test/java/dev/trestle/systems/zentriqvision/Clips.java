package dev.trestle.systems.zentriqvision;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Short videos for tests, made by FFmpeg: of a real street (from Debian's package opencv-doc), and of nothing. Each is made once. */
final class Clips {
    private static final Path STREET = Path.of("/usr/share/doc/opencv-doc/examples/data/vtest.avi");
    private static final Map<String, byte[]> MADE = new ConcurrentHashMap<>();

    private Clips() {}

    /** Whether there are people to be found; if not, says loudly what is missing. */
    static boolean hasStreet() {
        boolean there = Files.exists(STREET);
        if (!there) {
            System.err.println("NOT RUN: tests that find people, because " + STREET
                    + " is missing. Install Debian's package opencv-doc.");
        }
        return there;
    }

    /** So many seconds of a street with people, which browsers play. */
    static byte[] street(int seconds) {
        return make(
                "mp4",
                List.of(
                        "-i",
                        STREET.toString(),
                        "-t",
                        String.valueOf(seconds),
                        "-c:v",
                        "libx264",
                        "-preset",
                        "ultrafast",
                        "-pix_fmt",
                        "yuv420p"));
    }

    /** The same in a container and a codec that browsers do not play. */
    static byte[] streetAsAvi(int seconds) {
        return make(
                "avi", List.of("-i", STREET.toString(), "-t", String.valueOf(seconds), "-c:v", "mpeg4", "-q:v", "5"));
    }

    /** Moving shapes without people. */
    static byte[] empty(int seconds) {
        return make(
                "mp4",
                List.of(
                        "-f",
                        "lavfi",
                        "-i",
                        "testsrc=size=320x240:rate=8:duration=" + seconds,
                        "-c:v",
                        "libx264",
                        "-pix_fmt",
                        "yuv420p"));
    }

    /** A chessboard of small fields that swap their colours with each picture: whatever is blurred in it is gray. 8 pictures a second. */
    static byte[] chessboard(int seconds) {
        return make(
                "mp4",
                List.of(
                        "-f",
                        "lavfi",
                        "-i",
                        "nullsrc=size=320x240:rate=8:duration=" + seconds,
                        "-vf",
                        "geq=lum='16+219*mod(floor(X/8)+floor(Y/8)+N,2)':cb=128:cr=128",
                        "-c:v",
                        "libx264",
                        "-crf",
                        "10",
                        "-pix_fmt",
                        "yuv420p"));
    }

    /** The pictures of a span, one byte a pixel. */
    static byte[] gray(byte[] mp4, double start, double seconds) {
        try {
            Path file = Files.createTempFile("clip", ".mp4");
            Files.write(file, mp4);
            Process process = new ProcessBuilder(
                            "ffmpeg",
                            "-nostdin",
                            "-loglevel",
                            "error",
                            "-ss",
                            Double.toString(start),
                            "-t",
                            Double.toString(seconds),
                            "-i",
                            file.toString(),
                            "-f",
                            "rawvideo",
                            "-pix_fmt",
                            "gray",
                            "-")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            byte[] pixels = process.getInputStream().readAllBytes();
            Files.delete(file);
            return pixels;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A video that is longer than what is sent whole: behind it stands a box that players skip. */
    static byte[] padded(byte[] mp4, int length) {
        byte[] padded = Arrays.copyOf(mp4, length);
        ByteBuffer.wrap(padded, mp4.length, 8).putInt(length - mp4.length).put(new byte[] {'f', 'r', 'e', 'e'});
        return padded;
    }

    /** Sound in an MP4 file. */
    static byte[] withoutPictures() {
        return make("mp4", List.of("-f", "lavfi", "-i", "sine=frequency=440:duration=1", "-c:a", "aac"));
    }

    private static byte[] make(String extension, List<String> arguments) {
        return MADE.computeIfAbsent(extension + arguments, key -> {
            try {
                Path file = Files.createTempFile("clip", "." + extension);
                List<String> command = new ArrayList<>(List.of("ffmpeg", "-nostdin", "-y", "-loglevel", "error"));
                command.addAll(arguments);
                command.add(file.toString());
                Process process = new ProcessBuilder(command).inheritIO().start();
                if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                    throw new IOException("ffmpeg failed: " + command);
                }
                byte[] bytes = Files.readAllBytes(file);
                Files.delete(file);
                return bytes;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        });
    }
}
