package dev.trestle.engine.table;

import java.time.Instant;

/**
 * Which attribute tells when an item of the table expires. The id, never used twice, names the entries of {@link
 * dev.trestle.engine.store.Family#EXPIRY}; switching expiry off and on again gives another one.
 */
public record ExpiryDef(int id, String attribute, Status status, Instant changedAt) {

    /** While it is being enabled, writers keep the entries of what they write, and a backfill adds those of the other items. */
    public enum Status {
        ENABLING,
        ENABLED,
        DISABLED
    }

    /** Whether writers keep entries. */
    public boolean isKept() {
        return status != Status.DISABLED;
    }

    ExpiryDef withStatus(Status changed) {
        return new ExpiryDef(id, attribute, changed, changedAt);
    }
}
