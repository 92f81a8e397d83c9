package dev.trestle.platform.api;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Comma-separated values as RFC 4180 has them, such that a table comes back from a spreadsheet as it went. A cell that a spreadsheet would
 * take for a formula is written with an apostrophe in front, which {@link #parse} removes. A number is no formula. {@link #text} guards
 * what a spreadsheet would convert, too: {@code 007}, {@code 1e5}, {@code 3-4}.
 */
public final class Csv {
    /** By which spreadsheets know that a file is UTF-8. {@link #decode} accepts it. */
    public static final String BYTE_ORDER_MARK = "\uFEFF";

    private static final String FORMULA = "=+-@\t\r\n";
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

    /** Numbers, dates, times and truth values, as spreadsheets recognise them. */
    private static final Pattern CONVERTED = Pattern.compile("(?i)true|false"
            + "|[-+$\u20ac\u00a3\u00a5(]*[0-9.,][0-9 .,:/()%+-]*(e[-+]?[0-9]+)?( ?[ap]m?)?"
            + "|([0-9]{1,4}[ ./-]*)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ .,/-]*[0-9][0-9 ,./:-]*"
            + "|[0-9]{1,4}[ ./-]*(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*");

    private Csv() {}

    /** Something that is no such table. */
    public static final class MalformedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        MalformedException(String message) {
            super(message);
        }
    }

    /**
     * How large a table may be.
     *
     * @param rows beside the names of the columns
     * @param columns cells of one row
     * @param cell characters of one cell
     */
    public record Limits(int rows, int columns, int cell) {
        public static Limits ofRows(int rows) {
            return new Limits(rows, 1_000, 1_000_000);
        }
    }

    /** A line of a table. */
    public static String line(List<String> cells) {
        return cells.stream().map(Csv::cell).collect(Collectors.joining(",", "", "\r\n"));
    }

    /** A line of cells that {@link #cell} or {@link #text} gave. */
    public static String joined(List<String> written) {
        return String.join(",", written) + "\r\n";
    }

    /** A cell as it stands in a line. */
    public static String cell(String text) {
        return written(text, isGuarded(text));
    }

    /** A cell of text as it stands in a line: a spreadsheet takes it neither for a formula nor for a number or a date. */
    public static String text(String text) {
        return written(text, isSpecial(text) || isConverted(text));
    }

    private static String written(String text, boolean guarded) {
        String safe = guarded ? "'" + text : text;
        boolean quoted = safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return quoted ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }

    /** What begins with an apostrophe already gets another, so that it is the same when it comes back. */
    private static boolean isGuarded(String text) {
        return isSpecial(text) && !NUMBER.matcher(text).matches();
    }

    private static boolean isSpecial(String text) {
        return !text.isEmpty() && (FORMULA.indexOf(text.charAt(0)) >= 0 || text.charAt(0) == '\'');
    }

    private static boolean isConverted(String text) {
        return text.length() <= 40 && CONVERTED.matcher(text.strip()).matches();
    }

    private static String plain(String cell) {
        String rest = cell.startsWith("'") ? cell.substring(1) : "";
        return isSpecial(rest) || isConverted(rest) ? rest : cell;
    }

    /**
     * The text of a file, without a byte order mark.
     *
     * @throws MalformedException if it is not UTF-8
     */
    public static String decode(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new MalformedException("is not UTF-8");
        }
    }

    /**
     * All rows; those that are empty are left out.
     *
     * @param rowsMax how many there may be beside the names of the columns
     * @throws MalformedException if it is no such table
     */
    public static List<List<String>> parse(String text, int rowsMax) {
        return parse(text, Limits.ofRows(rowsMax)).stream().map(Row::cells).toList();
    }

    /**
     * All rows; those that are empty are left out. Cells are separated by commas, or by semicolons if the first line has them and no commas.
     *
     * @throws MalformedException if it is no such table, or larger than the limits
     */
    public static List<Row> parse(String text, Limits limits) {
        return new CsvReader(text, limits, Csv::plain).read();
    }

    /**
     * A row of a table.
     *
     * @param line where it begins in the file, from 1: cells may have several lines
     */
    public record Row(int line, List<String> cells) {}
}
