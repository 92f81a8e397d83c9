package dev.trestle.systems.zentriqvision.search;

import dev.trestle.platform.api.ApiException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

/**
 * A part of every day, both ends inclusive; one that ends earlier than it begins goes over midnight.
 *
 * @param zone whose clock it goes by
 */
record TimeOfDay(LocalTime from, LocalTime to, ZoneId zone) {
    static TimeOfDay parse(String text, ZoneId zone) {
        String[] parts = text.strip().split("-", -1);
        try {
            if (parts.length == 2) {
                return new TimeOfDay(LocalTime.parse(parts[0].strip()), LocalTime.parse(parts[1].strip()), zone);
            }
        } catch (DateTimeException e) {
            // Refused below, like all else that is no part of a day.
        }
        throw ApiException.invalid("timeOfDay", "must be like 22:00-05:00").withCode("time-of-day");
    }

    static ZoneId zone(String text) {
        try {
            return ZoneId.of(text.strip());
        } catch (DateTimeException e) {
            throw ApiException.invalid("tz", "must be a time zone such as Europe/Vienna")
                    .withCode("time-zone");
        }
    }

    boolean holds(Instant at) {
        LocalTime time = at.atZone(zone).toLocalTime();
        return from.isAfter(to) ? !time.isBefore(from) || !time.isAfter(to) : !time.isBefore(from) && !time.isAfter(to);
    }

    /** The latest second before a moment outside that can be inside: where a search that goes back has to look next. */
    Instant lastBefore(Instant outside) {
        ZonedDateTime there = outside.atZone(zone);
        ZonedDateTime end = there.with(to).truncatedTo(ChronoUnit.SECONDS);
        return (end.isBefore(there) ? end : end.minusDays(1)).toInstant();
    }
}
