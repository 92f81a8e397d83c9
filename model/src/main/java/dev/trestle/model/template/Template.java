package dev.trestle.model.template;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key's pattern as a design document writes it: text, with parts in braces. {@code NOTE#{createdAt}#{noteId}} has two;
 * {@code {createdAt:yyyy-MM-dd}} says how its part is written.
 *
 * @param literals the text before each part, and behind the last; one more than there are parts
 */
public record Template(String text, List<String> literals, List<Part> parts) {
    private static final int PARTS_MAX = 16;

    /** A part: the attribute that it takes its value from, and how it is written where that is not the usual way. */
    public record Part(String field, @Nullable String format) {}

    public Template {
        literals = List.copyOf(literals);
        parts = List.copyOf(parts);
    }

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException if a brace is left open or empty, or there are too many parts
     */
    public static Template parse(String text) {
        List<String> literals = new ArrayList<>();
        List<Part> parts = new ArrayList<>();
        int from = 0;
        for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', from)) {
            int close = text.indexOf('}', open);
            if (close < 0 || close == open + 1 || parts.size() == PARTS_MAX) {
                throw new IllegalArgumentException(
                        "a part is {attribute} or {attribute:format}, and a template has at most " + PARTS_MAX);
            }
            literals.add(literal(text, from, open));
            String inside = text.substring(open + 1, close);
            int colon = inside.indexOf(':');
            parts.add(
                    colon < 0
                            ? new Part(inside, null)
                            : new Part(inside.substring(0, colon), inside.substring(colon + 1)));
            from = close + 1;
        }
        literals.add(literal(text, from, text.length()));
        return new Template(text, literals, parts);
    }

    private static String literal(String text, int from, int to) {
        String literal = text.substring(from, to);
        if (literal.indexOf('}') >= 0) {
            throw new IllegalArgumentException("a brace is closed that was not opened");
        }
        return literal;
    }

    /** The fields of its parts, in order. */
    public List<String> fields() {
        return parts.stream().map(Part::field).toList();
    }

    /** Whether a field is one of its parts. */
    public boolean names(String field) {
        return parts.stream().anyMatch(part -> part.field().equals(field));
    }

    @Override
    public String toString() {
        return text;
    }
}
