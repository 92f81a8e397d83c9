package dev.trestle.vision.worker;

import dev.trestle.vision.Segment;
import dev.trestle.vision.detect.Detector;
import dev.trestle.vision.detect.Frame;
import dev.trestle.vision.detect.Weights;
import dev.trestle.vision.track.Tracker;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import javax.imageio.ImageIO;

/** The main program of the worker process: analyses one segment after the other, until its input ends. */
public final class VisionWorker {
    private static final long TELL_NANOS = 500_000_000;
    private static final int SIDE_MAX = 4096;

    private final Messages messages;
    private final Detector detector;

    private VisionWorker(Messages messages, Detector detector) {
        this.messages = messages;
        this.detector = detector;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Messages messages =
                new Messages(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
        // The output is for messages alone, whatever a library wants to say.
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        ImageIO.setUseCache(false);
        try (Detector detector = new Detector(Weights.load())) {
            new VisionWorker(messages, detector).serve();
        }
    }

    private void serve() throws IOException, InterruptedException {
        for (Request each = messages.read(Request.class); each != null; each = messages.read(Request.class)) {
            messages.write(answer(each));
        }
    }

    private Reply answer(Request request) throws InterruptedException {
        if (request.width() < 1
                || request.height() < 1
                || request.width() > SIDE_MAX
                || request.height() > SIDE_MAX
                || request.fromMs() < 0
                || request.toMs() <= request.fromMs()) {
            return new Reply(
                    request.fromMs(),
                    null,
                    "The segment is none: " + request.fromMs() + " to " + request.toMs(),
                    false);
        }
        try (Frames frames = Frames.open(request)) {
            return analyzed(request, frames);
        } catch (IOException | RuntimeException e) {
            return new Reply(request.fromMs(), null, String.valueOf(e), false);
        }
    }

    private Reply analyzed(Request request, Frames frames) throws IOException, InterruptedException {
        Tracker tracker = new Tracker(detector, request.state());
        long told = 0;
        for (Frame frame = frames.next(); frame != null; frame = frames.next()) {
            tracker.look(frame);
            if (told == 0 || System.nanoTime() - told > TELL_NANOS) {
                told = System.nanoTime();
                messages.write(new Reply(frame.atMs(), null, null, false));
            }
        }
        boolean isWhole = frames.count() >= frames.whole();
        if (frames.count() == 0 && request.fromMs() == 0 && frames.hasFailed()) {
            return new Reply(0, null, "No frame can be decoded.", true);
        }
        // What a file says of its duration may be wrong, or nothing.
        Segment segment = tracker.end(!isWhole && request.toMs() >= request.durationMs());
        return new Reply(request.toMs(), segment, null, false);
    }
}
