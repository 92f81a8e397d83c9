package dev.trestle.systems.unisync.showsets;

import dev.trestle.platform.time.Ids;
import dev.trestle.systems.unisync.activity.Line;
import dev.trestle.systems.unisync.model.Area;
import dev.trestle.systems.unisync.model.Links;
import dev.trestle.systems.unisync.model.LocalizedString;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetStages;
import dev.trestle.systems.unisync.model.StageInfo;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.VersionHistoryEntry;
import dev.trestle.systems.unisync.model.VersionType;
import dev.trestle.systems.unisync.model.VmItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A ShowSet while one change of it is decided: what it will be, and what will be told of it. Rules write into it; nothing is stored.
 * For one thread.
 */
final class Draft {
    static final int HISTORY_MAX = 100;

    private static final LocalizedString NO_REASON = new LocalizedString("", "", "");

    final ShowSet before;
    final User by;
    final Instant at;
    private final Ids ids;
    private final List<Line> log = new ArrayList<>();
    private final List<VersionHistoryEntry> former = new ArrayList<>();
    private final List<VersionHistoryEntry> explained = new ArrayList<>();
    String showSetId;
    Area area;
    String scene;
    LocalizedString description;
    List<VmItem> vmList;
    Links links;

    @Nullable
    Instant lockedAt;

    @Nullable
    String lockedBy;

    private ShowSetStages stages;
    private int screenVersion;
    private int revitVersion;
    private int drawingVersion;
    private List<VersionHistoryEntry> history;

    /** {@code at} is the change's time, which is later than the ShowSet's last. */
    Draft(ShowSet before, User by, Instant at, Ids ids) {
        this.before = before;
        this.by = by;
        this.at = at;
        this.ids = ids;
        this.showSetId = before.showSetId();
        this.area = before.area();
        this.scene = before.scene();
        this.description = before.description();
        this.vmList = before.vmList();
        this.links = before.links();
        this.lockedAt = before.lockedAt();
        this.lockedBy = before.lockedBy();
        this.stages = before.stages();
        this.screenVersion = before.screenVersion();
        this.revitVersion = before.revitVersion();
        this.drawingVersion = before.drawingVersion();
        this.history = before.versionHistory();
    }

    boolean isRenamed() {
        return !showSetId.equals(before.showSetId());
    }

    boolean isLocked() {
        return lockedAt != null;
    }

    StageInfo stage(StageName name) {
        return Stages.of(stages, name);
    }

    void stage(StageName name, StageInfo info) {
        stages = Stages.with(stages, name, info);
    }

    int version(VersionType type) {
        return switch (type) {
            case SCREEN -> screenVersion;
            case REVIT -> revitVersion;
            case DRAWING -> drawingVersion;
        };
    }

    /** Raises a number because work began again, for which nobody gives a reason. */
    void raise(VersionType type) {
        version(type, version(type) + 1, NO_REASON);
    }

    void version(VersionType type, int number, LocalizedString reason) {
        switch (type) {
            case SCREEN -> screenVersion = number;
            case REVIT -> revitVersion = number;
            case DRAWING -> drawingVersion = number;
        }
        List<VersionHistoryEntry> all = new ArrayList<>(history);
        VersionHistoryEntry entry =
                new VersionHistoryEntry(ids.rising("ver_", at, 0), type, number, reason, at, by.userId());
        all.add(entry);
        if (!reason.equals(NO_REASON)) {
            explained.add(entry);
        }
        int excess = Math.max(0, all.size() - HISTORY_MAX);
        former.addAll(all.subList(0, excess));
        history = List.copyOf(all.subList(excess, all.size()));
    }

    /** Tells of something in the activity, in this order. */
    void tell(Line line) {
        log.add(line);
    }

    List<Line> log() {
        return List.copyOf(log);
    }

    /** Entries of the history that have no room in the item any more. */
    List<VersionHistoryEntry> former() {
        return List.copyOf(former);
    }

    /** New entries of the history that have a reason. */
    List<VersionHistoryEntry> explained() {
        return List.copyOf(explained);
    }

    boolean isChanged() {
        return !with(before.updatedAt()).equals(before);
    }

    ShowSet after() {
        return with(at);
    }

    private ShowSet with(Instant updatedAt) {
        return new ShowSet(
                showSetId,
                area,
                scene,
                description,
                vmList,
                stages,
                links,
                screenVersion,
                revitVersion,
                drawingVersion,
                history,
                lockedAt,
                lockedBy,
                before.createdAt(),
                updatedAt);
    }
}
