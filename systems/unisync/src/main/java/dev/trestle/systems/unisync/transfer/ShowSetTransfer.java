package dev.trestle.systems.unisync.transfer;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.value.WireNames;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Csv;
import dev.trestle.platform.api.Identifiers;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Problem.Violation;
import dev.trestle.platform.api.Reply;
import dev.trestle.systems.unisync.model.Area;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.StageStatus;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.VmItem;
import dev.trestle.systems.unisync.showsets.BulkCreation;
import dev.trestle.systems.unisync.showsets.BulkCreation.Wanted;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.NewShowSet;
import dev.trestle.systems.unisync.showsets.ShowSets;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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

    /** The row behind the names of the columns, as spreadsheets count. */
    private static final int FIRST_ROW = 2;

    private final ItemStore relaxed;
    private final ItemStore store;
    private final ShowSets showSets;
    private final BulkCreation creation;

    public ShowSetTransfer(ItemStore store, ShowSets showSets) {
        this.relaxed = store;
        this.store = store.consistent();
        this.showSets = showSets;
        this.creation = new BulkCreation(store, showSets);
    }

    public record Import(@Nullable Boolean preview, byte[] body) {}

    /** Something that is wrong with a row of the file. */
    public record RowError(int row, @Nullable String field, String message) {
        /** As a path: {@code rows/2/area}. */
        String place() {
            return "rows/" + row + (field == null ? "" : "/" + field);
        }
    }

    /** How an import, or the preview of one, went. */
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

    /** Creates all ShowSets of a table, or refuses it with every error by row and column. A preview returns the errors. */
    public Imported read(User by, Instant at, Import asked) {
        List<List<String>> table;
        try {
            table = Csv.parse(text(asked.body()), ImportRows.ROWS_MAX);
        } catch (Csv.MalformedException e) {
            throw ApiException.invalid("body", e.getMessage() + "");
        }
        List<RowError> errors = new ArrayList<>();
        List<Wanted> wanted = new ImportRows(errors, by).read(table);
        checkIds(wanted, errors);
        errors.sort(Comparator.comparingInt(RowError::row));
        int rows = Math.max(0, table.size() - 1);
        if (Boolean.TRUE.equals(asked.preview())) {
            return new Imported(rows, 0, errors.stream().limit(ERRORS_MAX).toList());
        }
        if (!errors.isEmpty()) {
            throw refused(Kind.INVALID, errors);
        }
        List<RowError> raced = creation.create(by, at, wanted).stream()
                .map(each -> new RowError(each.place() + FIRST_ROW, "showSetId", each.why()))
                .toList();
        if (!raced.isEmpty()) {
            throw refused(Kind.CONFLICT, raced);
        }
        return new Imported(rows, wanted.size(), List.of());
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

    private void checkIds(List<Wanted> wanted, List<RowError> errors) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < wanted.size(); i++) {
            NewShowSet each = wanted.get(i).showSet();
            int row = i + FIRST_ROW;
            if (Identifiers.problem(each.showSetId()) != null) {
                continue; // which its row has said already
            }
            if (!seen.add(each.showSetId())) {
                errors.add(new RowError(row, "showSetId", "is in the file twice"));
            } else if (store.get(ShowSetsTable.SHOWSET_BY_ID.of(each.showSetId()))
                    .isPresent()) {
                errors.add(new RowError(row, "showSetId", "is taken"));
            } else {
                showSets.namingProblems(each)
                        .forEach(problem -> errors.add(new RowError(row, problem.field(), problem.message())));
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
