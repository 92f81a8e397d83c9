package dev.trestle.engine.check;

import org.jspecify.annotations.Nullable;

/** The doorway from "may be null" to "is there" for parameters that {@link Constraints} has already checked. */
public final class Required {
    private Required() {}

    public static <T> T of(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("a required parameter is missing after validation");
        }
        return value;
    }
}
