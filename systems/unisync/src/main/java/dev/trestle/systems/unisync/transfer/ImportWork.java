package dev.trestle.systems.unisync.transfer;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.time.Times;
import dev.trestle.platform.work.WorkContext;
import dev.trestle.platform.work.WorkException;
import dev.trestle.platform.work.WorkKind;
import dev.trestle.platform.work.WorkStep;
import dev.trestle.systems.unisync.model.ImportFile;
import dev.trestle.systems.unisync.model.ImportLine;
import dev.trestle.systems.unisync.model.ImportReport;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.UsersTable;
import dev.trestle.systems.unisync.people.Right;
import dev.trestle.systems.unisync.people.Rights;
import dev.trestle.systems.unisync.showsets.ShowSetChanges;
import dev.trestle.systems.unisync.showsets.ShowSets;
import dev.trestle.systems.unisync.transfer.ImportRow.Problem;
import dev.trestle.systems.unisync.transfer.RowPlan.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Imports a file's rows as long work. A step takes as many rows as fit into a transaction, and commits them with what the report says of
 * them and with the checkpoint: after a crash no row is done twice, and none is left out. Rows that were imported stay when the work is
 * cancelled or fails, and the report says which they are.
 */
final class ImportWork {
    /** Of those who use UniSync together. */
    static final int OPEN_MAX = 3;

    private static final int OPEN_OF_ONE_MAX = 2;

    /** A ShowSet may have 200 kB, and a transaction 4 MB. */
    private static final int WRITTEN_MAX = 15;

    private static final int ROWS_MAX = 200;

    /** The work itself takes a few of a transaction's hundred. */
    private static final int ACTIONS_MAX = 90;

    private static final int REPORT_CHARACTERS_MAX = 100_000;
    private static final String PROGRESS = "unisync.importing";

    final WorkKind<Asked, At> kind = WorkKind.of("import-showsets", Asked.class, At.class, this::step)
            .undoneBy((work, from) -> WorkStep.end(result(work, from)))
            .withOpen(OPEN_OF_ONE_MAX)
            .withOpenTogether(OPEN_MAX, work -> "");

    private final ItemStore store;
    private final ImportFiles files;
    private final RowPlanner planner;
    private final ShowSets showSets;
    private final ShowSetChanges changes;
    private final Times times;

    ImportWork(
            ItemStore store,
            ImportFiles files,
            RowPlanner planner,
            ShowSets showSets,
            ShowSetChanges changes,
            Times times) {
        this.store = store.consistent();
        this.files = files;
        this.planner = planner;
        this.showSets = showSets;
        this.changes = changes;
        this.times = times;
    }

    record Asked(String importId, String userId) {}

    /** How many rows are done, and what became of them. */
    record At(int rows, int created, int updated, int unchanged, int conflicts, int refused) {
        static final At BEGINNING = new At(0, 0, 0, 0, 0, 0);

        At and(Outcome outcome) {
            return new At(
                    rows + 1,
                    created + (outcome == Outcome.CREATE ? 1 : 0),
                    updated + (outcome == Outcome.UPDATE ? 1 : 0),
                    unchanged + (outcome == Outcome.UNCHANGED ? 1 : 0),
                    conflicts + (outcome == Outcome.CONFLICT ? 1 : 0),
                    refused + (outcome == Outcome.REFUSED ? 1 : 0));
        }
    }

    /** What an import made. */
    record Result(String importId, At rows) {}

    private static Result result(WorkContext<Asked> work, @Nullable At from) {
        return new Result(work.asked().importId(), from == null ? At.BEGINNING : from);
    }

    private WorkStep<At> step(WorkContext<Asked> work, @Nullable At from) {
        ImportFile file = store.get(SupportTable.IMPORT_BY_ID.of(work.asked().importId()))
                .orElseThrow(() -> new WorkException("FILE_GONE", "The file is kept no longer. Upload it again."));
        User by = store.get(UsersTable.USER_BY_ID.of(work.asked().userId()))
                .filter(user -> Rights.may(user, Right.CREATE_SHOWSETS))
                .orElseThrow(() -> new WorkException("NOT_ALLOWED", "You may no longer import ShowSets."));
        List<ImportRow> rows = files.rows(file.key()).rows();
        At at = from == null ? At.BEGINNING : from;
        if (at.rows() >= rows.size()) {
            return WorkStep.<At>end(result(work, at)).progress(rows.size(), rows.size(), PROGRESS);
        }
        Decision<?> writes = Decision.done();
        List<ImportLine> report = new ArrayList<>();
        int first = rows.get(at.rows()).number();
        int written = 0;
        int characters = 0;
        while (at.rows() < rows.size() && report.size() < ROWS_MAX && written < WRITTEN_MAX) {
            Planned planned = plan(rows.get(at.rows()), by);
            Decision<?> change = planned.change();
            ImportLine line = planned.plan().reported();
            boolean isFull = writes.actions() + change.actions() > ACTIONS_MAX
                    || characters + line.characters() > REPORT_CHARACTERS_MAX;
            if (isFull && !report.isEmpty()) {
                break;
            }
            writes.with(change);
            written += change.isEmpty() ? 0 : 1;
            characters += line.characters();
            report.add(line);
            at = at.and(planned.plan().outcome());
        }
        ImportReport page = new ImportReport(file.importId(), first, report, file.expiresAt());
        return WorkStep.to(at)
                .progress(at.rows(), rows.size(), PROGRESS)
                .writing(writes.create(SupportTable.IMPORT_REPORT, page));
    }

    private record Planned(RowPlan plan, Decision<?> change) {}

    private Planned plan(ImportRow row, User by) {
        Instant now = times.now();
        String id = row.showSet().showSetId();
        Optional<Stored<ShowSet>> current =
                row.problems().isEmpty() ? store.stored(ShowSetsTable.SHOWSET_BY_ID.of(id)) : Optional.empty();
        RowPlan plan = planner.plan(row, by, now, current.map(Stored::record).orElse(null));
        if (plan.outcome() == Outcome.CREATE
                && store.get(SupportTable.RETIRED_BY_ID.of(id)).isPresent()) {
            plan = RowPlan.refused(
                    row,
                    List.of(new Problem(
                            ShowSetColumns.ID, "retired", "was renamed or deleted a moment ago: try again later")));
        }
        Decision<?> change = switch (plan.outcome()) {
            case CREATE -> showSets.create(by, now, row.showSet(), row.wanted().start());
            case UPDATE -> changes.revise(by, now, current.orElseThrow(), Objects.requireNonNull(plan.revision()));
            case UNCHANGED, CONFLICT, REFUSED -> Decision.done();
        };
        return new Planned(plan, change);
    }
}
