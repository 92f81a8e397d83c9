package dev.trestle.systems.unisync.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/** A {@link VersionHistoryEntry} that is older than those in the ShowSet's item. */
@RecordBuilder
public record FormerVersion(
        String showSetId,
        String id,
        VersionType versionType,
        int version,
        LocalizedString reason,
        Instant createdAt,
        String createdBy)
        implements FormerVersionBuilder.With {}
