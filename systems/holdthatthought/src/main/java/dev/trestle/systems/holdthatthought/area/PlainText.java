package dev.trestle.systems.holdthatthought.area;

import dev.trestle.platform.api.ApiException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Texts that people write and that are shown as text. Tags are removed, and all that stands in {@code script} and {@code style}; what only
 * looks like a tag, as in {@code Tom & Jerry <3}, stays.
 */
public final class PlainText {
    /** Removing a tag can make another of what was around it. */
    private static final int PASSES_MAX = 20;

    private PlainText() {}

    /** A text that has to be there, stripped, of at most so many characters. */
    public static String required(String field, @Nullable String text, int max) {
        String stripped = text == null ? "" : stripped(text);
        if (stripped.isEmpty()) {
            throw ApiException.invalid(field, "must not be empty").withCode("blank");
        }
        return checked(field, stripped, max);
    }

    /** A text that may be left out, stripped; null if nothing is left of it. */
    public static @Nullable String optional(String field, @Nullable String text, int max) {
        String stripped = text == null ? "" : stripped(text);
        return stripped.isEmpty() ? null : checked(field, stripped, max);
    }

    private static String checked(String field, String text, int max) {
        if (text.codePointCount(0, text.length()) > max) {
            throw ApiException.invalid(field, "must have at most " + max + " characters")
                    .withCode("too-long", Map.of("n", max));
        }
        return text;
    }

    public static String stripped(String text) {
        String now = text;
        for (int pass = 0; pass < PASSES_MAX; pass++) {
            String next = pass(now);
            if (next.equals(now)) {
                return now.strip();
            }
            now = next;
        }
        return now.replace("<", "").strip(); // nobody nests tags so deep but to get one through
    }

    private static String pass(String text) {
        return text.indexOf('<') < 0 ? text : new Pass(text).kept();
    }

    /** One reading of a text, in time that its length bounds. */
    private static final class Pass {
        private final String text;
        private final String lower;
        private final int lastEnd;

        Pass(String text) {
            this.text = text;
            this.lower = asciiLower(text);
            this.lastEnd = text.lastIndexOf('>');
        }

        /** Of the same length, which String.toLowerCase is not for all letters. */
        private static String asciiLower(String text) {
            StringBuilder lower = new StringBuilder(text);
            for (int i = 0; i < lower.length(); i++) {
                char c = lower.charAt(i);
                if (c >= 'A' && c <= 'Z') {
                    lower.setCharAt(i, (char) (c + ('a' - 'A')));
                }
            }
            return lower.toString();
        }

        String kept() {
            StringBuilder kept = new StringBuilder(text.length());
            int at = 0;
            while (at < text.length()) {
                char c = text.charAt(at);
                int end = c == '<' ? endOfTag(at) : -1;
                if (end < 0) {
                    kept.append(c);
                    at++;
                } else {
                    at = behindContent(at, end);
                }
            }
            return kept.toString();
        }

        /** Behind a tag that begins here; -1 if none does. */
        private int endOfTag(int at) {
            if (text.startsWith("<!--", at)) {
                int end = text.indexOf("-->", at + 4);
                return end < 0 ? text.length() : end + 3;
            }
            int name = at + 1 < text.length() && text.charAt(at + 1) == '/' ? at + 2 : at + 1;
            if (name > lastEnd || !isTagStart(lower.charAt(name))) {
                return -1;
            }
            return text.indexOf('>', name) + 1;
        }

        private static boolean isTagStart(char c) {
            return c >= 'a' && c <= 'z' || c == '!' || c == '?';
        }

        /** What stands in a script or a style is no text. */
        private int behindContent(int at, int end) {
            for (String name : new String[] {"script", "style"}) {
                if (lower.startsWith(name, at + 1) && !Character.isLetterOrDigit(text.charAt(at + 1 + name.length()))) {
                    int closing = lower.indexOf("</" + name, end);
                    int behind = closing < 0 ? -1 : text.indexOf('>', closing);
                    return behind < 0 ? text.length() : behind + 1;
                }
            }
            return end;
        }
    }
}
