package dev.trestle.systems.unisync.translation;

import java.util.ArrayList;
import java.util.List;

/** A text cut where a reader would pause, so that no piece is longer than a service takes. */
final class Pieces {
    /** The longest a code point is in UTF-8. */
    private static final int CODE_POINT_BYTES_MAX = 4;

    private Pieces() {}

    /** Pieces that make the text again when they are joined, none longer than so many bytes of UTF-8. */
    static List<String> of(String text, int bytesMax) {
        if (bytesMax < CODE_POINT_BYTES_MAX) {
            throw new IllegalArgumentException("A piece has to have room for a character.");
        }
        List<String> pieces = new ArrayList<>();
        int start = 0;
        while (start < text.length()) {
            int fits = fits(text, start, bytesMax);
            int end = fits == text.length() ? fits : pause(text, start, fits);
            pieces.add(text.substring(start, end));
            start = end;
        }
        return pieces;
    }

    /** How far as many bytes reach, in whole code points. */
    private static int fits(String text, int start, int bytesMax) {
        int bytes = 0;
        int end = start;
        while (end < text.length()) {
            int point = text.codePointAt(end);
            bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : CODE_POINT_BYTES_MAX;
            if (bytes > bytesMax) {
                return end;
            }
            end += Character.charCount(point);
        }
        return end;
    }

    /** Behind the last line, else sentence, else word; if there is none, where the room ends. */
    private static int pause(String text, int start, int fits) {
        for (String ends : List.of("\n", "。！？；.!?;", " ，,、")) {
            for (int end = fits; end > start; end--) {
                if (ends.indexOf(text.charAt(end - 1)) >= 0) {
                    return end;
                }
            }
        }
        return fits;
    }
}
