package dev.trestle.media.video;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How far a run of FFmpeg is, by the file to which it adds what it has done. For one thread. */
final class Progress {
    private static final double MICROS = 1_000_000;
    private static final double STEP = 0.01;
    private static final int TOLD_MAX = 2048;
    private static final Pattern DONE = Pattern.compile("out_time_us=(\\d{1,18})");

    private final Path file;
    private final Duration all;
    private double told;

    /** {@code all} is what there is to do. */
    Progress(Path file, Duration all) {
        this.file = file;
        this.all = all;
    }

    Path file() {
        return file;
    }

    /** Tells how far it is, from 0 to 1, when that has changed. */
    void tell(Consumer<Double> listener) {
        double micros = 0;
        for (Matcher each = DONE.matcher(lastTold()); each.find(); ) {
            micros = Double.parseDouble(each.group(1));
        }
        double whole = all.toMillis() / 1000.0 * MICROS;
        double done = whole <= 0 ? 0 : Math.min(1, micros / whole);
        if (done >= told + STEP) {
            told = done;
            listener.accept(done);
        }
    }

    private String lastTold() {
        try (SeekableByteChannel in = Files.newByteChannel(file)) {
            in.position(Math.max(0, in.size() - TOLD_MAX));
            ByteBuffer end = ByteBuffer.allocate(TOLD_MAX);
            in.read(end);
            return new String(end.array(), 0, end.position(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            return ""; // nothing is told yet
        }
    }
}
