package dev.trestle.systems.docstore.filing;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.WeekFields;
import java.util.Locale;

/**
 * What a document made from a template is called: a text in which {@code {date}} stands for the day, {@code {year}}, {@code {month}} and
 * {@code {week}} for parts of it, in UTC. Anything else stays as it is.
 */
public final class TitlePattern {
    private TitlePattern() {}

    public static String apply(String pattern, Instant now) {
        LocalDate day = LocalDate.ofInstant(now, ZoneOffset.UTC);
        return pattern.replace("{date}", day.toString())
                .replace("{year}", Integer.toString(day.getYear()))
                .replace("{month}", String.format(Locale.ROOT, "%02d", day.getMonthValue()))
                .replace("{week}", Integer.toString(day.get(WeekFields.ISO.weekOfWeekBasedYear())));
    }
}
