package dev.trestle.systems.unisync.showsets;

import dev.trestle.platform.time.Ids;
import dev.trestle.systems.unisync.activity.Line;
import dev.trestle.systems.unisync.model.LocalizedString;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.StageInfo;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.VersionHistoryEntry;
import dev.trestle.systems.unisync.model.VersionType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

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

    /** What it is so far. */
    ShowSet now;

    private final Ids ids;
    private final List<Line> log = new ArrayList<>();
    private final List<VersionHistoryEntry> former = new ArrayList<>();
    private final List<VersionHistoryEntry> explained = new ArrayList<>();

    /** {@code at} is the change's time, which is later than the ShowSet's last. */
    Draft(ShowSet before, User by, Instant at, Ids ids) {
        this.before = before;
        this.now = before;
        this.by = by;
        this.at = at;
        this.ids = ids;
    }

    boolean isRenamed() {
        return !now.showSetId().equals(before.showSetId());
    }

    boolean isLocked() {
        return now.lockedAt() != null;
    }

    StageInfo stage(StageName name) {
        return Stages.of(now.stages(), name);
    }

    void stage(StageName name, StageInfo info) {
        now = now.withStages(Stages.with(now.stages(), name, info));
    }

    int version(VersionType type) {
        return Stages.number(now, type);
    }

    /** Raises a number because work began again, for which nobody gives a reason. */
    int raise(VersionType type) {
        int number = version(type) + 1;
        version(type, number);
        return number;
    }

    /** Sets a number for which nobody gives a reason. */
    void version(VersionType type, int number) {
        version(type, number, NO_REASON);
    }

    void version(VersionType type, int number, LocalizedString reason) {
        List<VersionHistoryEntry> all = new ArrayList<>(now.versionHistory());
        VersionHistoryEntry entry =
                new VersionHistoryEntry(ids.rising("ver_", at, 0), type, number, reason, at, by.userId());
        all.add(entry);
        if (!reason.equals(NO_REASON)) {
            explained.add(entry);
        }
        int excess = Math.max(0, all.size() - HISTORY_MAX);
        former.addAll(all.subList(0, excess));
        ShowSet numbered = switch (type) {
            case SCREEN -> now.withScreenVersion(number);
            case REVIT -> now.withRevitVersion(number);
            case DRAWING -> now.withDrawingVersion(number);
        };
        now = numbered.withVersionHistory(List.copyOf(all.subList(excess, all.size())));
    }

    /** Tells of something in the activity, in this order. */
    void tell(Line line) {
        log.add(line);
    }

    List<Line> log() {
        return log;
    }

    /** Entries of the history that have no room in the item any more. */
    List<VersionHistoryEntry> former() {
        return former;
    }

    /** New entries of the history that have a reason. */
    List<VersionHistoryEntry> explained() {
        return explained;
    }

    boolean isChanged() {
        return !now.equals(before);
    }

    ShowSet after() {
        return now.withUpdatedAt(at);
    }
}
