package dev.trestle.server;

import dev.trestle.engine.api.TransferProgress;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows how far an export or import is: on a terminal one line that is drawn again and again, elsewhere a line every few seconds. Stops
 * the transfer once it was {@linkplain #stop asked to}.
 */
final class TransferBar implements TransferProgress.Listener {
    private static final int WIDTH = 24;
    private static final long LINE_NANOS = 5_000_000_000L;
    private static final double MB = 1e6;

    private final String verb;
    private final PrintWriter out;
    private final boolean terminal;
    private final LongSupplier nanos;
    private final long began;
    private long lastLine;
    private @Nullable TransferProgress first;
    private volatile boolean stopped;

    TransferBar(String verb, PrintWriter out, boolean terminal, LongSupplier nanos) {
        this.verb = verb;
        this.out = out;
        this.terminal = terminal;
        this.nanos = nanos;
        this.began = nanos.getAsLong();
        this.lastLine = began;
    }

    @Override
    public boolean goOn(TransferProgress progress) {
        if (first == null) {
            first = progress;
        }
        long now = nanos.getAsLong();
        if (terminal) {
            out.print("\r\033[K" + line(progress, now));
            out.flush();
        } else if (now - lastLine >= LINE_NANOS) {
            lastLine = now;
            out.println(line(progress, now));
            out.flush();
        }
        return !stopped;
    }

    /** To be called by another thread. */
    void stop() {
        stopped = true;
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

    private String line(TransferProgress progress, long now) {
        double part = progress.itemsTotal() == 0 ? 1 : (double) progress.items() / progress.itemsTotal();
        part = Math.min(part, 1);
        int filled = (int) (part * WIDTH);
        TransferProgress start = first == null ? progress : first;
        double seconds = Math.max((now - began) / 1e9, 0.001);
        long itemsHere = progress.items() - start.items();
        double rate = (progress.jsonBytes() - start.jsonBytes()) / MB / seconds;
        String left =
                itemsHere == 0 ? "" : ", " + left((progress.itemsTotal() - progress.items()) * seconds / itemsHere);
        return String.format(
                Locale.ROOT,
                "%s [%s%s] %3.0f %% %,d of %,d items, %,.0f MB, %,.0f MB/s%s",
                verb,
                "#".repeat(filled),
                ".".repeat(WIDTH - filled),
                Math.floor(part * 100),
                progress.items(),
                progress.itemsTotal(),
                progress.jsonBytes() / MB,
                rate,
                left);
    }

    private static String left(double seconds) {
        long whole = Math.round(Math.max(seconds, 0));
        return String.format(Locale.ROOT, "%d:%02d left", whole / 60, whole % 60);
    }
}
