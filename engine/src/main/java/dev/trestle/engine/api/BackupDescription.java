package dev.trestle.engine.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A backup of a table, as DescribeBackup shows it, with the table as it was at that moment. */
public record BackupDescription(
        String backupArn,
        String backupName,
        String backupStatus,
        Instant creationDateTime,
        long backupSizeBytes,
        TableDescription sourceTable,
        @Nullable TimeToLive timeToLive) {

    /** The source table's expiry. */
    public record TimeToLive(String attributeName, String status) {}
}
