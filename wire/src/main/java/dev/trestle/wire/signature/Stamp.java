package dev.trestle.wire.signature;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** When a request was signed, and that moment as the text to sign has it. */
record Stamp(Instant moment, String text) {
    private static final DateTimeFormatter BASIC =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final int DAY_LENGTH = 8;

    /** Null if a header's value is no time in either of the forms that it may have. */
    static @Nullable Stamp parse(String text) {
        Stamp basic = parseBasic(text.strip());
        if (basic != null) {
            return basic;
        }
        try {
            return of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text.strip(), Instant::from));
        } catch (DateTimeParseException neither) {
            return null;
        }
    }

    /** Null if the text is no time in the form in which it is signed. */
    static @Nullable Stamp parseBasic(String text) {
        try {
            return of(BASIC.parse(text, Instant::from));
        } catch (DateTimeParseException notBasic) {
            return null;
        }
    }

    private static Stamp of(Instant moment) {
        return new Stamp(moment, show(moment));
    }

    static String show(Instant moment) {
        return BASIC.format(moment);
    }

    String day() {
        return text.substring(0, DAY_LENGTH);
    }
}
