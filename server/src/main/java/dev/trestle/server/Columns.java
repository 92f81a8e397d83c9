package dev.trestle.server;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows of text, each column as wide as its longest; what is longer than all of a screen is not cut. */
final class Columns {
    private final List<List<String>> rows = new ArrayList<>();

    Columns(String... heads) {
        rows.add(List.of(heads));
    }

    void add(String... cells) {
        rows.add(List.of(cells));
    }

    void print(PrintWriter out) {
        int count = rows.get(0).size();
        int[] widths = new int[count];
        for (List<String> row : rows) {
            for (int i = 0; i < count; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < count; i++) {
                line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
            }
            out.println(line.toString().stripTrailing());
        }
        out.flush();
    }
}
