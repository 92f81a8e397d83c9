package dev.trestle.systems.unisync.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A set of displays and how far the work on it is.
 *
 * @param versionHistory the newest hundred changes of version numbers
 * @param lockedAt when it was locked; absent while it is not
 */
public record ShowSet(
        String showSetId,
        Area area,
        String scene,
        LocalizedString description,
        List<VmItem> vmList,
        ShowSetStages stages,
        Links links,
        int screenVersion,
        int revitVersion,
        int drawingVersion,
        List<VersionHistoryEntry> versionHistory,
        @Nullable Instant lockedAt,
        @Nullable String lockedBy,
        Instant createdAt,
        Instant updatedAt) {
    public ShowSet withHistory(List<VersionHistoryEntry> history) {
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
                createdAt,
                updatedAt);
    }
}
