package dev.trestle.systems.holdthatthought.area;

import dev.trestle.platform.api.ApiException;
import java.util.Locale;
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
                break;
            }
            now = next;
        }
        return now.strip();
    }

    private static String pass(String text) {
        if (text.indexOf('<') < 0) {
            return text;
        }
        StringBuilder kept = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            int end = c == '<' ? endOfTag(text, at) : -1;
            if (end < 0) {
                kept.append(c);
                at++;
            } else {
                at = behindContent(text, at, end);
            }
        }
        return kept.toString();
    }

    /** Behind a tag that begins here; -1 if none does. */
    private static int endOfTag(String text, int at) {
        if (text.startsWith("<!--", at)) {
            int end = text.indexOf("-->", at + 4);
            return end < 0 ? text.length() : end + 3;
        }
        int name = at + 1 < text.length() && text.charAt(at + 1) == '/' ? at + 2 : at + 1;
        if (name >= text.length() || !isTagStart(text.charAt(name))) {
            return -1;
        }
        int end = text.indexOf('>', name);
        return end < 0 ? -1 : end + 1;
    }

    private static boolean isTagStart(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '!' || c == '?';
    }

    /** What stands in a script or a style is no text. */
    private static int behindContent(String text, int at, int end) {
        for (String name : new String[] {"script", "style"}) {
            if (text.regionMatches(true, at + 1, name, 0, name.length())
                    && !Character.isLetterOrDigit(text.charAt(at + 1 + name.length()))) {
                int closing = text.toLowerCase(Locale.ROOT).indexOf("</" + name, end);
                if (closing < 0) {
                    return text.length();
                }
                int behind = text.indexOf('>', closing);
                return behind < 0 ? text.length() : behind + 1;
            }
        }
        return end;
    }
}
