package dev.trestle.vision.worker;

import dev.trestle.media.video.Ffmpeg;
import dev.trestle.media.video.VideoLimits;
import dev.trestle.vision.detect.Frame;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The frames of a segment, decoded by an FFmpeg that ends with it: 4 for each second, each the picture that is shown at its moment. */
final class Frames implements AutoCloseable {
    static final int PER_SECOND = 4;
    private static final long MS = 1000 / PER_SECOND;

    private final Request request;
    private final Process process;
    private final InputStream in;
    private final byte[] buffer;
    private int read;

    private Frames(Request request, Process process) {
        this.request = request;
        this.process = process;
        this.in = process.getInputStream();
        this.buffer = new byte[request.width() * request.height() * Frame.CHANNELS];
    }

    static Frames open(Request request) throws IOException {
        Path program = Path.of(request.ffmpeg());
        Ffmpeg ffmpeg = new Ffmpeg(program, program.resolveSibling("ffprobe"));
        int side = VideoLimits.DEFAULT.side();
        List<String> command = ffmpeg.command(
                Path.of(request.video()),
                (long) side * side,
                List.of("-ss", seconds(request.fromMs()), "-t", seconds(request.toMs() - request.fromMs())),
                List.of(
                        "-map",
                        "0:V:0",
                        "-vf",
                        // A frame is shown until the next one comes.
                        "fps=" + PER_SECOND + ":round=up,scale=" + request.width() + ":" + request.height()
                                + ":flags=area",
                        "-pix_fmt",
                        "rgb24",
                        "-f",
                        "rawvideo",
                        "pipe:1"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(ffmpeg.environment());
        Process process = builder.start();
        process.getOutputStream().close();
        return new Frames(request, process);
    }

    private static String seconds(long ms) {
        return String.format(Locale.ROOT, "%.3f", ms / 1000.0);
    }

    /** The next one; its bytes are overwritten by the one after it. Null behind the last. */
    @Nullable
    Frame next() throws IOException {
        long atMs = request.fromMs() + read * MS;
        if (atMs >= request.toMs() || in.readNBytes(buffer, 0, buffer.length) < buffer.length) {
            return null;
        }
        read++;
        return new Frame(atMs, request.width(), request.height(), buffer);
    }

    /** Whether the decoder said that the file is not to be decoded. */
    boolean hasFailed() throws InterruptedException {
        return process.waitFor(1, TimeUnit.SECONDS) && process.exitValue() != 0;
    }

    int count() {
        return read;
    }

    /** As many as a segment has that is not the last one. */
    int whole() {
        return (int) ((request.toMs() - request.fromMs() + MS - 1) / MS);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
