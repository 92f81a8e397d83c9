package dev.trestle.server.console;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Lines of comma-separated values, as RFC 4180 has them, that no spreadsheet takes for formulas. */
final class Csv {
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
    private static final String DANGEROUS = "=+-@\t\r\n";

    private Csv() {}

    static String line(List<String> cells) {
        return cells.stream().map(Csv::cell).collect(Collectors.joining(",", "", "\r\n"));
    }

    static String cell(String text) {
        boolean formula = !text.isEmpty()
                && DANGEROUS.indexOf(text.charAt(0)) >= 0
                && !NUMBER.matcher(text).matches();
        String safe = formula ? "'" + text : text;
        boolean quoted = safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
        return quoted ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }
}
