package dev.trestle.systems.unisync.transfer;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Csv;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Problem.Violation;
import dev.trestle.platform.api.Reply;
import dev.trestle.systems.unisync.model.Area;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.showsets.BulkCreation;
import dev.trestle.systems.unisync.showsets.BulkCreation.Wanted;
import dev.trestle.systems.unisync.showsets.ShowSets;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** ShowSets as comma-separated values: all that there are, or new ones in one request, all or none. */
public final class ShowSetTransfer {
    static final int SHOWSETS_MAX = 100_000;

    private static final int ROWS_MAX = 2000;
    private static final int ERRORS_MAX = 1000;

    /** The row behind the names of the columns, as spreadsheets count. */
    private static final int FIRST_ROW = 2;

    private final ItemStore relaxed;
    private final ItemStore store;
    private final ShowSets showSets;
    private final BulkCreation creation;

    public ShowSetTransfer(ItemStore store, ShowSets showSets, BulkCreation creation) {
        this.relaxed = store;
        this.store = store.consistent();
        this.showSets = showSets;
        this.creation = creation;
    }

    public record Import(@Nullable Boolean preview, byte[] body) {}

    /** Something that is wrong with a row of the file. */
    public record RowError(int row, @Nullable String field, String message) {
        static RowError of(int row, ImportRow.Problem problem) {
            return new RowError(row, problem.column(), problem.message());
        }

        /** As a path: {@code rows/2/area}. */
        String place() {
            return "rows/" + row + (field == null ? "" : "/" + field);
        }
    }

    /** How an import, or the preview of one, went. */
    public record Imported(int rows, int created, List<RowError> errors) {}

    public Reply export() {
        return file("showsets.csv", out -> {
            for (Area area : Area.values()) {
                try (Stream<ShowSet> all = relaxed.stream(ShowSetsTable.SHOWSETS_BY_AREA.of(area), SHOWSETS_MAX)) {
                    for (ShowSet each : (Iterable<ShowSet>) all::iterator) {
                        out.write(ShowSetColumns.line(each).getBytes(StandardCharsets.UTF_8));
                    }
                }
            }
        });
    }

    /** A file with the names of the columns, and nothing else. */
    public Reply template() {
        return file("showsets-template.csv", out -> {});
    }

    private static Reply file(String name, Reply.Writer rows) {
        return Reply.stream("text/csv", -1, out -> {
                    out.write(ShowSetColumns.header().getBytes(StandardCharsets.UTF_8));
                    rows.writeTo(out);
                })
                .header("content-disposition", "attachment; filename=\"" + name + "\"");
    }

    /** Creates all ShowSets of a table, or refuses it with every error by row and column. A preview returns the errors. */
    public Imported read(User by, Instant at, Import asked) {
        ImportRows table;
        try {
            table = ImportRows.read(asked.body(), ROWS_MAX);
        } catch (Csv.MalformedException e) {
            throw ApiException.invalid("body", e.getMessage() + "").withCode("csv-malformed");
        }
        List<RowError> errors = new ArrayList<>();
        table.problems().forEach(each -> errors.add(RowError.of(1, each)));
        table.rows().forEach(row -> errors.addAll(errors(row, by)));
        int rows = table.rows().size();
        if (Boolean.TRUE.equals(asked.preview())) {
            return new Imported(rows, 0, errors.stream().limit(ERRORS_MAX).toList());
        }
        if (!errors.isEmpty()) {
            throw refused(Kind.INVALID, errors);
        }
        List<Wanted> wanted = table.rows().stream().map(ImportRow::wanted).toList();
        List<RowError> raced = creation.create(by, at, wanted).stream()
                .map(each -> new RowError(each.place() + FIRST_ROW, ShowSetColumns.ID, each.why()))
                .toList();
        if (!raced.isEmpty()) {
            throw refused(Kind.CONFLICT, raced);
        }
        return new Imported(rows, rows, List.of());
    }

    private List<RowError> errors(ImportRow row, User by) {
        List<ImportRow.Problem> problems = new ArrayList<>(row.problems());
        problems.addAll(row.creationProblems(by));
        boolean hasId = problems.stream().noneMatch(each -> ShowSetColumns.ID.equals(each.column()));
        if (hasId
                && store.get(ShowSetsTable.SHOWSET_BY_ID.of(row.showSet().showSetId()))
                        .isPresent()) {
            problems.add(new ImportRow.Problem(ShowSetColumns.ID, "taken", "is taken"));
        } else if (hasId) {
            showSets.namingProblems(row.showSet())
                    .forEach(each -> problems.add(ImportRow.Problem.of(each.field(), each)));
        }
        return problems.stream().map(each -> RowError.of(row.number(), each)).toList();
    }

    private static ApiException refused(Kind kind, List<RowError> errors) {
        List<Violation> violations = errors.stream()
                .limit(ERRORS_MAX)
                .map(each -> new Violation(each.place(), each.message()))
                .toList();
        Violation first = violations.get(0);
        return new ApiException(Problem.of(kind, "Nothing was imported. " + first.field() + ": " + first.message())
                .withViolations(violations));
    }
}
