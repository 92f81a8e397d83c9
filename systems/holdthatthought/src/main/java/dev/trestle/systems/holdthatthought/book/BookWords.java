package dev.trestle.systems.holdthatthought.book;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.holdthatthought.letters.LetterDate;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/** What a book, or the pages of an export, say by themselves, in the language of their reader. */
public final class BookWords {
    private static final String NO_YEAR = "0000";
    private static final int YEAR_END = 4;
    private static final int MONTH_END = 7;
    private static final int DAY_END = 10;

    private final String language;
    private final Map<String, String> words;

    /** {@code language} is one of {@link BookRequests#LANGUAGES}. */
    public BookWords(String language) {
        this.language = language;
        try (InputStream in = BookWords.class.getResourceAsStream("words/" + language + ".json")) {
            this.words = Json.mapper().readValue(in, new TypeReference<Map<String, String>>() {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A text; {@code values} are names and what stands for them, in turn. */
    public String of(String key, String... values) {
        String text = words.getOrDefault(key, key);
        for (int i = 0; i + 1 < values.length; i += 2) {
            text = text.replace("{" + values[i] + "}", values[i + 1]);
        }
        return text;
    }

    /** A letter's date, as far as it is known; as it is where another program has written something else. */
    public String date(String date) {
        return LetterDate.isValid(date) ? inWords(date) : date;
    }

    private String inWords(String date) {
        String year = date.substring(0, YEAR_END);
        if (year.equals(NO_YEAR)) {
            return of("undated");
        }
        String month = date.substring(YEAR_END + 1, MONTH_END);
        String day = date.substring(MONTH_END + 1, DAY_END);
        if (month.equals("00")) {
            return isChinese() ? year + "年" : year;
        }
        YearMonth whole = YearMonth.of(Integer.parseInt(year), Integer.parseInt(month));
        return day.equals("00") ? month(whole) : day(whole.atDay(Integer.parseInt(day)));
    }

    String day(LocalDate day) {
        return DateTimeFormatter.ofPattern(isChinese() ? "y年M月d日" : "d MMMM y", Locale.ENGLISH)
                .format(day);
    }

    private String month(YearMonth month) {
        return DateTimeFormatter.ofPattern(isChinese() ? "y年M月" : "MMMM y", Locale.ENGLISH)
                .format(month);
    }

    /** The language's code, as HTML has it. */
    public String language() {
        return language;
    }

    private boolean isChinese() {
        return language.startsWith("zh");
    }
}
