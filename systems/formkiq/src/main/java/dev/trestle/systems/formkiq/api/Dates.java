package dev.trestle.systems.formkiq.api;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Times as the API shows them: {@code 2025-11-04T01:02:03+0000}. */
public final class Dates {
    private static final DateTimeFormatter FULL =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssZ", Locale.ROOT).withZone(ZoneOffset.UTC);

    private Dates() {}

    public static String text(Instant time) {
        return FULL.format(time);
    }

    public static @Nullable String textOf(@Nullable Instant time) {
        return time == null ? null : text(time);
    }
}
