package dev.trestle.systems.unisync.transfer;

import dev.trestle.model.value.WireNames;
import dev.trestle.platform.api.Identifiers;
import dev.trestle.systems.unisync.model.Area;
import dev.trestle.systems.unisync.model.VmItem;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.Description;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.NewShowSet;
import dev.trestle.systems.unisync.transfer.ShowSetTransfer.RowError;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a table of ShowSets, and notes what is wrong with each. */
final class ImportRows {
    static final int ROWS_MAX = 2000;

    /** Those that an export has; of an import the first three must be there, and what is behind the VMs is not read. */
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
    private static final int NAME_MAX = 200;
    private static final int DESCRIPTION_MAX = 2000;
    private static final int VMS_MAX = 200;
    private static final int VM_ID_MAX = 100;

    private final List<RowError> errors;
    private List<String> columns = List.of();

    ImportRows(List<RowError> errors) {
        this.errors = errors;
    }

    /** As many as there are rows; what cannot be made something of is noted, and has whatever could be read. */
    List<NewShowSet> read(List<List<String>> table) {
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
        for (String name : NEEDED) {
            if (!columns.contains(name)) {
                errors.add(new RowError(1, name, "This column is missing."));
            }
        }
        if (!errors.isEmpty()) {
            return List.of();
        }
        List<NewShowSet> read = new ArrayList<>();
        for (int i = 1; i < table.size(); i++) {
            read.add(row(i + 1, table.get(i)));
        }
        return read;
    }

    private NewShowSet row(int number, List<String> cells) {
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
        return new NewShowSet(id, known, scene, description, vms(number, cell(cells, "vmList")));
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
