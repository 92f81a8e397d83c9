package dev.trestle.systems.unisync.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A set of displays and how far the work on it is.
 *
 * @param versionHistory the newest hundred changes of version numbers
 * @param lockedAt when it was locked; absent while it is not
 */
@RecordBuilder
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
        Instant updatedAt)
        implements ShowSetBuilder.With {}
