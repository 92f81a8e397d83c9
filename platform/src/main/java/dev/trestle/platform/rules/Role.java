package dev.trestle.platform.rules;

import dev.trestle.platform.api.Principal;

/** Whether a caller stands in a certain relation to a thing. */
@FunctionalInterface
public interface Role<T> {
    boolean isHeld(Principal who, T what);

    /** Whoever is in a group, whichever issuer says so. */
    static <T> Role<T> group(String group) {
        return (who, what) -> who.isIn(group);
    }

    /** Whoever is in a group of one issuer: others may have groups of the same name. */
    static <T> Role<T> group(String issuer, String group) {
        return (who, what) -> who.issuer().equals(issuer) && who.isIn(group);
    }

    /** Whoever has shown who they are. */
    static <T> Role<T> anybody() {
        return (who, what) -> true;
    }
}
