package dev.trestle.platform.api;

import org.jspecify.annotations.Nullable;

/**
 * The one rule for ids, of whatever: they stand in paths of addresses, in keys of items and in names of objects, and have to mean the same
 * in all of them. Path parameters are held to it by the server; an id that a client chooses, by the system that takes it.
 */
public final class Identifiers {
    private Identifiers() {}

    /** What is wrong with an id that somebody chooses; null if nothing is. */
    public static @Nullable String problem(String id) {
        return id.indexOf('/') >= 0 || id.indexOf('#') >= 0 ? "must not have / or #" : unreachable(id);
    }

    /** What keeps an id from being named in an address; null if nothing does. */
    public static @Nullable String unreachable(String id) {
        String text = Texts.problem(id);
        if (text != null) {
            return text;
        }
        if (id.codePoints().noneMatch(Identifiers::isVisible)) {
            return "must not be blank";
        }
        if (id.equals(".") || id.equals("..")) {
            return "must not be . or ..";
        }
        if (!id.equals(id.strip())) {
            return "must not begin or end with a space";
        }
        return id.codePoints().anyMatch(Character::isISOControl) ? "must not have control characters" : null;
    }

    private static boolean isVisible(int character) {
        return !Character.isWhitespace(character)
                && !Character.isSpaceChar(character)
                && Character.getType(character) != Character.CONTROL
                && Character.getType(character) != Character.FORMAT;
    }

    /**
     * An id that a client has chosen.
     *
     * @throws ApiException 400, naming the field, if it cannot be one
     */
    public static String checked(String field, String id, int max) {
        if (id.length() > max) {
            throw ApiException.invalid(field, "must have at most " + max + " characters");
        }
        String problem = problem(id);
        if (problem != null) {
            throw ApiException.invalid(field, problem).withCode("id-form");
        }
        return id;
    }
}
