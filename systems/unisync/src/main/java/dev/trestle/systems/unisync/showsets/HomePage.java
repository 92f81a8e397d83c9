package dev.trestle.systems.unisync.showsets;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.value.WireNames;
import dev.trestle.platform.home.SystemHome;
import dev.trestle.platform.home.SystemHome.Figure;
import dev.trestle.platform.home.SystemHome.Thing;
import dev.trestle.platform.notices.NoticeKind;
import dev.trestle.systems.unisync.model.Area;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.StageInfo;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.StageStatus;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.people.Notifications;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A user's home page of UniSync: open stages that are assigned to them, the ShowSets that changed last, how much is done. */
public final class HomePage {
    private static final int SHOWSETS_MAX = 10_000;
    private static final int RECENT_MAX = 6;

    private final ItemStore store;

    public HomePage(ItemStore store) {
        this.store = store;
    }

    public SystemHome of(User who) {
        List<Thing> waiting = new ArrayList<>();
        List<ShowSet> recent = new ArrayList<>();
        int stages = 0;
        int done = 0;
        for (Area area : Area.values()) {
            try (Stream<ShowSet> all = store.stream(ShowSetsTable.SHOWSETS_BY_AREA.of(area), SHOWSETS_MAX)) {
                for (ShowSet showSet : (Iterable<ShowSet>) all::iterator) {
                    keepNewest(recent, showSet);
                    for (StageName name : StageName.values()) {
                        StageInfo stage = Stages.of(showSet.stages(), name);
                        boolean isDone = stage.status() == StageStatus.COMPLETE;
                        stages++;
                        done += isDone ? 1 : 0;
                        if (!isDone && who.userId().equals(stage.assignedTo())) {
                            waiting.add(waiting(showSet, name, stage));
                        }
                    }
                }
            }
        }
        // What was sent back first, then what changed last.
        waiting.sort(Comparator.comparing((Thing each) -> each.kind() != NoticeKind.SENT_BACK)
                .thenComparing(Comparator.comparing(Thing::at).reversed()));
        return new SystemHome(waiting, recent.stream().map(HomePage::recent).toList(), figure(stages, done));
    }

    private static void keepNewest(List<ShowSet> newest, ShowSet showSet) {
        newest.add(showSet);
        newest.sort(Comparator.comparing(ShowSet::updatedAt).reversed());
        if (newest.size() > RECENT_MAX) {
            newest.remove(RECENT_MAX);
        }
    }

    private static Thing waiting(ShowSet showSet, StageName name, StageInfo stage) {
        boolean sentBack = stage.status() == StageStatus.REVISION_REQUIRED;
        return new Thing(
                sentBack ? NoticeKind.SENT_BACK : NoticeKind.ASSIGNED,
                showSet.showSetId(),
                "stage",
                Map.of("scene", showSet.scene()),
                Map.of(
                        "stage",
                        Notifications.word(name),
                        "status",
                        "unisync.status." + WireNames.of(StageStatus.class).name(stage.status())),
                Notifications.link(showSet.showSetId()),
                null,
                stage.updatedAt());
    }

    private static Thing recent(ShowSet showSet) {
        return new Thing(
                null,
                showSet.showSetId(),
                "scene",
                Map.of("scene", showSet.scene()),
                Map.of(),
                Notifications.link(showSet.showSetId()),
                null,
                showSet.updatedAt());
    }

    private static Figure figure(int stages, int done) {
        double share = stages == 0 ? 0 : (double) done / stages;
        return new Figure("done", Math.round(share * 100) + " %", Map.of("stages", Integer.toString(stages)), share);
    }
}
