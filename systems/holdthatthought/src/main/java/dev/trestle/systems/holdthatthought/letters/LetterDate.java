package dev.trestle.systems.holdthatthought.letters;

import dev.trestle.platform.api.ApiException;
import java.text.Normalizer;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The dates that letters have, which are also their ids: {@code YYYY-MM-DD}, with {@code -slug} behind it where a day has several. {@code 00}
 * as day, or as month and day, is unknown; {@code 0000-00-00-slug} is a letter without any date.
 */
public final class LetterDate {
    static final String UNDATED = "0000-00-00";

    private static final int DAY_LENGTH = 10;
    private static final int SLUG_MAX = 60;
    private static final int PROPOSED_SLUG_MAX = 40;
    private static final int PROPOSED_WORDS = 4;
    private static final Pattern FORM = Pattern.compile("(\\d{4})-(\\d{2})-(\\d{2})(?:-(.*))?");
    private static final Pattern SLUG = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");

    private LetterDate() {}

    public static String checked(String field, String date) {
        String problem = problem(date);
        if (problem != null) {
            throw ApiException.invalid(field, problem).withCode("letter-date");
        }
        return date;
    }

    public static boolean isValid(String date) {
        return problem(date) == null;
    }

    private static @Nullable String problem(String date) {
        Matcher parts = FORM.matcher(date);
        if (!parts.matches()) {
            return "must be YYYY-MM-DD, or YYYY-MM-DD-slug";
        }
        String slug = parts.group(4);
        if (slug != null && (slug.length() > SLUG_MAX || !SLUG.matcher(slug).matches())) {
            return "must have a slug of at most " + SLUG_MAX + " characters a-z, 0-9 and -, with no - at its ends";
        }
        int year = Integer.parseInt(parts.group(1));
        int month = Integer.parseInt(parts.group(2));
        int day = Integer.parseInt(parts.group(3));
        if (year == 0) {
            return month == 0 && day == 0 && slug != null
                    ? null
                    : "must be 0000-00-00-slug if nothing is known of the date";
        }
        if (month == 0) {
            return day == 0 ? null : "must have no day where the month is unknown";
        }
        try {
            LocalDate unused = LocalDate.of(year, month, Math.max(1, day));
            return null;
        } catch (DateTimeException e) {
            return "must be a day that exists; an unknown day is 00";
        }
    }

    /** The day, without what tells its letters apart. */
    static String day(String date) {
        return date.length() <= DAY_LENGTH ? date : date.substring(0, DAY_LENGTH);
    }

    /** As a number of days that can be compared; what is unknown counts as the first. Null for undated letters. */
    public static @Nullable Long epochDay(String date) {
        Matcher parts = FORM.matcher(date);
        if (!parts.matches() || parts.group(1).equals("0000")) {
            return null;
        }
        try {
            return LocalDate.of(
                            Integer.parseInt(parts.group(1)),
                            Math.max(1, Integer.parseInt(parts.group(2))),
                            Math.max(1, Integer.parseInt(parts.group(3))))
                    .toEpochDay();
        } catch (DateTimeException e) {
            return null; // another program's
        }
    }

    /** A title's first words as they stand in a date; empty if it has none that could. */
    static String slug(String title) {
        String plain = Normalizer.normalize(title, Normalizer.Form.NFD)
                .replaceAll("\\p{M}+", "")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", " ")
                .strip();
        StringBuilder slug = new StringBuilder();
        int words = 0;
        for (String word : plain.isEmpty() ? new String[0] : plain.split(" ")) {
            if (words == PROPOSED_WORDS || slug.length() + word.length() >= PROPOSED_SLUG_MAX) {
                break;
            }
            slug.append(slug.isEmpty() ? "" : "-").append(word);
            words++;
        }
        return slug.toString();
    }
}
