package dev.trestle.engine.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lower bound of the time of creation is inclusive, the upper one exclusive. */
public record ListBackups(
        @Nullable String tableName,
        @Nullable Integer limit,
        @Nullable Instant timeRangeLowerBound,
        @Nullable Instant timeRangeUpperBound,
        @Nullable String exclusiveStartBackupArn,
        @Nullable String backupType) {

    public record Result(
            List<BackupDescription> backups, @Nullable String lastEvaluatedBackupArn) {}
}
