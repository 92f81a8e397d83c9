package dev.trestle.systems.holdthatthought.drafts;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a letter's text says about its date, title and author. Everything that is proposed stands in the text; where that says nothing for
 * certain, nothing is proposed.
 */
final class Proposals {
    private static final int HEAD_LINES = 15;
    private static final int TAIL_LINES = 8;
    private static final int LINE_MAX = 300;
    private static final int TITLE_MAX = 100;
    private static final int NAME_MAX = 60;
    private static final int NAME_WORDS_MAX = 4;
    private static final int MONTHS = 12;
    private static final int YEAR_MIN = 1000;

    private static final String MONTH =
            "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
                    + "|nov(?:ember)?|dec(?:ember)?)\\.?";
    private static final Map<String, Integer> NUMBERS = Map.ofEntries(
            Map.entry("jan", 1),
            Map.entry("feb", 2),
            Map.entry("mar", 3),
            Map.entry("apr", 4),
            Map.entry("may", 5),
            Map.entry("jun", 6),
            Map.entry("jul", 7),
            Map.entry("aug", 8),
            Map.entry("sep", 9),
            Map.entry("oct", 10),
            Map.entry("nov", 11),
            Map.entry("dec", 12));
    private static final String ORDINAL = "(\\d{1,2})(?:st|nd|rd|th)?\\.?";
    private static final int FLAGS = Pattern.CASE_INSENSITIVE;

    /** {@code 1952-06-15} */
    private static final Pattern ISO = Pattern.compile("(?<!\\d)(\\d{4})-(\\d{2})-(\\d{2})(?!\\d)");
    /** {@code June 15th, 1952} */
    private static final Pattern MONTH_FIRST =
            Pattern.compile("\\b" + MONTH + "\\s+" + ORDINAL + "\\s*,?\\s+(\\d{4})(?!\\d)", FLAGS);
    /** {@code 15 June 1952}, {@code 15th of June, 1952} */
    private static final Pattern DAY_FIRST =
            Pattern.compile("(?<!\\d)" + ORDINAL + "\\s+(?:of\\s+)?" + MONTH + "\\s*,?\\s+(\\d{4})(?!\\d)", FLAGS);
    /** {@code 6/15/1952} */
    private static final Pattern SLASHES = Pattern.compile("(?<![\\d/])(\\d{1,2})/(\\d{1,2})/(\\d{4})(?![\\d/])");

    private static final Pattern SUBJECT = Pattern.compile("(?:subject|re|title)\\s*:\\s*(\\S.*)", FLAGS);
    private static final Pattern HEADING = Pattern.compile("#{1,3}\\s+(\\S.*)");
    private static final Pattern SALUTATION =
            Pattern.compile("((?:my\\s+)?(?:dear(?:est)?|darling|beloved)\\b.*?)[,:!.]*", FLAGS);
    private static final Pattern FROM = Pattern.compile("(?:from|author)\\s*:\\s*(\\S.*)", FLAGS);
    private static final Pattern CLOSING = Pattern.compile(
            "(?:(?:with\\s+)?(?:all\\s+)?(?:my\\s+|much\\s+|lots of\\s+)?love(?:\\s+(?:and kisses|always|to all))?"
                    + "|(?:very truly yours|yours (?:truly|sincerely|faithfully|ever|affectionately|always)|yours|sincerely)"
                    + "|(?:your|ever your) (?:loving|affectionate|devoted|faithful|old)(?: (?:son|daughter|brother|sister|mother|father"
                    + "|husband|wife|uncle|aunt|cousin|nephew|niece|grandson|granddaughter|grandmother|grandfather|friend))?"
                    + "|affectionately(?: yours)?|fondly|(?:with )?(?:best|kind|warm) (?:wishes|regards)|respectfully(?: yours)?)"
                    + "\\s*[,.:;!-]*\\s*(.*)",
            FLAGS);
    private static final Pattern NAME =
            Pattern.compile("\\p{Lu}[\\p{L}.'’-]*(?:\\s+(?:\\p{Lu}|von|van|de|der|and|&)[\\p{L}.'’-]*)*");

    private Proposals() {}

