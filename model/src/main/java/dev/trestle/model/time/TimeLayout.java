package dev.trestle.model.time;

import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The text of an instant, in UTC, all of whose fields have a fixed width: {@code yyyy-MM-dd'T'HH:mm:ss.SSS'Z'}.
 *
 * <p>The letters are those of {@link java.time.format.DateTimeFormatter}, as far as they have a fixed width: {@code yyyy MM dd HH mm
 * ss}, any number of {@code S}, {@code Z} for {@code +0000}, text in quotes, and punctuation. Times are cut off to what the layout
 * shows, never rounded.
 */
public final class TimeLayout {
    /*
     * The layout is kept as one character per character of the text: a letter stands for a digit of its field, everything else
     * (and what was quoted, kept apart in `fixed`) for itself. Writing and reading are one pass each, without a formatter's objects.
     */
    private static final String FIELDS = "yMdHmsS";
    private static final int FRACTION_MAX = 9;
    private static final long SECONDS_A_DAY = 86_400;
    private static final long FIRST_SECOND = LocalDate.of(0, 1, 1).toEpochDay() * SECONDS_A_DAY;
    private static final long LAST_SECOND = LocalDate.of(10_000, 1, 1).toEpochDay() * SECONDS_A_DAY - 1;

    private final String pattern;
    private final char[] layout;
    private final boolean[] fixed;
    private final boolean ordered;
    private final boolean hasMonth;
    private final boolean hasDay;

    private TimeLayout(String pattern, char[] layout, boolean[] fixed) {
        this.pattern = pattern;
        this.layout = layout;
        this.fixed = fixed;
        this.ordered = fieldsFallInSize();
        this.hasMonth = has('M');
        this.hasDay = has('d');
    }

