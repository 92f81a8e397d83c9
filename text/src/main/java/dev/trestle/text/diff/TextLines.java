package dev.trestle.text.diff;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A text as lines, each with its line break: where they begin, and nothing copied. */
final class TextLines {
    private final byte[] bytes;
    private final int[] starts;

    TextLines(byte[] bytes) {
        this.bytes = bytes;
        int count = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n' || i == bytes.length - 1) {
                count++;
            }
        }
        starts = new int[count + 1];
        int line = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n' || i == bytes.length - 1) {
                line++;
                starts[line] = i + 1;
            }
        }
    }

    int count() {
        return starts.length - 1;
    }

    byte[] bytes() {
        return bytes;
    }

    int start(int line) {
        return starts[line];
    }

    int end(int line) {
        return starts[line + 1];
    }

    boolean hasBreak(int line) {
        return bytes[end(line) - 1] == '\n';
    }

    int hash(int line) {
        int hash = 1;
        for (int i = start(line); i < end(line); i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash * 0x9E3779B1;
    }

    boolean isSame(int line, TextLines other, int otherLine) {
        return Arrays.equals(bytes, start(line), end(line), other.bytes, other.start(otherLine), other.end(otherLine));
    }

    /** Without its line break. */
    String text(int line, int charactersMax) {
        int end = end(line) - (hasBreak(line) ? 1 : 0);
        // A character has four bytes at most; one that is cut in two is cut off below.
        int bounded = (int) Math.min(end, start(line) + 4L * charactersMax);
        String text = new String(bytes, start(line), bounded - start(line), StandardCharsets.UTF_8);
        return text.length() > charactersMax ? text.substring(0, charactersMax) + "…" : text;
    }
}
