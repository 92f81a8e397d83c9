package dev.trestle.systems.unisync.showsets;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.value.WireNames;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.systems.unisync.model.Area;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.StageInfo;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.VmItem;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.ListShowSets;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lists ShowSets: the partitions of the areas, one after another. What a filter leaves out is read all the same, so that a page may have
 * fewer rows than were asked for, and still a next one.
 *
 * <p>A cursor is the area that is being read, a colon, and the place in it.
 */
public final class Board {
    private static final int READS_MAX = 5;

    private final ItemStore store;

    public Board(ItemStore store) {
        this.store = store;
    }

    public Page<Row> list(ListShowSets asked) {
        Place place = Place.of(asked.cursor(), areas(asked));
        List<Row> rows = new ArrayList<>();
        for (int reads = 0; place != null && rows.size() < asked.limit() && reads < READS_MAX; reads++) {
            var page = store.page(
                    ShowSetsTable.SHOWSETS_BY_AREA.of(place.area()), asked.limit() - rows.size(), place.cursor());
            page.items().stream()
                    .filter(showSet -> isWanted(showSet, asked))
                    .map(Row::of)
                    .forEach(rows::add);
            place = page.next().isPresent()
                    ? new Place(place.area(), page.next().get())
                    : Place.after(place.area(), areas(asked));
        }
        return new Page<>(rows, place == null ? null : place.text());
    }

    private static List<Area> areas(ListShowSets asked) {
        return asked.area() == null ? Arrays.asList(Area.values()) : List.of(asked.area());
    }

    /** Where a list goes on. */
    private record Place(Area area, @Nullable String cursor) {
        static @Nullable Place of(@Nullable String text, List<Area> areas) {
            if (text == null) {
                return new Place(areas.get(0), null);
            }
            int colon = text.indexOf(':');
            Object area = colon < 0 ? null : WireNames.of(Area.class).constant(text.substring(0, colon));
            if (!(area instanceof Area known) || !areas.contains(known)) {
                throw ApiException.invalid("cursor", "is not one of this list; begin again without it")
                        .withCode("cursor-unknown");
            }
            String cursor = text.substring(colon + 1);
            return new Place(known, cursor.isEmpty() ? null : cursor);
        }

        static @Nullable Place after(Area area, List<Area> areas) {
            int next = areas.indexOf(area) + 1;
            return next < areas.size() ? new Place(areas.get(next), null) : null;
        }

        String text() {
            return WireNames.of(Area.class).name(area) + ":" + (cursor == null ? "" : cursor);
        }
    }

    static boolean isWanted(ShowSet showSet, ListShowSets asked) {
        return (asked.scene() == null || showSet.scene().equals(asked.scene()))
                && (asked.text() == null || says(showSet, asked.text()))
                && (asked.status() == null && asked.assignedTo() == null || hasStage(showSet, asked));
    }

    /** One stage that is both: in that status, and that person's. */
    private static boolean hasStage(ShowSet showSet, ListShowSets asked) {
        return Arrays.stream(StageName.values()).anyMatch(name -> {
            StageInfo stage = Stages.of(showSet.stages(), name);
            return (asked.status() == null || stage.status() == asked.status())
                    && (asked.assignedTo() == null || asked.assignedTo().equals(stage.assignedTo()));
        });
    }

    private static boolean says(ShowSet showSet, String text) {
        String wanted = text.strip().toLowerCase(Locale.ROOT);
        Stream<String> vms = showSet.vmList().stream().flatMap(Board::texts);
        return Stream.concat(
                        Stream.of(
                                showSet.showSetId(),
                                showSet.scene(),
                                showSet.description().en(),
                                showSet.description().zh(),
                                showSet.description().zhTw()),
                        vms)
                .anyMatch(each -> each.toLowerCase(Locale.ROOT).contains(wanted));
    }

    private static Stream<String> texts(VmItem vm) {
        return Stream.of(vm.id(), vm.name() == null ? "" : vm.name());
    }
}
