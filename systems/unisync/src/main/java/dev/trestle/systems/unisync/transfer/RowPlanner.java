package dev.trestle.systems.unisync.transfer;

import dev.trestle.platform.api.Problem.Violation;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.StageStatus;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.VersionType;
import dev.trestle.systems.unisync.people.Right;
import dev.trestle.systems.unisync.people.Rights;
import dev.trestle.systems.unisync.showsets.Revision;
import dev.trestle.systems.unisync.showsets.ShowSetChanges;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.Description;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.NewShowSet;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.ShowSetPatch;
import dev.trestle.systems.unisync.showsets.ShowSets;
import dev.trestle.systems.unisync.transfer.ImportRow.Problem;
import dev.trestle.systems.unisync.transfer.RowPlan.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides what an import makes of a row: the preview and the import itself decide alike. It reads nothing.
 *
 * <p>A row of an id that is there updates the ShowSet, in the columns that differ alone. Its tag says what was exported: if the row is
 * still that, nobody edited it and it changes nothing; if the ShowSet is no longer that, somebody else did, and it is a conflict.
 */
final class RowPlanner {
    private final ShowSets showSets;
    private final ShowSetChanges changes;

    RowPlanner(ShowSets showSets, ShowSetChanges changes) {
        this.showSets = showSets;
        this.changes = changes;
    }

    /** {@code current} is the ShowSet of the row's id; null if there is none. */
    RowPlan plan(ImportRow row, User by, Instant at, @Nullable ShowSet current) {
        if (!row.problems().isEmpty()) {
            return RowPlan.refused(row, row.problems());
        }
        return current == null ? creation(row, by) : update(row, by, at, current);
    }

    private RowPlan creation(ImportRow row, User by) {
        List<Problem> problems = new ArrayList<>(row.creationProblems(by));
        showSets.namingProblems(row.showSet()).forEach(each -> problems.add(Problem.of(each.field(), each)));
        return problems.isEmpty() ? RowPlan.of(row, Outcome.CREATE, List.of()) : RowPlan.refused(row, problems);
    }

    private RowPlan update(ImportRow row, User by, Instant at, ShowSet current) {
        List<String> values = ShowSetColumns.cells(current);
        List<String> changed = changed(row, values);
        String tag = row.cells().getOrDefault(ShowSetColumns.ROW_TAG, "");
        if (changed.isEmpty() || isAsExported(row, tag)) {
            return RowPlan.of(row, Outcome.UNCHANGED, List.of());
        }
        if (tag.isEmpty()) {
            return RowPlan.refused(
                    row,
                    List.of(new Problem(
                            ShowSetColumns.ID,
                            "taken",
                            "is taken: to change a ShowSet, edit an export, whose column rowTag says what it was")));
        }
        if (!tag.equals(ShowSetColumns.tag(values))) {
            return new RowPlan(
                    row,
                    Outcome.CONFLICT,
                    changed,
                    List.of(new Problem(null, "conflict", "somebody has changed the ShowSet since it was exported")),
                    null);
        }
        Revision revision = revision(row, Set.copyOf(changed));
        List<Problem> problems = problems(by, at, current, revision);
        return problems.isEmpty()
                ? new RowPlan(row, Outcome.UPDATE, changed, List.of(), revision)
                : RowPlan.refused(row, problems);
    }

    /** The columns of the file that say something else; an empty cell of a stage or a version says nothing. */
    private static List<String> changed(ImportRow row, List<String> values) {
        List<String> changed = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            String column = ShowSetColumns.VALUES.get(i);
            String cell = row.cells().get(column);
            if (cell == null || cell.isEmpty() && isProgress(column)) {
                continue;
            }
            if (!cell.equals(ShowSetColumns.normal(values.get(i)))) {
                changed.add(column);
            }
        }
        return changed;
    }

    private static boolean isProgress(String column) {
        return ShowSetColumns.VALUES.indexOf(column) > ShowSetColumns.VALUES.indexOf(ShowSetColumns.VMS);
    }

    /** Whether the row is what it was exported as. That cannot be told of one with fewer columns. */
    private static boolean isAsExported(ImportRow row, String tag) {
        return row.cells().keySet().containsAll(ShowSetColumns.VALUES)
                && tag.equals(ShowSetColumns.tag(ShowSetColumns.VALUES.stream()
                        .map(column -> Objects.requireNonNull(row.cells().get(column)))
                        .toList()));
    }

    private static Revision revision(ImportRow row, Set<String> changed) {
        NewShowSet asked = row.showSet();
        Description texts = Objects.requireNonNull(asked.description());
        ShowSetPatch patch = new ShowSetPatch(
                null,
                changed.contains(ShowSetColumns.AREA) ? asked.area() : null,
                changed.contains(ShowSetColumns.SCENE) ? asked.scene() : null,
                new Description(
                        changed.contains("description.en") ? texts.en() : null,
                        changed.contains("description.zh") ? texts.zh() : null,
                        changed.contains("description.zh-TW") ? texts.zhTw() : null),
                changed.contains(ShowSetColumns.VMS) ? asked.vmList() : null);
        Map<StageName, StageStatus> stages = new EnumMap<>(StageName.class);
        stages.putAll(row.stages());
        stages.keySet().removeIf(stage -> !changed.contains(ShowSetColumns.of(stage)));
        Map<VersionType, Integer> versions = new EnumMap<>(VersionType.class);
        versions.putAll(row.versions());
        versions.keySet().removeIf(type -> !changed.contains(ShowSetColumns.of(type)));
        return new Revision(patch, stages, versions);
    }

    private List<Problem> problems(User by, Instant at, ShowSet current, Revision revision) {
        List<Problem> problems = new ArrayList<>();
        if (!Rights.may(by, Right.EDIT_SHOWSETS)) {
            problems.add(new Problem(null, "not-yours", "you may not edit ShowSets"));
        }
        for (StageName stage : sorted(revision.stages().keySet())) {
            if (!Rights.may(by, stage)) {
                problems.add(ImportRow.forbidden(stage));
            } else if (revision.stages().get(stage) == StageStatus.REVISION_REQUIRED) {
                problems.add(new Problem(
                        ShowSetColumns.of(stage),
                        "needs-note",
                        "cannot be sent back by an import: that needs a note, so do it on the board"));
            }
        }
        if (!Rights.may(by, Right.EDIT_VERSIONS)) {
            sorted(revision.versions().keySet()).forEach(type -> problems.add(ImportRow.forbidden(type)));
        }
        if (problems.isEmpty()) {
            for (Violation each : changes.problems(by, at, current, revision)) {
                String column = ShowSetColumns.ALL.contains(each.field()) ? each.field() : null;
                problems.add(Problem.of(column, each));
            }
        }
        return problems;
    }

    private static <E extends Enum<E>> List<E> sorted(Collection<E> all) {
        return all.stream().sorted().toList();
    }
}