    /**
     * Compiles a pattern.
     *
     * @throws IllegalArgumentException if it has a letter that stands for nothing of fixed width
     */
    public static TimeLayout of(String pattern) {
        StringBuilder layout = new StringBuilder();
        StringBuilder fixed = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\'') {
                quoted = !quoted;
            } else if (quoted) {
                layout.append(c);
                fixed.append('x');
            } else if (c == 'Z') {
                layout.append("+0000");
                fixed.append("xxxxx");
            } else if (FIELDS.indexOf(c) >= 0) {
                layout.append(c);
                fixed.append(' ');
            } else if (Character.isLetterOrDigit(c)) {
                throw new IllegalArgumentException("the time pattern " + pattern + " has the letter " + c
                        + "; known are yyyy MM dd HH mm ss S Z and text in quotes");
            } else {
                layout.append(c);
                fixed.append('x');
            }
        }
        boolean[] isFixed = new boolean[fixed.length()];
        for (int i = 0; i < isFixed.length; i++) {
            isFixed[i] = fixed.charAt(i) == 'x';
        }
        TimeLayout compiled = new TimeLayout(pattern, layout.toString().toCharArray(), isFixed);
        compiled.checkWidths();
        return compiled;
    }

    public String pattern() {
        return pattern;
    }

    /** Whether the order of the texts is that of the times. */
    public boolean ordered() {
        return ordered;
    }

    /**
     * The text of an instant.
     *
     * @throws IllegalArgumentException if its year has not four digits
     */
    public String format(Instant instant) {
        long second = instant.getEpochSecond();
        if (second < FIRST_SECOND || second > LAST_SECOND) {
            throw new IllegalArgumentException("its year has not four digits");
        }
        long day = Math.floorDiv(second, SECONDS_A_DAY);
        int ofDay = (int) Math.floorMod(second, SECONDS_A_DAY);
        int date = dateOf(day);
        int nanos = instant.getNano();
        char[] text = layout.clone();
        int year = date >> 16;
        int month = date >> 8 & 0xff;
        int dayOfMonth = date & 0xff;
        int hour = ofDay / 3600;
        int minute = ofDay / 60 % 60;
        int sec = ofDay % 60;
        // From the right, so that each field gives its last digit first; fractions are read from the left.
        for (int i = text.length - 1; i >= 0; i--) {
            if (fixed[i]) {
                continue;
            }
            switch (layout[i]) {
                case 'y' -> {
                    text[i] = (char) ('0' + year % 10);
                    year /= 10;
                }
                case 'M' -> {
                    text[i] = (char) ('0' + month % 10);
                    month /= 10;
                }
                case 'd' -> {
                    text[i] = (char) ('0' + dayOfMonth % 10);
                    dayOfMonth /= 10;
                }
                case 'H' -> {
                    text[i] = (char) ('0' + hour % 10);
                    hour /= 10;
                }
                case 'm' -> {
                    text[i] = (char) ('0' + minute % 10);
                    minute /= 10;
                }
                case 's' -> {
                    text[i] = (char) ('0' + sec % 10);
                    sec /= 10;
                }
                default -> {
                    int first = i;
                    while (first > 0 && layout[first - 1] == 'S' && !fixed[first - 1]) {
                        first--;
                    }
                    int rest = nanos;
                    int unit = 100_000_000;
                    for (int digit = first; digit <= i; digit++) {
                        text[digit] = (char) ('0' + rest / unit);
                        rest %= unit;
                        unit /= 10;
                    }
                    i = first;
                }
            }
        }
        return new String(text);
    }

    /** The instant that a text of this layout says, or null if it is none. Fields that the layout lacks are the first of their kind. */
    public @Nullable Instant parse(String text) {
        if (text.length() != layout.length) {
            return null;
        }
        int year = 0;
        int month = 0;
        int day = 0;
        int ofDay = 0;
        int hour = 0;
        int minute = 0;
        int nanos = 0;
        int unit = 100_000_000;
        for (int i = 0; i < layout.length; i++) {
            char c = text.charAt(i);
            if (fixed[i]) {
                if (c != layout[i]) {
                    return null;
                }
                continue;
            }
            int digit = c - '0';
            if (digit < 0 || digit > 9) {
                return null;
            }
            switch (layout[i]) {
                case 'y' -> year = year * 10 + digit;
                case 'M' -> month = month * 10 + digit;
                case 'd' -> day = day * 10 + digit;
                case 'H' -> hour = hour * 10 + digit;
                case 'm' -> minute = minute * 10 + digit;
                case 's' -> ofDay = ofDay * 10 + digit;
                default -> {
                    nanos += digit * unit;
                    unit /= 10;
                }
            }
        }
        if (hour > 23 || minute > 59 || ofDay > 59) {
            return null;
        }
        long epochDay = epochDayOf(year, hasMonth ? month : 1, hasDay ? day : 1);
        if (epochDay == Long.MIN_VALUE) {
            return null;
        }
        return Instant.ofEpochSecond(epochDay * SECONDS_A_DAY + hour * 3600L + minute * 60L + ofDay, nanos);
    }

    private boolean has(char field) {
        for (int i = 0; i < layout.length; i++) {
            if (layout[i] == field && !fixed[i]) {
                return true;
            }
        }
        return false;
    }

    private void checkWidths() {
        for (int i = 0; i < FIELDS.length(); i++) {
            int width = 0;
            for (int at = 0; at < layout.length; at++) {
                if (!fixed[at] && layout[at] == FIELDS.charAt(i)) {
                    width++;
                }
            }
            int whole = i == 0 ? 4 : 2;
            boolean fits = i == FIELDS.length() - 1 ? width <= FRACTION_MAX : width == 0 || width == whole;
            if (!fits || i == 0 && width == 0) {
                throw new IllegalArgumentException("the time pattern " + pattern + " has " + width + " digits for "
                        + FIELDS.charAt(i) + "; it wants yyyy, and two for each other field that it shows");
            }
        }
    }

    private boolean fieldsFallInSize() {
        int last = -1;
        for (int i = 0; i < layout.length; i++) {
            if (!fixed[i]) {
                int field = FIELDS.indexOf(layout[i]);
                if (field < last || field > last + 1) {
                    return false;
                }
                last = field;
            }
        }
        return true;
    }

    /** Year, month and day of an epoch day, as {@code year << 16 | month << 8 | day}: LocalDate without the object. */
    private static int dateOf(long epochDay) {
        // Days are counted from 0000-03-01 on, so that a leap day is the last of its year; years of 400 have 146,097
        // days.
        int days = (int) (epochDay + 719_468);
        int era = Math.floorDiv(days, 146_097);
        int ofEra = days - era * 146_097;
        int yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365;
        int ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int shifted = (5 * ofYear + 2) / 153;
        int day = ofYear - (153 * shifted + 2) / 5 + 1;
        int month = shifted < 10 ? shifted + 3 : shifted - 9;
        int year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
        return year << 16 | month << 8 | day;
    }

    private static long epochDayOf(int year, int month, int day) {
        if (month < 1 || month > 12 || day < 1 || day > 31) {
            return Long.MIN_VALUE;
        }
        int shiftedYear = month <= 2 ? year - 1 : year;
        int era = Math.floorDiv(shiftedYear, 400);
        int yearOfEra = shiftedYear - era * 400;
        int ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        long epochDay = era * 146_097L + yearOfEra * 365L + yearOfEra / 4 - yearOfEra / 100 + ofYear - 719_468;
        // The 31st of a month that has 30 days is a day of the next one.
        return (dateOf(epochDay) & 0xffff) == (month << 8 | day) ? epochDay : Long.MIN_VALUE;
    }

    @Override
    public String toString() {
        return pattern;
    }
}
