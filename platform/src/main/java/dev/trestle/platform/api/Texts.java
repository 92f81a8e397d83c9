package dev.trestle.platform.api;

import dev.trestle.platform.api.Problem.Violation;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which text may come in, wherever it stands: no NUL, which ends a text for many programs, and no half of a surrogate pair, which has no
 * UTF-8 and is stored as another character than was sent.
 */
public final class Texts {
    private static final int VIOLATIONS_MAX = 20;

    private Texts() {}

    /** What is wrong with a text; null if nothing is. */
    public static @Nullable String problem(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return "has a NUL character";
            }
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return "has half of a surrogate pair";
            }
        }
        return null;
    }

    /** Adds what is wrong with the texts in a JSON value, names of members among them; {@code place} is where it stands. */
    public static void check(@Nullable Object value, String place, List<Violation> violations) {
        if (violations.size() >= VIOLATIONS_MAX) {
            return;
        }
        if (value instanceof String text) {
            String problem = problem(text);
            if (problem != null) {
                violations.add(new Violation(place.isEmpty() ? "body" : place, problem));
            }
        } else if (value instanceof Map<?, ?> members) {
            members.forEach((name, member) -> {
                String problem = problem((String) name);
                if (problem == null) {
                    check(member, place.isEmpty() ? (String) name : place + "/" + name, violations);
                } else {
                    violations.add(new Violation(place.isEmpty() ? "body" : place, "has a name that " + problem));
                }
            });
        } else if (value instanceof List<?> entries) {
            for (int i = 0; i < entries.size(); i++) {
                check(entries.get(i), place.isEmpty() ? Integer.toString(i) : place + "/" + i, violations);
            }
        }
    }
}
