package dev.trestle.systems.formkiq.activity;

import dev.trestle.systems.formkiq.api.Refusals;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * From when to when, both included. A date alone is its whole day; what is left open has no end, and is today where
 * days are listed.
 *
 * @param isOpen whether neither was given
 * @param today when the list is asked for
 */
record Span(Instant from, Instant to, boolean isOpen, Instant today) {
    private static final Instant FIRST = Instant.parse("1970-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999Z");
    private static final int DAYS_MAX = 366;
    private static final DateTimeFormatter OFFSET = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssZ", Locale.ROOT);

    static Span of(@Nullable String start, @Nullable String end, Instant now) {
        boolean hasStart = start != null && !start.isEmpty();
        boolean hasEnd = end != null && !end.isEmpty();
        Instant from = hasStart ? parse(String.valueOf(start), false) : FIRST;
        Instant to = hasEnd ? parse(String.valueOf(end), true) : LAST;
        if (from.isAfter(to)) {
            throw Refusals.of("end", "cannot be before start");
        }
        return new Span(from, to, !hasStart && !hasEnd, now);
    }

    /** The same, for a list that is read day by day. */
    Span ofDays() {
        if (isOpen) {
            Instant day = today.truncatedTo(ChronoUnit.DAYS);
            return new Span(day, day.plus(1, ChronoUnit.DAYS).minus(1, ChronoUnit.MICROS), false, today);
        }
        Instant last = to.equals(LAST) ? endOf(today) : to;
        Instant first = from.equals(FIRST) ? last.truncatedTo(ChronoUnit.DAYS) : from;
        if (first.isAfter(last)) {
            last = endOf(first);
        }
        if (Duration.between(first, last).toDays() > DAYS_MAX) {
            throw Refusals.of("start", "at most " + DAYS_MAX + " days can be listed at once");
        }
        return new Span(first, last, false, today);
    }

    private static Instant endOf(Instant time) {
        return time.truncatedTo(ChronoUnit.DAYS).plus(1, ChronoUnit.DAYS).minus(1, ChronoUnit.MICROS);
    }

    private static Instant parse(String text, boolean isEnd) {
        try {
            if (text.length() == 10) {
                Instant day = LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
                return checked(isEnd ? endOf(day) : day, text);
            }
            if (text.length() == 19) {
                return checked(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC), text);
            }
            boolean hasColon = text.endsWith("Z") || text.matches(".*[+-][0-9]{2}:[0-9]{2}");
            return checked(
                    hasColon
                            ? OffsetDateTime.parse(text).toInstant()
                            : OffsetDateTime.parse(text, OFFSET).toInstant(),
                    text);
        } catch (DateTimeParseException e) {
            throw Refusals.message("Invalid date string: " + text);
        }
    }

    private static Instant checked(Instant time, String text) {
        if (time.isBefore(FIRST) || time.isAfter(LAST)) {
            throw Refusals.message("Invalid date string: " + text);
        }
        return time;
    }
}
