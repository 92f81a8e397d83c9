package dev.trestle.systems.unisync.transfer;

import dev.trestle.platform.schema.About;
import dev.trestle.systems.unisync.model.ImportLine;
import dev.trestle.systems.unisync.showsets.Revision;
import dev.trestle.systems.unisync.transfer.ImportRow.Problem;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What an import makes of a row.
 *
 * @param changed the columns that differ from the ShowSet
 * @param revision of an update
 */
record RowPlan(
        ImportRow row,
        Outcome outcome,
        List<String> changed,
        List<Problem> problems,
        @Nullable Revision revision) {

    private static final int ID_MAX = 200;

    /** What becomes of a row. */
    enum Outcome {
        CREATE,
        UPDATE,
        /** The ShowSet is so already, or the row was not edited. */
        UNCHANGED,
        /** Somebody changed the ShowSet since the export, and the row too. */
        CONFLICT,
        REFUSED
    }

    /** A row of a preview or a report. */
    record Line(
            @About("As spreadsheets count: the names of the columns are row 1")
            int row,

            String showSetId,
            Outcome outcome,

            @About("The columns that differ from the ShowSet")
            List<String> changed,

            List<Problem> problems) {}

    Line line() {
        return new Line(row.number(), shortId(), outcome, changed, problems);
    }

    /** As a line of the report. */
    ImportLine reported() {
        String problemTexts = problems.stream()
                .map(each -> each.column() == null ? each.message() : each.column() + ": " + each.message())
                .collect(Collectors.joining("; "));
        return new ImportLine(
                row.number(),
                shortId(),
                outcome.name().toLowerCase(Locale.ROOT),
                String.join(" ", changed),
                problemTexts);
    }

    /** What stands in the column of ids may be longer than any id. */
    private String shortId() {
        String id = row.showSet().showSetId();
        return id.length() <= ID_MAX ? id : id.substring(0, ID_MAX);
    }

    static RowPlan refused(ImportRow row, List<Problem> problems) {
        return new RowPlan(row, Outcome.REFUSED, List.of(), List.copyOf(problems), null);
    }

    static RowPlan of(ImportRow row, Outcome outcome, List<String> changed) {
        return new RowPlan(row, outcome, changed, List.of(), null);
    }
}
