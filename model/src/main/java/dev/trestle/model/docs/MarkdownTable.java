package dev.trestle.model.docs;

import java.util.List;
import java.util.stream.Collectors;

/** A table in Markdown, written row by row. */
final class MarkdownTable {
    private final StringBuilder out;

    MarkdownTable(StringBuilder out, List<String> titles) {
        this.out = out;
        row(titles);
        row(titles.stream().map(title -> "---").toList());
    }

    void row(List<String> cells) {
        out.append(cells.stream().collect(Collectors.joining(" | ", "| ", " |\n")));
    }

    /** Text as code, safe inside of a cell. */
    static String code(String text) {
        return "`" + text.replace("|", "\\|").replace("\n", " ") + "`";
    }

    /** Text as it is, safe inside of a cell. */
    static String plain(String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }
}
