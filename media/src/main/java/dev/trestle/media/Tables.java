package dev.trestle.media;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Tables among the words of a page, found by their places: lines one below the other that are broken by wide gaps at
 * the same places.
 */
public final class Tables {
    private static final int ROWS_MIN = 2;
    private static final int COLUMNS_MIN = 2;
    private static final int COLUMNS_MAX = 50;
    private static final int TABLES_MAX = 100;
    /** Columns of prose have more. */
    private static final double WORDS_OF_CELL_MAX = 6;
    /** In heights of a line: words of a text are less apart. */
    private static final double GAP = 1.0;

    private Tables() {}

    /** Words between two gaps, in a line. */
    private record Cell(int left, int right, String text, int words) {}

    /** Each table as rows of cells; all rows of a table have as many. */
    public static List<List<List<String>>> of(List<Scanned.Word> words) {
        List<List<List<String>>> tables = new ArrayList<>();
        List<List<Cell>> run = new ArrayList<>();
        for (List<Scanned.Word> line : lines(words)) {
            List<Cell> cells = cells(line);
            if (cells.size() >= COLUMNS_MIN) {
                run.add(cells);
            } else {
                add(tables, run);
                run = new ArrayList<>();
            }
        }
        add(tables, run);
        return tables;
    }

    /** Words side by side, from top to bottom, each line from left to right. */
    private static List<List<Scanned.Word>> lines(List<Scanned.Word> words) {
        List<Scanned.Word> sorted = new ArrayList<>(words);
        sorted.sort(Comparator.comparingInt(Tables::middle));
        List<List<Scanned.Word>> lines = new ArrayList<>();
        List<Scanned.Word> line = new ArrayList<>();
        for (Scanned.Word word : sorted) {
            if (!line.isEmpty()
                    && middle(word) - middle(line.get(0)) > line.get(0).height() / 2) {
                lines.add(line);
                line = new ArrayList<>();
            }
            line.add(word);
        }
        if (!line.isEmpty()) {
            lines.add(line);
        }
        lines.forEach(each -> each.sort(Comparator.comparingInt(Scanned.Word::left)));
        return lines;
    }

    private static int middle(Scanned.Word word) {
        return word.top() + word.height() / 2;
    }

    private static List<Cell> cells(List<Scanned.Word> line) {
        int height = line.stream().mapToInt(Scanned.Word::height).sorted().toArray()[line.size() / 2];
        List<Cell> cells = new ArrayList<>();
        for (Scanned.Word word : line) {
            int right = word.left() + word.width();
            Cell last = cells.isEmpty() ? null : cells.get(cells.size() - 1);
            if (last != null && word.left() - last.right() <= height * GAP) {
                cells.set(
                        cells.size() - 1,
                        new Cell(
                                last.left(),
                                Math.max(last.right(), right),
                                last.text() + " " + word.text(),
                                last.words() + 1));
            } else {
                cells.add(new Cell(word.left(), right, word.text(), 1));
            }
        }
        return cells;
    }

    private static void add(List<List<List<String>>> tables, List<List<Cell>> run) {
        List<int[]> columns = columns(run);
        double words = run.stream()
                .flatMap(List::stream)
                .mapToInt(Cell::words)
                .average()
                .orElse(0);
        boolean isTable = run.size() >= ROWS_MIN
                && columns.size() >= COLUMNS_MIN
                && columns.size() <= COLUMNS_MAX
                && words <= WORDS_OF_CELL_MAX
                && tables.size() < TABLES_MAX;
        if (!isTable) {
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        for (List<Cell> line : run) {
            List<String> row = new ArrayList<>();
            for (int[] column : columns) {
                StringBuilder text = new StringBuilder();
                line.stream()
                        .filter(cell -> cell.left() <= column[1] && cell.right() >= column[0])
                        .forEach(cell -> text.append(text.isEmpty() ? "" : " ").append(cell.text()));
                row.add(text.toString());
            }
            rows.add(row);
        }
        tables.add(rows);
    }

    /** Where cells of any line are, joined where they overlap, from left to right. */
    private static List<int[]> columns(List<List<Cell>> run) {
        List<Cell> all = new ArrayList<>(run.stream().flatMap(List::stream).toList());
        all.sort(Comparator.comparingInt(Cell::left));
        List<int[]> columns = new ArrayList<>();
        for (Cell cell : all) {
            int[] last = columns.isEmpty() ? null : columns.get(columns.size() - 1);
            if (last != null && cell.left() <= last[1]) {
                last[1] = Math.max(last[1], cell.right());
            } else {
                columns.add(new int[] {cell.left(), cell.right()});
            }
        }
        return columns;
    }
}
