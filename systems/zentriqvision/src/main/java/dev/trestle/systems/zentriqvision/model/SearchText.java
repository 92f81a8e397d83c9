package dev.trestle.systems.zentriqvision.model;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The form in which values are searched: without surrounding spaces, in lower case, and gray for grey. */
public final class SearchText {
    public static final int LENGTH_MAX = 40;

    private static final String UNKNOWN = "unknown";

    private SearchText() {}

    /** Null for a value that says nothing: what is unknown is absent. */
    public static @Nullable String normal(@Nullable String value) {
        if (value == null) {
            return null;
        }
        String clean = value.strip().toLowerCase(Locale.ROOT).replace("grey", "gray");
        return clean.isEmpty() || clean.equals(UNKNOWN) ? null : clean;
    }
}
