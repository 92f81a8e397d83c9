package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.SupportTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import dev.trestle.systems.formkiq.model.AuditTable.ActivityStatus;
import dev.trestle.systems.formkiq.model.AuditTable.Change;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code formkiq-support} keeps for the record: changes of what a site is set up with, which the documented tables
 * have no keys for, and who keeps documents from being changed.
 */
public final class RecordRows {
    /**
     * Something that a user did, or tried to do, to what a site is set up with.
     *
     * @param resource what it was done to: {@code schema}, {@code apiKey} and others
     * @param resourceId which of them
     */
    public record SettingActivity(
            String resource,
            String resourceId,
            ActivityType type,
            ActivityStatus status,
            @Nullable String sourceIpAddress,
            @Nullable String source,
            String userId,
            @Nullable Map<String, Change> changeSet,
            @Time(TimeFormat.OFFSET_MICROS) Instant inserteddate,
            @Nullable String message) {}

    /**
     * Who keeps a document from being changed: whoever checked it out, and whoever holds it for legal reasons.
     *
     * @param holder who checked it out: a name that nobody else can have
     * @param checkedOutBy the same, as people know them
     * @param checkoutEntity the entity that says so
     * @param heldBy who put it under a legal hold
     * @param holdEntity the entity that says so
     */
    public record DocumentLock(
            String documentId,
            @Nullable String holder,
            @Nullable String checkedOutBy,
            @Nullable Instant checkedOutAt,
            @Nullable String checkoutEntity,
            @Nullable String heldBy,
            @Nullable Instant heldAt,
            @Nullable String holdEntity) {}

    /** What changes whenever a document of the site is locked: whoever moves a folder has looked at all locks. */
    public record LockStamp(String token) {}

    public static final Entity<SettingActivity> SETTING_ACTIVITY = TABLE.entity(SettingActivity.class)
            .about("What users did to what a site is set up with")
            .key("settings#{inserteddate:yyyy-MM-dd}", "activity#{inserteddate}")
            .accept("ITEM_GROWTH", "the values that one request changed, which are cut");

    public static final Entity<DocumentLock> DOCUMENT_LOCK = TABLE.entity(DocumentLock.class)
            .about("Who keeps a document from being changed")
            .key("locks", "{documentId}")
            .accept("HOT_PARTITION", "one item for each document that is checked out or held");

    public static final Entity<LockStamp> LOCK_STAMP = TABLE.entity(LockStamp.class)
            .about("What changes whenever a document is locked")
            .key("lockstamp", "site");

    public static final Pattern<SettingActivity> SETTINGS_BETWEEN = SETTING_ACTIVITY
            .query("List what was done to settings between two times")
            .between("inserteddate")
            .eachDay()
            .descending();

    public static final Pattern<SettingActivity> SETTINGS_BETWEEN_OLDEST = SETTING_ACTIVITY
            .query("List what was done to settings between two times, oldest first")
            .between("inserteddate")
            .eachDay();

    public static final Pattern<DocumentLock> LOCK_OF_DOCUMENT =
            DOCUMENT_LOCK.get("Get who keeps a document from being changed");

    public static final Pattern<DocumentLock> LOCKS = DOCUMENT_LOCK.query("List the documents that are locked");

    public static final Pattern<LockStamp> STAMP_OF_LOCKS = LOCK_STAMP.get("Get what changes with the locks");

    private RecordRows() {}
}
