package dev.trestle.systems.unisync.transfer;

import dev.trestle.model.value.WireNames;
import dev.trestle.platform.api.Identifiers;
import dev.trestle.systems.unisync.model.Area;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.StageStatus;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.VersionType;
import dev.trestle.systems.unisync.model.VmItem;
import dev.trestle.systems.unisync.people.Right;
import dev.trestle.systems.unisync.people.Rights;
import dev.trestle.systems.unisync.showsets.BulkCreation.Wanted;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.Description;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.NewShowSet;
import dev.trestle.systems.unisync.showsets.Start;
import dev.trestle.systems.unisync.transfer.ShowSetTransfer.RowError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a table of ShowSets, and notes what is wrong with each. */
final class ImportRows {
    static final int ROWS_MAX = 2000;

    /** Those that an export has; of an import the first three must be there. */
    static final List<String> COLUMNS = List.of(
            "showSetId",
            "area",
            "scene",
            "description.en",
            "description.zh",
            "description.zh-TW",
            "vmList",
            "screen",
            "structure",
            "integrated",
            "inBim360",
            "drawing2d",
            "screenVersion",
            "revitVersion",
            "drawingVersion");

    private static final List<String> NEEDED = COLUMNS.subList(0, 3);
    private static final String STATUSES = Arrays.stream(StageStatus.values())
            .map(status -> WireNames.of(StageStatus.class).name(status))
            .collect(Collectors.joining(", "));
    private static final int NAME_MAX = 200;
    private static final int DESCRIPTION_MAX = 2000;
    private static final int VMS_MAX = 200;
    private static final int VM_ID_MAX = 100;
    private static final int VERSION_MAX = 1_000_000;
    private static final Pattern VERSION = Pattern.compile("[1-9][0-9]{0,6}");

    private final List<RowError> errors;
    private final User by;
    private List<String> columns = List.of();

    /** {@code by} is who imports, and may not set everything. */
    ImportRows(List<RowError> errors, User by) {
        this.errors = errors;
        this.by = by;
    }

    /** As many as there are rows; what cannot be made something of is noted, and has whatever could be read. */
    List<Wanted> read(List<List<String>> table) {
        if (table.isEmpty()) {
            errors.add(new RowError(1, null, "There are no names of columns: " + String.join(", ", NEEDED) + "."));
            return List.of();
        }
        columns = table.get(0).stream().map(String::strip).toList();
        for (String name : columns) {
            if (!COLUMNS.contains(name)) {
                errors.add(new RowError(
                        1, name, "There is no such column. There are " + String.join(", ", COLUMNS) + "."));
            }
        }
        columns.stream()
                .filter(name -> Collections.frequency(columns, name) > 1)
                .distinct()
                .forEach(name -> errors.add(new RowError(1, name, "This column is there twice.")));
        for (String name : NEEDED) {
            if (!columns.contains(name)) {
                errors.add(new RowError(1, name, "This column is missing."));
            }
        }
        if (!errors.isEmpty()) {
            return List.of();
        }
        List<Wanted> read = new ArrayList<>();
        for (int i = 1; i < table.size(); i++) {
            read.add(row(i + 1, table.get(i)));
        }
        return read;
    }

    private Wanted row(int number, List<String> cells) {
        if (cells.size() > columns.size()) {
            errors.add(new RowError(number, null, "It has more cells than there are columns."));
        }
        String id = cell(cells, "showSetId");
        String wrong = Identifiers.problem(id);
        if (wrong != null || id.length() > NAME_MAX) {
            errors.add(new RowError(
                    number, "showSetId", wrong == null ? "must have 1 to " + NAME_MAX + " characters" : wrong));
        }
        Object area = WireNames.of(Area.class).constant(cell(cells, "area"));
        if (!(area instanceof Area)) {
            errors.add(new RowError(number, "area", "must be 311 or 312"));
        }
        String scene = cell(cells, "scene");
        if (scene.isEmpty() || scene.length() > NAME_MAX) {
            errors.add(new RowError(number, "scene", "must have 1 to " + NAME_MAX + " characters"));
        }
        Description description = new Description(
                description(number, cells, "description.en"),
                description(number, cells, "description.zh"),
                description(number, cells, "description.zh-TW"));
        Area known = area instanceof Area found ? found : Area.AREA_311;
        NewShowSet showSet = new NewShowSet(id, known, scene, description, vms(number, cell(cells, "vmList")));
        return new Wanted(showSet, new Start(stages(number, cells), versions(number, cells)));
    }

    /** An empty cell is a stage that is not started. */
    private Map<StageName, StageStatus> stages(int number, List<String> cells) {
        Map<StageName, StageStatus> stages = new EnumMap<>(StageName.class);
        for (StageName stage : StageName.values()) {
            String column = WireNames.of(StageName.class).name(stage);
            String text = cell(cells, column);
            if (text.isEmpty()) {
                continue;
            }
            if (!(WireNames.of(StageStatus.class).constant(text) instanceof StageStatus status)) {
                errors.add(new RowError(number, column, "must be one of " + STATUSES));
            } else if (status != StageStatus.NOT_STARTED && !Rights.may(by, stage)) {
                errors.add(new RowError(number, column, "is a stage that you may not change: leave the cell empty"));
            } else {
                stages.put(stage, status);
            }
        }
        return stages;
    }

    /** An empty cell is version 1. */
    private Map<VersionType, Integer> versions(int number, List<String> cells) {
        Map<VersionType, Integer> versions = new EnumMap<>(VersionType.class);
        for (VersionType type : VersionType.values()) {
            String column = WireNames.of(VersionType.class).name(type);
            String text = cell(cells, column);
            if (text.isEmpty() || text.equals("1")) {
                continue;
            }
            if (!VERSION.matcher(text).matches() || Integer.parseInt(text) > VERSION_MAX) {
                errors.add(new RowError(number, column, "must be a number from 1 to " + VERSION_MAX));
            } else if (!Rights.may(by, Right.EDIT_VERSIONS)) {
                errors.add(new RowError(number, column, "is a number that you may not set: leave the cell empty"));
            } else {
                versions.put(type, Integer.parseInt(text));
            }
        }
        return versions;
    }

    private String cell(List<String> cells, String column) {
        int place = columns.indexOf(column);
        return place < 0 || place >= cells.size() ? "" : cells.get(place).strip();
    }

    private @Nullable String description(int number, List<String> cells, String column) {
        String text = cell(cells, column);
        if (text.length() > DESCRIPTION_MAX) {
            errors.add(new RowError(number, column, "must have at most " + DESCRIPTION_MAX + " characters"));
        }
        return text;
    }

    /** Written as {@code VM1: Primary; VM2}. */
    private List<VmItem> vms(int number, String text) {
        List<VmItem> vms = new ArrayList<>();
        for (String part : text.split(";", -1)) {
            if (part.isBlank()) {
                continue;
            }
            int colon = part.indexOf(':');
            String id = (colon < 0 ? part : part.substring(0, colon)).strip();
            String name = colon < 0 ? null : part.substring(colon + 1).strip();
            if (id.isEmpty() || id.length() > VM_ID_MAX || name != null && name.length() > NAME_MAX) {
                errors.add(new RowError(number, "vmList", "must be ids, each with a colon and a name or without"));
                return List.of();
            }
            vms.add(new VmItem(id, name == null || name.isEmpty() ? null : name));
        }
        if (vms.size() > VMS_MAX) {
            errors.add(new RowError(number, "vmList", "must have at most " + VMS_MAX + " entries"));
        }
        return vms;
    }
}
