package dev.trestle.text.diff;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Two texts, compared line by line in bounded time and memory. It holds both, and copies neither. */
public final class TextDiff {
    private final TextLines left;
    private final TextLines right;
    private final List<Edit> edits;

    private TextDiff(TextLines left, TextLines right) {
        this.left = left;
        this.right = right;
        this.edits = LineDiff.of(left, right);
    }

    /** Compares two texts in UTF-8. */
    public static TextDiff of(byte[] left, byte[] right) {
        return new TextDiff(new TextLines(left), new TextLines(right));
    }

    /** As {@code diff -u} writes it, and {@code patch} reads it: nothing if both are the same. The names stand in the first two lines. */
    public void writeUnified(String leftName, String rightName, OutputStream out) throws IOException {
        UnifiedDiff.write(left, leftName, right, rightName, edits, out);
    }

    /** As two columns. */
    public SideBySideDiff sideBySide() {
        return SideBySideDiff.of(left, right, edits);
    }
}
