package dev.trestle.systems.unisync.transfer;

import dev.trestle.model.value.WireNames;
import dev.trestle.platform.api.Csv;
import dev.trestle.platform.api.Identifiers;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.schema.Schema;
import dev.trestle.platform.schema.SchemaReader;
import dev.trestle.platform.schema.Violations;
import dev.trestle.systems.unisync.model.Area;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.StageStatus;
import dev.trestle.systems.unisync.model.VersionType;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.Description;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.NewShowSet;
import dev.trestle.systems.unisync.transfer.ImportRow.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A table of ShowSets as it was read.
 *
 * @param problems with the names of the columns; there are no rows then
 */
record ImportRows(List<ImportRow> rows, List<Problem> problems) {
    static final int COLUMNS_MAX = 64;
    static final int CELL_MAX = 100_000;

    private static final int VERSION_MAX = 1_000_000;
    private static final Pattern VERSION = Pattern.compile("[1-9][0-9]{0,6}");
    private static final String STATUSES = Arrays.stream(StageStatus.values())
            .map(status -> WireNames.of(StageStatus.class).name(status))
            .collect(Collectors.joining(", "));

    /** What a request that creates one ShowSet is held to, each row is. */
    private static final Schema SHOWSET = new SchemaReader(SchemaReader.Use.REQUEST).read(NewShowSet.class);

    /**
     * Reads a file.
     *
     * @throws Csv.MalformedException if it is no table, or too large
     */
    static ImportRows read(byte[] file, int rowsMax) {
        List<Csv.Row> table = Csv.parse(Csv.decode(file), new Csv.Limits(rowsMax, COLUMNS_MAX, CELL_MAX));
        if (table.isEmpty()) {
            return new ImportRows(
                    List.of(),
                    List.of(new Problem(
                            null,
                            "no-columns",
                            "There are no names of columns: " + String.join(", ", ShowSetColumns.NEEDED) + ".")));
        }
        List<String> columns = table.get(0).cells().stream().map(String::strip).toList();
        List<Problem> problems = problems(columns);
        if (!problems.isEmpty()) {
            return new ImportRows(List.of(), problems);
        }
        List<ImportRow> rows = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (int i = 1; i < table.size(); i++) {
            ImportRow row = row(i + 1, columns, table.get(i).cells());
            String id = row.showSet().showSetId();
            if (Identifiers.problem(id) == null && !ids.add(id)) {
                row.problems().add(new Problem(ShowSetColumns.ID, "twice", "is in the file twice"));
            }
            rows.add(row);
        }
        return new ImportRows(rows, List.of());
    }

    private static List<Problem> problems(List<String> columns) {
        List<Problem> problems = new ArrayList<>();
        for (String name : columns) {
            if (!ShowSetColumns.ALL.contains(name)) {
                problems.add(new Problem(
                        name,
                        "unknown-column",
                        "There is no such column. There are " + String.join(", ", ShowSetColumns.ALL) + "."));
            }
        }
        columns.stream()
                .filter(name -> Collections.frequency(columns, name) > 1)
                .distinct()
                .forEach(name -> problems.add(new Problem(name, "column-twice", "This column is there twice.")));
        for (String name : ShowSetColumns.NEEDED) {
            if (!columns.contains(name)) {
                problems.add(new Problem(name, "column-missing", "This column is missing."));
            }
        }
        return problems;
    }

    private static ImportRow row(int number, List<String> columns, List<String> values) {
        List<Problem> problems = new ArrayList<>();
        if (values.size() > columns.size()) {
            problems.add(new Problem(null, "too-many-cells", "It has more cells than there are columns."));
        }
        Map<String, String> cells = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            cells.put(columns.get(i), i < values.size() ? ShowSetColumns.normal(values.get(i)) : "");
        }
        Object area = WireNames.of(Area.class).constant(cell(cells, ShowSetColumns.AREA));
        if (!(area instanceof Area)) {
            problems.add(new Problem(ShowSetColumns.AREA, "area-unknown", "must be 311 or 312"));
        }
        NewShowSet showSet = new NewShowSet(
                cell(cells, ShowSetColumns.ID),
                area instanceof Area known ? known : Area.AREA_311,
                cell(cells, ShowSetColumns.SCENE),
                new Description(
                        cell(cells, "description.en"), cell(cells, "description.zh"), cell(cells, "description.zh-TW")),
                ShowSetColumns.vms(cell(cells, ShowSetColumns.VMS)));
        check(showSet, problems);
        return new ImportRow(number, cells, showSet, stages(cells, problems), versions(cells, problems), problems);
    }

    private static void check(NewShowSet showSet, List<Problem> problems) {
        String wrong = Identifiers.problem(showSet.showSetId());
        if (wrong != null) {
            problems.add(new Problem(ShowSetColumns.ID, "id-form", wrong));
        }
        Violations found = new Violations();
        SHOWSET.check(Json.mapper().convertValue(showSet, Map.class), "", found);
        for (Violations.Found each : found.all()) {
            String column = column(each.place());
            if (!column.equals(ShowSetColumns.ID) || wrong == null) {
                problems.add(Problem.invalid(column, each.message()));
            }
        }
    }

    /** {@code vmList/3/name} is about the column vmList, {@code description/en} about one of its own. */
    private static String column(String place) {
        String dotted = place.replace('/', '.');
        int slash = place.indexOf('/');
        return ShowSetColumns.ALL.contains(dotted) || slash < 0 ? dotted : place.substring(0, slash);
    }

    /** An empty cell says nothing: of a new ShowSet, that the stage is not started. */
    private static Map<StageName, StageStatus> stages(Map<String, String> cells, List<Problem> problems) {
        Map<StageName, StageStatus> stages = new EnumMap<>(StageName.class);
        for (StageName stage : StageName.values()) {
            String column = ShowSetColumns.of(stage);
            String text = cell(cells, column);
            if (WireNames.of(StageStatus.class).constant(text) instanceof StageStatus status) {
                stages.put(stage, status);
            } else if (!text.isEmpty()) {
                problems.add(new Problem(column, "status-unknown", "must be one of " + STATUSES));
            }
        }
        return stages;
    }

    /** An empty cell says nothing: of a new ShowSet, that it is version 1. */
    private static Map<VersionType, Integer> versions(Map<String, String> cells, List<Problem> problems) {
        Map<VersionType, Integer> versions = new EnumMap<>(VersionType.class);
        for (VersionType type : VersionType.values()) {
            String column = ShowSetColumns.of(type);
            String text = cell(cells, column);
            if (text.isEmpty()) {
                continue;
            }
            if (VERSION.matcher(text).matches() && Integer.parseInt(text) <= VERSION_MAX) {
                versions.put(type, Integer.parseInt(text));
            } else {
                problems.add(new Problem(column, "version-form", "must be a number from 1 to " + VERSION_MAX));
            }
        }
        return versions;
    }

    private static String cell(Map<String, String> cells, String column) {
        return cells.getOrDefault(column, "");
    }
}
