package dev.trestle.systems.unisync.model;

import java.time.Instant;

/** A {@link VersionHistoryEntry} that is older than those in the ShowSet's item. */
public record FormerVersion(
        String showSetId,
        String id,
        VersionType versionType,
        int version,
        LocalizedString reason,
        Instant createdAt,
        String createdBy) {
    public FormerVersion withReason(LocalizedString other) {
        return new FormerVersion(showSetId, id, versionType, version, other, createdAt, createdBy);
    }
}
