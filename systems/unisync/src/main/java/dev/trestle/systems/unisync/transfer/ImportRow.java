package dev.trestle.systems.unisync.transfer;

import dev.trestle.platform.api.Problem.Violation;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.StageStatus;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.VersionType;
import dev.trestle.systems.unisync.people.Right;
import dev.trestle.systems.unisync.people.Rights;
import dev.trestle.systems.unisync.showsets.BulkCreation.Wanted;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.NewShowSet;
import dev.trestle.systems.unisync.showsets.Start;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row of a table of ShowSets.
 *
 * @param number as spreadsheets count, the names of the columns being row 1
 * @param cells by column, of the columns that the file has
 * @param showSet what its cells say; whatever could be read, if there are problems
 * @param stages of the cells that are not empty
 * @param versions of the cells that are not empty
 * @param problems with the row as it stands, whoever imports it
 */
record ImportRow(
        int number,
        Map<String, String> cells,
        NewShowSet showSet,
        Map<StageName, StageStatus> stages,
        Map<VersionType, Integer> versions,
        List<Problem> problems) {

    /**
     * Something that is wrong with a row.
     *
     * @param code for pages, which have their own words for it
     */
    record Problem(@Nullable String column, String code, String message) {
        /** One of a schema's, which has no code of its own. */
        static Problem invalid(@Nullable String column, String message) {
            return new Problem(column, "invalid", message);
        }

        /** What a rule says against a field. */
        static Problem of(@Nullable String column, Violation violation) {
            String known = violation.code();
            return new Problem(column, known == null ? "invalid" : known, violation.message());
        }
    }

    Wanted wanted() {
        Map<StageName, StageStatus> begun = new EnumMap<>(StageName.class);
        stages.forEach((stage, status) -> {
            if (status != StageStatus.NOT_STARTED) {
                begun.put(stage, status);
            }
        });
        Map<VersionType, Integer> raised = new EnumMap<>(VersionType.class);
        versions.forEach((type, number) -> {
            if (number != 1) {
                raised.put(type, number);
            }
        });
        return new Wanted(showSet, new Start(begun, raised));
    }

    /** What keeps somebody from creating the ShowSet. */
    List<Problem> creationProblems(User by) {
        Start start = wanted().start();
        List<Problem> found = new ArrayList<>();
        start.stages().keySet().stream()
                .sorted()
                .filter(stage -> !Rights.may(by, stage))
                .forEach(stage -> found.add(forbidden(stage)));
        if (!Rights.may(by, Right.EDIT_VERSIONS)) {
            start.versions().keySet().stream().sorted().forEach(type -> found.add(forbidden(type)));
        }
        return found;
    }

    static Problem forbidden(StageName stage) {
        return new Problem(
                ShowSetColumns.of(stage),
                "stage-not-yours",
                "is a stage that you may not change: leave the cell empty");
    }

    static Problem forbidden(VersionType type) {
        return new Problem(
                ShowSetColumns.of(type), "version-not-yours", "is a number that you may not set: leave the cell empty");
    }
}
