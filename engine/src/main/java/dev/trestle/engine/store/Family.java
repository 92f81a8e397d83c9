package dev.trestle.engine.store;

import java.nio.charset.StandardCharsets;

/** The column families of a store. The names are part of the on-disk format. */
public enum Family {
    /** Tables, counters, work in progress. RocksDB insists on a family of this name. */
    META("default"),
    /** Table id · hash · key → item. */
    ITEMS("items"),
    /** Index id · hash · index key · table key → projected item. */
    INDEX("index"),
    /** Idempotency tokens of transactions, and their expiry. */
    TOKENS("tokens"),
    /** Stream id · sequence number → what happened to an item. */
    STREAM("stream"),
    /** Expiry id · second · item key → nothing: which items expire when. */
    EXPIRY("expiry"),
    /** Backup id · item key without its table → item. */
    BACKUP("backup");

    private final String diskName;

    Family(String diskName) {
        this.diskName = diskName;
    }

    byte[] diskName() {
        return diskName.getBytes(StandardCharsets.UTF_8);
    }
}
