package dev.trestle.platform.api;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a client wants most of what there is: the header Accept. */
public final class Accept {
    private static final int TYPES_MAX = 50;

    private Accept() {}

    /**
     * The offer that is wanted most; of equals, the one that the header names first. Null if none is wanted.
     *
     * @param header not blank
     * @param offers by media type or range, in lower case, as the header may name them
     */
    public static <T> @Nullable T preferred(String header, Map<String, T> offers) {
        T best = null;
        double most = 0;
        for (String range : header.split(",", TYPES_MAX)) {
            String[] parts = range.toLowerCase(Locale.ROOT).split(";", -1);
            T offer = offers.get(parts[0].strip());
            double wanted = quality(parts);
            if (offer != null && wanted > most) {
                best = offer;
                most = wanted;
            }
        }
        return best;
    }

    private static double quality(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String part = parts[i].strip();
            if (part.matches("q=[01](\\.[0-9]{0,3})?")) {
                return Double.parseDouble(part.substring(2));
            }
        }
        return 1;
    }
}
