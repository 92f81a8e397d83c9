package dev.trestle.text.diff;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Differences as {@code diff -u} writes them, and {@code patch} reads them. */
final class UnifiedDiff {
    private static final byte[] NO_BREAK = utf8("\n\\ No newline at end of file\n");

    private final TextLines left;
    private final TextLines right;
    private final OutputStream out;

    private UnifiedDiff(TextLines left, TextLines right, OutputStream out) {
        this.left = left;
        this.right = right;
        this.out = out;
    }

    /** {@code leftName} and {@code rightName} stand in the first two lines. */
    static void write(
            TextLines left, String leftName, TextLines right, String rightName, List<Edit> edits, OutputStream out)
            throws IOException {
        if (edits.isEmpty()) {
            return;
        }
        out.write(utf8("--- " + leftName + "\n+++ " + rightName + "\n"));
        UnifiedDiff diff = new UnifiedDiff(left, right, out);
        for (Hunk hunk : Hunk.of(edits, left.count())) {
            diff.write(hunk);
        }
    }

    private void write(Hunk hunk) throws IOException {
        out.write(utf8("@@ -" + range(hunk.leftFrom(), hunk.leftTo()) + " +" + range(hunk.rightFrom(), hunk.rightTo())
                + " @@\n"));
        int line = hunk.leftFrom();
        for (Edit edit : hunk.edits()) {
            write(' ', left, line, edit.leftFrom());
            write('-', left, edit.leftFrom(), edit.leftTo());
            write('+', right, edit.rightFrom(), edit.rightTo());
            line = edit.leftTo();
        }
        write(' ', left, line, hunk.leftTo());
    }

    /** An empty range names the line before it. */
    private static String range(int from, int to) {
        int count = to - from;
        return (count == 0 ? from : from + 1) + (count == 1 ? "" : "," + count);
    }

    private void write(char sign, TextLines text, int from, int to) throws IOException {
        for (int line = from; line < to; line++) {
            out.write(sign);
            out.write(text.bytes(), text.start(line), text.end(line) - text.start(line));
            if (!text.hasBreak(line)) {
                out.write(NO_BREAK);
            }
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
