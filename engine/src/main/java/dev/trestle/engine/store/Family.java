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
    TOKENS("tokens");

    private final String diskName;

    Family(String diskName) {
        this.diskName = diskName;
    }

    byte[] diskName() {
        return diskName.getBytes(StandardCharsets.UTF_8);
    }
}
