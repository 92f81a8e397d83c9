package dev.trestle.server;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Shows how far long work is: on a terminal one line that is drawn again and again, elsewhere a line every few seconds. */
final class WorkBar {
    /** Set by the launcher, which knows: Java cannot tell whether standard error is a terminal. */
    static final String TERMINAL = "trestle.terminal";

    private static final int WIDTH = 24;
    private static final long LINE_NANOS = 5_000_000_000L;

    private final String verb;
    private final PrintWriter out;
    private final boolean terminal;
    private final LongSupplier nanos;
    private final long began;
    private long lastLine;

    WorkBar(String verb, PrintWriter out, boolean terminal, LongSupplier nanos) {
        this.verb = verb;
        this.out = out;
        this.terminal = terminal;
        this.nanos = nanos;
        this.began = nanos.getAsLong();
        this.lastLine = began;
    }

    static WorkBar on(PrintWriter err, String verb) {
        return new WorkBar(verb, err, Boolean.getBoolean(TERMINAL), System::nanoTime);
    }

    /** {@code total} is 0 if it is not known. */
    void at(long done, long total, String unit) {
        long now = nanos.getAsLong();
        if (terminal) {
            out.print("\r\033[K" + line(done, total, unit, now));
            out.flush();
        } else if (now - lastLine >= LINE_NANOS) {
            lastLine = now;
            out.println(line(done, total, unit, now));
            out.flush();
        }
    }

    /** Leaves the line on which the bar stands. */
    void end() {
        if (terminal) {
            out.print("\r\033[K");
            out.flush();
        }
    }

    double seconds() {
        return Math.max((nanos.getAsLong() - began) / 1e9, 0.001);
    }

    private String line(long done, long total, String unit, long now) {
        long seconds = (now - began) / 1_000_000_000L;
        String time = String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
        if (total <= 0) {
            return verb + " " + time + (done > 0 ? String.format(Locale.ROOT, ", %,d %s", done, unit) : "");
        }
        double part = Math.min(1, (double) done / total);
        int filled = (int) (part * WIDTH);
        return String.format(
                Locale.ROOT,
                "%s [%s%s] %3.0f %% %,d of %,d %s, %s",
                verb,
                "#".repeat(filled),
                ".".repeat(WIDTH - filled),
                Math.floor(part * 100),
                done,
                total,
                unit,
                time);
    }
}
