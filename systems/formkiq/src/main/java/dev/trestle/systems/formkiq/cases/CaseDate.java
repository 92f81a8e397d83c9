package dev.trestle.systems.formkiq.cases;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A date as a case has it: a day, or a time of a day, which is UTC where it names no zone.
 *
 * @param day the day as it is written
 * @param time null for a day alone
 */
record CaseDate(LocalDate day, @Nullable Instant time) {
    private static final Pattern FORM = Pattern.compile(
            "(\\d{4}-\\d{2}-\\d{2})(?:T(\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?)(Z|[+-]\\d{2}:?\\d{2})?)?");

    /** Nothing, if the text is no date. */
    static Optional<CaseDate> of(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        try {
            LocalDate day = LocalDate.parse(parts.group(1));
            if (parts.group(2) == null) {
                return Optional.of(new CaseDate(day, null));
            }
            ZoneOffset zone = parts.group(3) == null ? ZoneOffset.UTC : ZoneOffset.of(parts.group(3));
            return Optional.of(new CaseDate(
                    day, day.atTime(LocalTime.parse(parts.group(2))).toInstant(zone)));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Whether it is before another one; two of the same day are not, if one of them has no time. */
    boolean isBefore(CaseDate other) {
        return time == null || other.time == null ? day.isBefore(other.day) : time.isBefore(other.time);
    }
}
