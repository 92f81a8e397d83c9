package dev.trestle.systems.holdthatthought.people;

import org.jspecify.annotations.Nullable;

/** Ids that stand in keys of items and objects. */
public final class Ids {
    private Ids() {}

    /** What is wrong with an id; null if nothing is. */
    public static @Nullable String problem(String id) {
        if (id.isBlank()) {
            return "must not be empty";
        }
        for (String forbidden : new String[] {"#", "/", "\\", ".."}) {
            if (id.contains(forbidden)) {
                return "must not have " + forbidden + " in it";
            }
        }
        return null;
    }
}
