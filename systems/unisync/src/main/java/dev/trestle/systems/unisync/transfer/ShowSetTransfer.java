package dev.trestle.systems.unisync.transfer;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.value.WireNames;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Identifiers;
import dev.trestle.platform.api.Reply;
import dev.trestle.systems.unisync.model.Area;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.StageStatus;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.VmItem;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.NewShowSet;
import dev.trestle.systems.unisync.showsets.ShowSets;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** ShowSets as comma-separated values: all that there are, or new ones. */
public final class ShowSetTransfer {
    private static final int SHOWSETS_MAX = 100_000;
    private static final int ERRORS_MAX = 1000;

    private final ItemStore relaxed;
    private final ItemStore store;
    private final ShowSets showSets;

    public ShowSetTransfer(ItemStore store, ShowSets showSets) {
        this.relaxed = store;
        this.store = store.consistent();
        this.showSets = showSets;
    }

    public record Import(@Nullable Boolean preview, byte[] body) {}

    /** Something that is wrong with a row; the first behind the names of the columns is row 2, as spreadsheets have it. */
    public record RowError(int row, @Nullable String field, String message) {}

    /** How an import went: where there are errors, nothing was made. */
    public record Imported(int rows, int created, List<RowError> errors) {}

    public Reply export() {
        return Reply.stream("text/csv", -1, out -> {
                    out.write(Csv.line(ImportRows.COLUMNS).getBytes(StandardCharsets.UTF_8));
                    for (Area area : Area.values()) {
                        try (Stream<ShowSet> all =
                                relaxed.stream(ShowSetsTable.SHOWSETS_BY_AREA.of(area), SHOWSETS_MAX)) {
                            for (ShowSet each : (Iterable<ShowSet>) all::iterator) {
                                out.write(Csv.line(cells(each)).getBytes(StandardCharsets.UTF_8));
                            }
                        }
                    }
                })
                .header("content-disposition", "attachment; filename=\"showsets.csv\"");
    }

    private static List<String> cells(ShowSet showSet) {
        List<String> cells = new ArrayList<>(List.of(
                showSet.showSetId(),
                WireNames.of(Area.class).name(showSet.area()),
                showSet.scene(),
                showSet.description().en(),
                showSet.description().zh(),
                showSet.description().zhTw(),
                showSet.vmList().stream().map(ShowSetTransfer::text).collect(Collectors.joining("; "))));
        Arrays.stream(StageName.values())
                .map(name -> WireNames.of(StageStatus.class)
                        .name(ShowSets.stage(showSet, name).status()))
                .forEach(cells::add);
        cells.add(Integer.toString(showSet.screenVersion()));
        cells.add(Integer.toString(showSet.revitVersion()));
        cells.add(Integer.toString(showSet.drawingVersion()));
        return cells;
    }

    private static String text(VmItem vm) {
        return vm.name() == null ? vm.id() : vm.id() + ": " + vm.name();
    }

    /** Makes all ShowSets of a table, or says what is wrong with it, row by row, and makes none. */
    public Imported read(User by, Import asked) {
        List<List<String>> table;
        try {
            table = Csv.parse(text(asked.body()), ImportRows.ROWS_MAX);
        } catch (Csv.MalformedException e) {
            throw ApiException.invalid("body", e.getMessage() + "");
        }
        List<RowError> errors = new ArrayList<>();
        List<NewShowSet> wanted = new ImportRows(errors).read(table);
        checkIds(wanted, errors);
        int created = 0;
        if (errors.isEmpty() && !Boolean.TRUE.equals(asked.preview())) {
            for (NewShowSet each : wanted) {
                try {
                    showSets.create(by, each);
                    created++;
                } catch (ApiException raced) {
                    errors.add(new RowError(
                            created + errors.size() + 2,
                            "showSetId",
                            raced.problem().message()));
                }
            }
        }
        return new Imported(
                Math.max(0, table.size() - 1),
                created,
                errors.stream().limit(ERRORS_MAX).toList());
    }

    private void checkIds(List<NewShowSet> wanted, List<RowError> errors) {
        Set<String> seen = new HashSet<>();
        int row = 1;
        for (NewShowSet each : wanted) {
            row++;
            if (Identifiers.problem(each.showSetId()) != null) {
                continue; // which its row has said already
            }
            String problem = null;
            if (!seen.add(each.showSetId())) {
                problem = "is in the file twice";
            } else if (store.get(ShowSetsTable.SHOWSET_BY_ID.of(each.showSetId()))
                    .isPresent()) {
                problem = "is taken";
            } else {
                problem = showSets.namingProblem(each);
            }
            if (problem != null) {
                errors.add(new RowError(row, "showSetId", problem));
            }
        }
    }

    private static String text(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw ApiException.invalid("body", "is not UTF-8");
        }
    }
}
