package dev.trestle.systems.unisync.model;

import java.time.Instant;

/** A change of a version number, and why. */
public record VersionHistoryEntry(
        String id, VersionType versionType, int version, LocalizedString reason, Instant createdAt, String createdBy) {
    public VersionHistoryEntry withReason(LocalizedString other) {
        return new VersionHistoryEntry(id, versionType, version, other, createdAt, createdBy);
    }
}
