package dev.trestle.systems.unisync.transfer;

import dev.trestle.model.value.WireNames;
import dev.trestle.platform.api.Csv;
import dev.trestle.platform.api.VersionTag;
import dev.trestle.systems.unisync.model.Area;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.StageStatus;
import dev.trestle.systems.unisync.model.VersionType;
import dev.trestle.systems.unisync.model.VmItem;
import dev.trestle.systems.unisync.showsets.ShowSets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The columns of a table of ShowSets, and a ShowSet as their cells. */
final class ShowSetColumns {
    static final String ID = "showSetId";
    static final String AREA = "area";
    static final String SCENE = "scene";
    static final String VMS = "vmList";

    /** What the other cells were when they were exported: who changed a row since, and whether this file did, is seen by it. */
    static final String ROW_TAG = "rowTag";

    static final List<String> DESCRIPTIONS = List.of("description.en", "description.zh", "description.zh-TW");

    /** Those that an export has; of an import the first three must be there. */
    static final List<String> ALL = List.of(
            ID,
            AREA,
            SCENE,
            "description.en",
            "description.zh",
            "description.zh-TW",
            VMS,
            "screen",
            "structure",
            "integrated",
            "inBim360",
            "drawing2d",
            "screenVersion",
            "revitVersion",
            "drawingVersion",
            ROW_TAG);

    static final List<String> NEEDED = ALL.subList(0, 3);

    /** All but the tag. */
    static final List<String> VALUES = ALL.subList(0, ALL.size() - 1);

    /** Which a spreadsheet must not make numbers or dates of. */
    private static final Set<String> TEXTS =
            Set.of(ID, SCENE, "description.en", "description.zh", "description.zh-TW", VMS);

    private ShowSetColumns() {}

    static String of(StageName stage) {
        return WireNames.of(StageName.class).name(stage);
    }

    static String of(VersionType type) {
        return WireNames.of(VersionType.class).name(type);
    }

    /** The names of the columns, as the first line of a file. */
    static String header() {
        return Csv.BYTE_ORDER_MARK + Csv.line(ALL);
    }

    /** A ShowSet as a line of a file. */
    static String line(ShowSet showSet) {
        List<String> cells = cells(showSet);
        List<String> written = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            written.add(TEXTS.contains(VALUES.get(i)) ? Csv.text(cells.get(i)) : Csv.cell(cells.get(i)));
        }
        written.add(tag(cells));
        return Csv.joined(written);
    }

    /** The values of a ShowSet, in the order of the columns. */
    static List<String> cells(ShowSet showSet) {
        List<String> cells = new ArrayList<>(List.of(
                showSet.showSetId(),
                WireNames.of(Area.class).name(showSet.area()),
                showSet.scene(),
                showSet.description().en(),
                showSet.description().zh(),
                showSet.description().zhTw(),
                showSet.vmList().stream().map(ShowSetColumns::text).collect(Collectors.joining("; "))));
        for (StageName name : StageName.values()) {
            cells.add(WireNames.of(StageStatus.class)
                    .name(ShowSets.stage(showSet, name).status()));
        }
        cells.add(Integer.toString(showSet.screenVersion()));
        cells.add(Integer.toString(showSet.revitVersion()));
        cells.add(Integer.toString(showSet.drawingVersion()));
        return cells;
    }

    /** A digest of values, which begins such that no spreadsheet takes it for a number. */
    static String tag(List<String> values) {
        return "r-" + VersionTag.of(values.stream().map(ShowSetColumns::normal).toList());
    }

    /** A value as it is compared: spreadsheets write other line ends, and an import has no spaces around values. */
    static String normal(String value) {
        return value.replace("\r\n", "\n").replace('\r', '\n').strip();
    }

    private static String text(VmItem vm) {
        return vm.name() == null
                ? escaped(vm.id()).replace(":", "\\:")
                : escaped(vm.id()).replace(":", "\\:") + ": " + escaped(vm.name());
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace(";", "\\;");
    }

    /** Reads {@code VM1: Primary; VM2}: a backslash takes the meaning from what follows it. */
    static List<VmItem> vms(String text) {
        List<VmItem> vms = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        String id = null;
        for (int i = 0; i <= text.length(); i++) {
            char c = i == text.length() ? ';' : text.charAt(i);
            if (c == '\\' && i + 1 < text.length() && "\\;:".indexOf(text.charAt(i + 1)) >= 0) {
                i++;
                part.append(text.charAt(i));
            } else if (c == ':' && id == null) {
                id = part.toString().strip();
                part.setLength(0);
            } else if (c == ';') {
                String last = part.toString().strip();
                part.setLength(0);
                if (id != null) {
                    vms.add(new VmItem(id, last.isEmpty() ? null : last));
                } else if (!last.isEmpty()) {
                    vms.add(new VmItem(last, null));
                }
                id = null;
            } else {
                part.append(c);
            }
        }
        return vms;
    }
}
