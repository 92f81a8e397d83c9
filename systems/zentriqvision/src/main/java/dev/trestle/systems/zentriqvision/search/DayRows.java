package dev.trestle.systems.zentriqvision.search;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Everything that was seen, day by day, back to a first day. For one search. */
final class DayRows implements Rows {
    private final LocalDate first;
    private final BiFunction<LocalDate, Instant, Rows> open;
    private final Budget budget;
    private LocalDate day;
    private Rows rows;

    /** {@code open} gives the rows of a day up to a time. */
    DayRows(Instant start, Instant end, BiFunction<LocalDate, Instant, Rows> open, Budget budget) {
        this.first = dayOf(start);
        this.day = dayOf(end);
        this.open = open;
        this.budget = budget;
        this.rows = open.apply(day, end);
    }

    private static LocalDate dayOf(Instant at) {
        return at.atZone(ZoneOffset.UTC).toLocalDate();
    }

    @Override
    public @Nullable Hit peek() {
        Hit hit = rows.peek();
        while (hit == null && day.isAfter(first) && !budget.isSpent()) {
            day = day.minusDays(1);
            rows = open.apply(day, lastOf(day));
            hit = rows.peek();
        }
        return hit;
    }

    private static Instant lastOf(LocalDate day) {
        return day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant().minusSeconds(1);
    }

    /** The end of the day that was looked through last: how far a search came that found nothing. */
    Instant lookedBackTo() {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    @Override
    public void next() {
        rows.next();
    }

    @Override
    public void seek(Place place) {
        LocalDate there = dayOf(place.at());
        if (there.isBefore(first)) {
            day = first;
            rows = open.apply(day, place.at());
        } else if (there.isBefore(day)) {
            day = there;
            rows = open.apply(day, place.at());
        }
        rows.seek(place);
    }
}
