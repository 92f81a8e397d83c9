package dev.trestle.text.diff;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A text cut into pieces: lines, each with its line break, or words. Where they begin, and nothing copied. */
final class TextLines {
    private static final int SPACE = 1;
    private static final int WORD = 2;
    private static final int ALONE = 3;

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

    private TextLines(byte[] bytes, int[] starts) {
        this.bytes = bytes;
        this.starts = starts;
    }

    /** A text as words: letters and digits, or blanks, that stand together; each other character, and each ideograph, is one of its own. */
    static TextLines words(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int[] starts = new int[text.length() + 1];
        int count = 0;
        int at = 0;
        int before = ALONE;
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            int kind = kind(character);
            if (kind == ALONE || kind != before) {
                starts[count++] = at;
            }
            before = kind;
            at += bytes(character);
            i += Character.charCount(character);
        }
        starts[count] = at;
        return new TextLines(bytes, Arrays.copyOf(starts, count + 1));
    }

    private static int kind(int character) {
        if (character == ' ' || character == '\t') {
            return SPACE;
        }
        return Character.isLetterOrDigit(character) && !Character.isIdeographic(character) ? WORD : ALONE;
    }

    private static int bytes(int character) {
        if (character < 0x80 || Character.getType(character) == Character.SURROGATE) {
            return 1; // half of a pair alone becomes a question mark
        }
        if (character < 0x800) {
            return 2;
        }
        return character < 0x10000 ? 3 : 4;
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

    /** Several, one after another, as they are. */
    String text(Range range) {
        return new String(
                bytes, starts[range.from()], starts[range.to()] - starts[range.from()], StandardCharsets.UTF_8);
    }

    /** Some that stand together; the end is not included. */
    record Range(int from, int to) {}

    /** Without its line break. */
    String text(int line, int charactersMax) {
        int end = end(line) - (hasBreak(line) ? 1 : 0);
        // A character has four bytes at most; one that is cut in two is cut off below.
        int bounded = (int) Math.min(end, start(line) + 4L * charactersMax);
        String text = new String(bytes, start(line), bounded - start(line), StandardCharsets.UTF_8);
        return text.length() > charactersMax ? text.substring(0, charactersMax) + "…" : text;
    }
}
