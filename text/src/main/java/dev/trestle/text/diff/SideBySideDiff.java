package dev.trestle.text.diff;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Differences as two columns.
 *
 * @param added how many lines only the right text has
 * @param removed how many lines only the left text has
 * @param truncated whether there are more rows than are shown
 */
public record SideBySideDiff(long added, long removed, boolean truncated, List<Row> rows) {
    private static final int ROWS_MAX = 5000;
    private static final int CHARACTERS_MAX = 2000;
    private static final int ALL_CHARACTERS_MAX = 2_000_000;

    /** What a row is. */
    public enum Kind {
        @JsonProperty("same")
        SAME,
        @JsonProperty("changed")
        CHANGED,
        @JsonProperty("removed")
        REMOVED,
        @JsonProperty("added")
        ADDED,
        /** Lines that both have and that are left out. */
        @JsonProperty("skipped")
        SKIPPED
    }

    /** Characters of a line that stand together; the end is not included. */
    public record Span(int from, int to) {}

    /**
     * A line of either text.
     *
     * @param changed the words in which a changed line differs from the other; null where it differs as a whole, or not at all
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Cell(int line, String text, @Nullable List<Span> changed) {
        private Cell marked(List<Span> spans) {
            return spans.isEmpty() ? this : new Cell(line, text, spans);
        }
    }

    /**
     * One row.
     *
     * @param skipped how many lines are left out here
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Row(
            Kind kind,
            @Nullable Cell left,
            @Nullable Cell right,
            @Nullable Integer skipped) {}

    private static final class Table {
        private final TextLines left;
        private final TextLines right;
        private final List<Row> rows = new ArrayList<>();
        private final WordDiff words = new WordDiff();
        private int characters;
        private boolean full;

        Table(TextLines left, TextLines right) {
            this.left = left;
            this.right = right;
        }

        void add(Kind kind, int leftLine, int rightLine) {
            if (rows.size() >= ROWS_MAX || characters > ALL_CHARACTERS_MAX) {
                full = true;
                return;
            }
            Cell one = cell(left, leftLine);
            Cell other = cell(right, rightLine);
            if (kind == Kind.CHANGED && one != null && other != null) {
                if (one.text().equals(other.text()) && one.text().length() <= CHARACTERS_MAX) {
                    rows.add(new Row(Kind.SAME, one, other, null)); // only one of them ends with a line break
                    return;
                }
                WordDiff.Spans spans = words.of(one.text(), other.text());
                one = one.marked(spans.left());
                other = other.marked(spans.right());
            }
            rows.add(new Row(kind, one, other, null));
        }

        private @Nullable Cell cell(TextLines text, int line) {
            if (line < 0) {
                return null;
            }
            String shown = text.text(line, CHARACTERS_MAX);
            characters += shown.length();
            return new Cell(line + 1, shown, null);
        }

        void skip(int lines) {
            if (lines > 0 && !full) {
                rows.add(new Row(Kind.SKIPPED, null, null, lines));
            }
        }

        /** {@code count} lines that both have. */
        void same(int leftLine, int rightLine, int count) {
            for (int i = 0; i < count && !full; i++) {
                add(Kind.SAME, leftLine + i, rightLine + i);
            }
        }

        void edit(Edit edit) {
            int both = Math.min(edit.leftCount(), edit.rightCount());
            for (int i = 0; i < both && !full; i++) {
                add(Kind.CHANGED, edit.leftFrom() + i, edit.rightFrom() + i);
            }
            for (int i = edit.leftFrom() + both; i < edit.leftTo() && !full; i++) {
                add(Kind.REMOVED, i, -1);
            }
            for (int i = edit.rightFrom() + both; i < edit.rightTo() && !full; i++) {
                add(Kind.ADDED, -1, i);
            }
        }
    }

    static SideBySideDiff of(TextLines left, TextLines right, List<Edit> edits) {
        Table table = new Table(left, right);
        int line = 0;
        for (Hunk hunk : Hunk.of(edits, left.count())) {
            table.skip(hunk.leftFrom() - line);
            line = hunk.leftFrom();
            int rightLine = hunk.rightFrom();
            for (Edit edit : hunk.edits()) {
                table.same(line, rightLine, edit.leftFrom() - line);
                table.edit(edit);
                line = edit.leftTo();
                rightLine = edit.rightTo();
            }
            table.same(line, rightLine, hunk.leftTo() - line);
            line = hunk.leftTo();
        }
        if (!edits.isEmpty()) {
            table.skip(left.count() - line);
        }
        long added = edits.stream().mapToLong(Edit::rightCount).sum();
        long removed = edits.stream().mapToLong(Edit::leftCount).sum();
        return new SideBySideDiff(added, removed, table.full, List.copyOf(table.rows));
    }
}
