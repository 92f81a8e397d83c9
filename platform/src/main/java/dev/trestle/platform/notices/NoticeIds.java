package dev.trestle.platform.notices;

import dev.trestle.platform.api.ApiException;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Pattern;

/** The ids of notices: the time in milliseconds, then what it comes from. The time is part of the key, so the id alone finds the item. */
final class NoticeIds {
    private static final Pattern ID = Pattern.compile("[0-9a-v]{10}-[0-9a-f]{8}-[0-9a-f-]{27}");
    private static final int RADIX = 32;
    private static final int MILLIS_LENGTH = 10;
    /** Later than the year 9999, which templates cannot write. */
    private static final long MILLIS_MAX =
            Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

    private NoticeIds() {}

    /** {@code source} is a job's id. */
    static String of(Instant at, String source) {
        String millis = Long.toString(at.toEpochMilli(), RADIX);
        return "0".repeat(MILLIS_LENGTH - millis.length()) + millis + "-" + source.toLowerCase(Locale.ROOT);
    }

    static Instant time(String noticeId) {
        long millis = ID.matcher(noticeId).matches()
                ? Long.parseLong(noticeId.substring(0, MILLIS_LENGTH), RADIX)
                : Long.MAX_VALUE;
        if (millis > MILLIS_MAX) {
            throw ApiException.notFound("There is no such notice.");
        }
        return Instant.ofEpochMilli(millis);
    }
}
