package dev.trestle.platform.notices;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a system has to tell. Texts are cut to what a list shows; the whole is behind the link.
 *
 * @param code the text {@code <system>.notice.<code>} in the system's texts
 * @param title the name of what it is about
 * @param values parameters of the text
 * @param words parameters that are keys of texts themselves, such as a stage's name
 * @param link the path of the page that shows what it is about
 * @param by who caused it, by name; null for the system itself
 */
public record NewNotice(
        NoticeKind kind,
        String code,
        String title,
        Map<String, String> values,
        Map<String, String> words,
        String link,
        @Nullable String by) {
    private static final int TEXT_MAX = 200;
    private static final int LINK_MAX = 1000;
    private static final int PARAMETERS_MAX = 10;

    public NewNotice {
        if (!link.startsWith("/") || link.startsWith("//") || link.length() > LINK_MAX) {
            throw new IllegalArgumentException("A notice's link is a path of this server.");
        }
        if (values.size() > PARAMETERS_MAX || words.size() > PARAMETERS_MAX) {
            throw new IllegalArgumentException("A notice has " + PARAMETERS_MAX + " parameters at most.");
        }
        title = cut(title);
        Map<String, String> kept = new LinkedHashMap<>();
        values.forEach((name, value) -> kept.put(name, cut(value)));
        values = Map.copyOf(kept);
        words = Map.copyOf(words);
        by = by == null ? null : cut(by);
    }

    public static NewNotice of(NoticeKind kind, String code, String title, String link) {
        return new NewNotice(kind, code, title, Map.of(), Map.of(), link, null);
    }

    /** With a parameter of its text. */
    public NewNotice with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(name, value);
        return new NewNotice(kind, code, title, more, words, link, by);
    }

    /** With a parameter that is itself a text, by its key. */
    public NewNotice word(String name, String key) {
        Map<String, String> more = new LinkedHashMap<>(words);
        more.put(name, key);
        return new NewNotice(kind, code, title, values, more, link, by);
    }

    /** Caused by somebody. */
    public NewNotice by(String name) {
        return new NewNotice(kind, code, title, values, words, link, name);
    }

    private static String cut(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        if (line.codePointCount(0, line.length()) <= TEXT_MAX) {
            return line;
        }
        return line.substring(0, line.offsetByCodePoints(0, TEXT_MAX - 1)) + "…";
    }
}
