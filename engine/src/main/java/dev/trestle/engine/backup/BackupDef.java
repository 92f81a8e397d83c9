package dev.trestle.engine.backup;

import dev.trestle.engine.table.TableDef;
import java.time.Instant;

/** A backup: the table as it was at one moment, and how many items of how many bytes it had. Ids are never used twice. */
public record BackupDef(int id, String name, TableDef table, Instant createdAt, Status status, long items, long bytes) {

    /** A backup that is being created cannot be restored or deleted yet, and does not survive the process. */
    public enum Status {
        CREATING,
        AVAILABLE
    }

    BackupDef available() {
        return new BackupDef(id, name, table, createdAt, Status.AVAILABLE, items, bytes);
    }
}
