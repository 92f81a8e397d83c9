package dev.trestle.platform.api;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Comma-separated values as RFC 4180 has them. A cell that a spreadsheet would take for a formula is written with an apostrophe in front,
 * which is taken away when it is read. A number is no formula.
 */
public final class Csv {
    private static final String FORMULA = "=+-@\t\r\n";
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

    private Csv() {}

    /** Something that is no such table. */
    public static final class MalformedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        MalformedException(String message) {
            super(message);
        }
    }

    /** A line of a table. */
    public static String line(List<String> cells) {
        return cells.stream().map(Csv::cell).collect(Collectors.joining(",", "", "\r\n"));
    }

    /** A cell as it stands in a line. */
    public static String cell(String text) {
        String safe = isGuarded(text) ? "'" + text : text;
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

    private static String plain(String cell) {
        return cell.startsWith("'") && isSpecial(cell.substring(1)) ? cell.substring(1) : cell;
    }

    /**
     * All rows; those that are empty are left out.
     *
     * @param rowsMax how many there may be beside the names of the columns
     * @throws MalformedException if it is no such table
     */
    public static List<List<String>> parse(String text, int rowsMax) {
        List<List<String>> rows = new ArrayList<>();
        List<String> row = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        boolean any = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted) {
                boolean escaped = c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"';
                if (escaped) {
                    cell.append('"');
                    i++;
                } else if (c == '"') {
                    quoted = false;
                } else {
                    cell.append(c);
                }
            } else if (c == '"' && cell.length() == 0) {
                quoted = true;
                any = true;
            } else if (c == ',') {
                row.add(plain(cell.toString()));
                cell.setLength(0);
                any = true;
            } else if (c == '\n') {
                add(rows, row, cell, any, rowsMax);
                row = new ArrayList<>();
                cell.setLength(0);
                any = false;
            } else if (c != '\r') {
                cell.append(c);
                any = true;
            }
        }
        if (quoted) {
            throw new MalformedException("a quoted cell does not end");
        }
        add(rows, row, cell, any, rowsMax);
        return rows;
    }

    private static void add(List<List<String>> rows, List<String> row, StringBuilder last, boolean any, int rowsMax) {
        if (!any) {
            return;
        }
        if (rows.size() > rowsMax) {
            throw new MalformedException("it has more than " + rowsMax + " rows");
        }
        row.add(plain(last.toString()));
        rows.add(row);
    }
}
