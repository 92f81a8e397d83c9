package dev.trestle.platform.api;

import dev.trestle.platform.api.Csv.Limits;
import dev.trestle.platform.api.Csv.MalformedException;
import dev.trestle.platform.api.Csv.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Reads one table, character by character. For one thread, once. */
final class CsvReader {
    private final String text;
    private final Limits limits;
    private final UnaryOperator<String> plain;
    private final char separator;
    private final List<Row> rows = new ArrayList<>();
    private List<String> cells = new ArrayList<>();
    private final StringBuilder cell = new StringBuilder();

    /** Whether the row has anything: a separator, a quote, a character. */
    private boolean any;

    private int line = 1;
    private int begun = 1;

    /** {@code plain} removes what guards a cell. */
    CsvReader(String text, Limits limits, UnaryOperator<String> plain) {
        this.text = text;
        this.limits = limits;
        this.plain = plain;
        this.separator = separator(text);
    }

    /** Names of columns have neither, so that the first line decides. */
    private static char separator(String text) {
        int end = text.indexOf('\n');
        String first = end < 0 ? text : text.substring(0, end);
        return first.indexOf(';') >= 0 && first.indexOf(',') < 0 ? ';' : ',';
    }

    List<Row> read() {
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean doubled = i + 1 < text.length() && text.charAt(i + 1) == c;
            line += c == '\n' ? 1 : 0;
            if (quoted) {
                if (c != '"') {
                    append(c);
                } else if (doubled) {
                    append('"');
                    i++;
                } else {
                    quoted = false;
                }
            } else if (c == '"' && cell.length() == 0) {
                quoted = true;
                any = true;
            } else if (c == separator) {
                endCell();
                any = true;
            } else if (c == '\n' || c == '\r' && !isFollowedByLineFeed(i)) {
                endRow();
            } else if (c != '\r') {
                append(c);
                any = true;
            }
        }
        if (quoted) {
            throw new MalformedException("a quoted cell does not end: it begins in the row of line " + begun);
        }
        endRow();
        return rows;
    }

    private boolean isFollowedByLineFeed(int place) {
        return place + 1 < text.length() && text.charAt(place + 1) == '\n';
    }

    private void append(char c) {
        if (cell.length() >= limits.cell()) {
            throw new MalformedException(
                    "a cell has more than " + limits.cell() + " characters, in the row of line " + begun);
        }
        cell.append(c);
    }

    private void endCell() {
        if (cells.size() >= limits.columns()) {
            throw new MalformedException("the row of line " + begun + " has more than " + limits.columns() + " cells");
        }
        cells.add(plain.apply(cell.toString()));
        cell.setLength(0);
    }

    private void endRow() {
        if (any) {
            if (rows.size() > limits.rows()) {
                throw new MalformedException("it has more than " + limits.rows() + " rows");
            }
            endCell();
            rows.add(new Row(begun, cells));
            cells = new ArrayList<>();
        }
        cell.setLength(0);
        any = false;
        begun = line;
    }
}
