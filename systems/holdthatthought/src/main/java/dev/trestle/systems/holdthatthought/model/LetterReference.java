package dev.trestle.systems.holdthatthought.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A letter in the list of its author, and in that of its day of the year.
 *
 * @param list {@code author:} with a folded name, or {@code day:MM-DD}
 */
public record LetterReference(String list, String date) {
    private static final Pattern WHOLE_DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}(-.*)?");

    /** Free text in a key has to stay below the length of keys. */
    private static final int NAME_MAX = 200;

    static List<LetterReference> of(Letter letter) {
        List<LetterReference> lists = new ArrayList<>();
        String author = letter.author();
        if (author != null && !author.isBlank()) {
            lists.add(new LetterReference(ofAuthor(author), letter.date()));
        }
        if (WHOLE_DATE.matcher(letter.date()).matches() && !letter.date().startsWith("00", 8)) {
            lists.add(new LetterReference(ofDay(letter.date().substring(5, 10)), letter.date()));
        }
        return lists;
    }

    public static String ofAuthor(String name) {
        return "author:" + folded(name);
    }

    public static String ofDay(String monthAndDay) {
        return "day:" + monthAndDay;
    }

    /** Names that differ in case and spaces only are one. */
    public static String folded(String name) {
        String folded = name.strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
        return folded.codePointCount(0, folded.length()) <= NAME_MAX
                ? folded
                : folded.substring(0, folded.offsetByCodePoints(0, NAME_MAX));
    }
}
