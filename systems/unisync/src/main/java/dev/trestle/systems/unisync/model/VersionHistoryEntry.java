package dev.trestle.systems.unisync.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/** A change of a version number, and why. */
@RecordBuilder
public record VersionHistoryEntry(
        String id, VersionType versionType, int version, LocalizedString reason, Instant createdAt, String createdBy)
        implements VersionHistoryEntryBuilder.With {}