    /** The first day that the head of a letter names, else the last that its end does: {@code 1952-06-15}. */
    static @Nullable String date(String text) {
        List<String> lines = lines(text);
        for (String line : head(lines)) {
            List<String> found = dates(line);
            if (!found.isEmpty()) {
                return found.get(0);
            }
        }
        String last = null;
        for (String line : tail(lines)) {
            List<String> found = dates(line);
            last = found.isEmpty() ? last : found.get(found.size() - 1);
        }
        return last;
    }

    /** The days that a line names, one behind the other. */
    private static List<String> dates(String line) {
        Map<Integer, String> found = new java.util.TreeMap<>();
        for (Matcher at = ISO.matcher(line); at.find(); ) {
            put(found, at, at.group(1), at.group(2), at.group(3));
        }
        for (Matcher at = MONTH_FIRST.matcher(line); at.find(); ) {
            put(found, at, at.group(3), month(at.group(1)), at.group(2));
        }
        for (Matcher at = DAY_FIRST.matcher(line); at.find(); ) {
            put(found, at, at.group(3), month(at.group(2)), at.group(1));
        }
        for (Matcher at = SLASHES.matcher(line); at.find(); ) {
            // Month first; but where that is no month, it can only be the day.
            boolean isDayFirst = Integer.parseInt(at.group(1)) > MONTHS;
            put(found, at, at.group(3), at.group(isDayFirst ? 2 : 1), at.group(isDayFirst ? 1 : 2));
        }
        return new ArrayList<>(found.values());
    }

    /** A day that does not exist was misread. */
    private static void put(Map<Integer, String> found, Matcher at, String year, String month, String day) {
        try {
            LocalDate date = LocalDate.of(Integer.parseInt(year), Integer.parseInt(month), Integer.parseInt(day));
            if (date.getYear() >= YEAR_MIN) {
                found.putIfAbsent(at.start(), date.toString());
            }
        } catch (DateTimeException e) {
            // Nothing is proposed.
        }
    }

    private static String month(String name) {
        return String.valueOf(NUMBERS.get(name.substring(0, 3).toLowerCase(Locale.ROOT)));
    }

    /** A heading or subject, else the salutation. */
    static @Nullable String title(String text) {
        List<String> head = head(lines(text));
        for (Pattern pattern : List.of(HEADING, SUBJECT, SALUTATION)) {
            for (String line : head) {
                Matcher at = pattern.matcher(line);
                if (at.matches() && at.group(1).length() <= TITLE_MAX) {
                    return at.group(1).strip();
                }
            }
        }
        return null;
    }

    /** Who is named as the sender, else who signs behind a closing. */
    static @Nullable String author(String text) {
        List<String> lines = lines(text);
        for (String line : head(lines)) {
            Matcher at = FROM.matcher(line);
            if (at.matches() && isName(at.group(1))) {
                return at.group(1).strip();
            }
        }
        List<String> tail = tail(lines);
        for (int i = tail.size() - 1; i >= 0; i--) {
            Matcher at = CLOSING.matcher(tail.get(i));
            if (!at.matches()) {
                continue;
            }
            String beside = trimmed(at.group(1));
            String below = i + 1 < tail.size() ? trimmed(tail.get(i + 1)) : "";
            if (isName(beside)) {
                return beside;
            }
            return beside.isEmpty() && isName(below) ? below : null;
        }
        return null;
    }

    private static String trimmed(String text) {
        return text.strip().replaceAll("^[-–—~\\s]+|[,.;!\\s]+$", "");
    }

    private static boolean isName(String text) {
        String stripped = text.strip();
        return !stripped.isEmpty()
                && stripped.length() <= NAME_MAX
                && stripped.split("\\s+").length <= NAME_WORDS_MAX
                && NAME.matcher(stripped).matches();
    }

    /** Lines that say something, without what surrounds it. A very long one is no head and no signature, and costs time. */
    private static List<String> lines(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .map(line -> line.length() <= LINE_MAX ? line : line.substring(0, LINE_MAX))
                .toList();
    }

    private static List<String> head(List<String> lines) {
        return lines.subList(0, Math.min(HEAD_LINES, lines.size()));
    }

    private static List<String> tail(List<String> lines) {
        return lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
    }
}
