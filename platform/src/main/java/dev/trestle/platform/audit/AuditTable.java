package dev.trestle.platform.audit;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;

/** The table {@code trestle-audit}. It is apart from the platform's, so that it is backed up, restored and kept by itself. */
public final class AuditTable {
    /** Known without the table being declared, which takes a while. */
    public static final String NAME = "trestle-audit";

    public static final Table TABLE = Table.named(NAME)
            .about("Who did what to people, tenants, keys, settings, backups and items")
            .key("PK", "SK")
            .index("GSI1", "GSI1PK", "GSI1SK")
            .index("GSI2", "GSI2PK", "GSI2SK")
            .index("GSI3", "GSI3PK", "GSI3SK")
            .expiry("expiresAt");

    public static final Entity<AuditEntry> ENTRY = TABLE.entity(AuditEntry.class)
            .about("Something that somebody did; it is never changed")
            .key("MONTH#{month}", "{at}#{entryId}")
            .index("GSI1", "ACTOR#{actor}", "{at}#{entryId}")
            .index("GSI2", "TARGET#{target}", "{at}#{entryId}")
            .index("GSI3", "AREA#{area}", "{at}#{entryId}");

    static final Pattern<AuditEntry> OF_MONTH =
            ENTRY.query("Entries of a month, newest first").between("at").descending();
    static final Pattern<AuditEntry> BY_ACTOR = ENTRY.query("Entries of a person's acts, newest first")
            .on("GSI1")
            .between("at")
            .descending();
    static final Pattern<AuditEntry> BY_TARGET = ENTRY.query("Entries about a thing, newest first")
            .on("GSI2")
            .between("at")
            .descending();
    static final Pattern<AuditEntry> BY_AREA = ENTRY.query("Entries about a kind of things, newest first")
            .on("GSI3")
            .between("at")
            .descending();

    private AuditTable() {}
}
