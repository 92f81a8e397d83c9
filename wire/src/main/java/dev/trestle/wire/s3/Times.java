package dev.trestle.wire.s3;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Moments as headers and documents have them. */
public final class Times {
    private static final DateTimeFormatter HEADER = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter DOCUMENT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private Times() {}

    public static String header(Instant moment) {
        return HEADER.format(moment);
    }

    static String document(Instant moment) {
        return DOCUMENT.format(moment);
    }

    /** Null if there is none, or none that makes sense: a condition that cannot be understood is passed over. */
    static @Nullable Instant parse(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            return DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from);
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
