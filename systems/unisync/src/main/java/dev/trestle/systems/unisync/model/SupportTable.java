package dev.trestle.systems.unisync.model;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.uploads.Arrivals;
import dev.trestle.platform.uploads.Uploads;
import dev.trestle.platform.work.LongWorks;

/** {@code unisync-support}: who tokens are of, lists and pointers, what became of ids, what the documented items have no room for. */
public final class SupportTable {
    public static final Table TABLE = Support.table("unisync");

    /** A user again: no key of the documented table finds all of them. */
    public static final Entity<User> USER_LISTING = TABLE.entity("UserListing", User.class)
            .key("USERS", "USER#{userId}")
            .accept("HOT_PARTITION", "a team's users are some hundred, and change seldom");

    public static final Entity<SignIn> SIGN_IN = TABLE.entity(SignIn.class)
            .about("Whom an issuer's subject is")
            .key("SIGN_IN#{issuer}#{subject}", "SIGN_IN")
            .unique("userId", "issuer")
            .index("GSI1", "SIGN_INS#{userId}", "{issuer}#{subject}");

    /** The new ShowSet's former ids, which are read with it until all that belongs to it is moved. */
    public static final Entity<FormerId> FORMER_ID =
            TABLE.entity(FormerId.class).key("FORMER_IDS#{showSetId}", "{formerId}");

    public static final Entity<RetiredId> RETIRED_ID = TABLE.entity(RetiredId.class)
            .about("What became of a ShowSet that was renamed or deleted; its id cannot be taken meanwhile")
            .key("RETIRED#{showSetId}", "RETIRED")
            .alsoEach(FORMER_ID, FormerId::of);

    public static final Entity<FormerVersion> FORMER_VERSION = TABLE.entity(FormerVersion.class)
            .about("An entry of the history of versions that its ShowSet keeps no more")
            .key("VERSIONS#{showSetId}", "{createdAt}#{id}");

    /** A note's key has the time, and requests name its id. */
    public static final Entity<NotePointer> NOTE_POINTER =
            TABLE.entity(NotePointer.class).key("NOTE#{noteId}", "POINTER");

    public static final Entity<HandledText> HANDLED_TEXT = TABLE.entity(HandledText.class)
            .about("The text of a note for which translations were enqueued and mentions recorded")
            .key("NOTE#{noteId}", "TEXT");

    public static final Entity<Mention> MENTION = TABLE.entity(Mention.class)
            .key("MENTIONS#{userId}", "{createdAt}#{noteId}")
            .index("GSI1", "MENTIONED_IN#{noteId}", "{userId}");

    public static final Entity<AuditEntry> AUDIT_ENTRY = TABLE.entity(AuditEntry.class)
            .about("What was done beyond the documented actions")
            .key("AUDIT#{subject}#{subjectId}", "{createdAt}#{entryId}")
            .index("GSI1", "AUDIT_DATE#{createdAt:yyyy-MM-dd}", "{createdAt}#{entryId}")
            .accept("ITEM_GROWTH", "the details are of one change, and are never added to");

    /** Texts that wait for a translation service: jobs that nobody can do would stand in the way of those that somebody can. */
    public static final Entity<Untranslated> UNTRANSLATED = TABLE.entity(Untranslated.class)
            .about("A text that waits until a translation service is configured")
            .key("UNTRANSLATED", "{type}#{subject}")
            .accept("HOT_PARTITION", "one item per text, and only where no service is configured");

    public static final Entity<ImportFile> IMPORT_FILE = TABLE.entity(ImportFile.class)
            .about("A table of ShowSets that somebody imports")
            .key("IMPORT#{importId}", "FILE");

    public static final Entity<ImportReport> IMPORT_REPORT = TABLE.entity(ImportReport.class)
            .about("What became of some rows of an import")
            .key("IMPORT#{importId}", "REPORT#{firstRow:000000}")
            .accept("ITEM_GROWTH", "the lines are written once, with their rows, and are 200 at most");

    public static final Entity<SavedView> SAVED_VIEW = TABLE.entity(SavedView.class)
            .about("A view of the board, its owner's alone")
            .key("VIEWS#{userId}", "{viewName}");

    public static final Follower.Declaration FOLLOWER = Follower.on(TABLE);

    public static final Jobs.Declaration JOBS = Jobs.on(TABLE);

    public static final Uploads.Declaration UPLOADS = Uploads.on(TABLE);

    public static final Arrivals.Declaration ARRIVALS = Arrivals.on(TABLE);

    public static final LongWorks.Declaration WORKS = LongWorks.on(TABLE);

    public static final Pattern<User> USERS = USER_LISTING.query("All users").beginsWith("USER#");

    public static final Pattern<SignIn> USER_OF_TOKEN = SIGN_IN.get("Get user of a token");

    public static final Pattern<SignIn> SIGN_INS_OF_USER =
            SIGN_IN.query("Sign-ins of a user").on("GSI1");

    public static final Pattern<RetiredId> RETIRED_BY_ID = RETIRED_ID.get("Get what became of a ShowSet's id");

    public static final Pattern<FormerId> FORMER_IDS = FORMER_ID.query("Former ids of a ShowSet");

    public static final Pattern<FormerVersion> FORMER_VERSIONS =
            FORMER_VERSION.query("Older versions of a ShowSet, newest first").descending();

    public static final Pattern<NotePointer> NOTE_BY_ID = NOTE_POINTER.get("Find note by its id");

    public static final Pattern<HandledText> HANDLED_TEXT_OF_NOTE = HANDLED_TEXT.get("Get the handled text of a note");

    public static final Pattern<Mention> MENTIONS_OF_USER =
            MENTION.query("Notes that mention a user, newest first").descending();

    public static final Pattern<Mention> MENTIONS_IN_NOTE =
            MENTION.query("Users whom a note mentions").on("GSI1");

    public static final Pattern<AuditEntry> AUDIT_OF_SUBJECT =
            AUDIT_ENTRY.query("Audit of a ShowSet or a user, newest first").descending();

    public static final Pattern<AuditEntry> AUDIT_OF_SUBJECT_UP_TO = AUDIT_ENTRY
            .query("Audit of a ShowSet or a user up to a moment, newest first")
            .between("createdAt")
            .descending();

    public static final Pattern<AuditEntry> AUDIT_OF_DAYS = AUDIT_ENTRY
            .query("Audit by date range, newest first")
            .on("GSI1")
            .between("createdAt")
            .eachDay()
            .descending();

    public static final Pattern<Untranslated> ALL_UNTRANSLATED =
            UNTRANSLATED.query("Texts that wait for a translation service");

    public static final Pattern<ImportFile> IMPORT_BY_ID = IMPORT_FILE.get("Get an import");

    public static final Pattern<ImportReport> REPORTS_OF_IMPORT =
            IMPORT_REPORT.query("The report of an import").beginsWith("REPORT#");

    public static final Pattern<SavedView> VIEWS_OF_USER = SAVED_VIEW.query("Saved views of a user");

    public static final Pattern<SavedView> VIEW_BY_NAME = SAVED_VIEW.get("Get a saved view of a user");

    private SupportTable() {}
}
