package dev.trestle.systems.zentriqvision.model;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scope;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.time.TimeFormat;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.uploads.Arrivals;
import dev.trestle.platform.uploads.Uploads;
import dev.trestle.platform.work.LongWorks;

/** {@code zentriqvision-support}: members, cameras and settings, lists of videos, batches of detections, the access log. */
public final class SupportTable {
    public static final Table TABLE = Support.table("zentriqvision", Scope.inKeys("orgId"))
            .index("GSI2", "GSI2PK", "GSI2SK")
            .times(TimeFormat.SECONDS);

    public static final Jobs.Declaration JOBS = Jobs.on(TABLE);
    public static final Follower.Declaration FOLLOWER = Follower.on(TABLE);
    public static final Arrivals.Declaration ARRIVALS = Arrivals.on(TABLE);
    public static final Uploads.Declaration UPLOADS = Uploads.on(TABLE);
    public static final LongWorks.Declaration WORKS = LongWorks.on(TABLE);

    /** Read at each request, so that it is by one key. */
    public static final Entity<Member> MEMBER = TABLE.entity(Member.class)
            .about("What a user may do")
            .key("ORG#{orgId}#MEMBERS", "{userId}")
            .accept("ITEM_GROWTH", "an organisation has a hundred cameras at most");

    public static final Entity<UserEmail> USER_EMAIL =
            TABLE.entity(UserEmail.class).about("Whose e-mail address it is").key("ORG#{orgId}#EMAILS", "{email}");

    /** Found without knowing the organisation: that is what it says. */
    public static final Entity<OrganizationOfToken> ORGANIZATION_OF_TOKEN = TABLE.entity(OrganizationOfToken.class)
            .about("The organisation of somebody whose tokens do not always name it")
            .unscoped()
            .key("TOKEN#{issuer}#{subject}", "ORGANIZATION");

    public static final Entity<Cameras> CAMERAS = TABLE.entity(Cameras.class)
            .about("The cameras of an organization")
            .key("ORG#{orgId}#CAMERAS", "CAMERAS")
            .accept("ITEM_GROWTH", "a hundred cameras at most");

    public static final Entity<DeletedVideo> DELETED_VIDEO = TABLE.entity(DeletedVideo.class)
            .about("A video of which not everything is removed yet")
            .key("ORG#{orgId}#VIDEO#{videoId}", "DELETED");

    public static final Entity<VideoFile> VIDEO_FILE = TABLE.entity(VideoFile.class)
            .about("A video's object, and what is in it")
            .key("ORG#{orgId}#VIDEO#{videoId}", "FILE");

    public static final Entity<VideoWork> VIDEO_WORK = TABLE.entity(VideoWork.class)
            .about("How far the processing of a video is")
            .key("ORG#{orgId}#VIDEO#{videoId}", "WORK");

    public static final Entity<PersonNote> PERSON_NOTE = TABLE.entity(PersonNote.class)
            .about("A person's name, and a note")
            .key("ORG#{orgId}#PERSON#{personId}", "NOTE");

    /** All of a person's items in this table are in one partition, so that erasing finds them. */
    public static final Entity<PersonFate.Merged> MERGED_PERSON = TABLE.entity("MergedPerson", PersonFate.Merged.class)
            .about("A person who was merged into another, in that one's list")
            .key("ORG#{orgId}#PERSON#{into}", "MERGED#{personId}");

    public static final Entity<PersonFate> PERSON_FATE = TABLE.entity(PersonFate.class)
            .about("That a person was merged into another, or erased")
            .key("ORG#{orgId}#PERSON#{personId}", "FATE")
            .alsoEach(MERGED_PERSON, PersonFate::merged);

    public static final Entity<PersonChange.Entry> PERSON_CHANGE_ENTRY = TABLE.entity(
                    "PersonChangeEntry", PersonChange.Entry.class)
            .about("A merge or split that a person took part in")
            .key("ORG#{orgId}#PERSON#{personId}", "CHANGE#{at:yyyyMMdd'T'HHmmss'Z'}#{changeId}");

    public static final Entity<PersonChange> PERSON_CHANGE = TABLE.entity(PersonChange.class)
            .about("A merge or split of persons, while it can be undone")
            .key("ORG#{orgId}#CHANGE#{changeId}", "CHANGE")
            .alsoEach(PERSON_CHANGE_ENTRY, PersonChange::entries);

    public static final Entity<MovedAppearance> APPEARANCE_TO_MOVE = TABLE.entity(
                    "AppearanceToMove", MovedAppearance.class)
            .about("An appearance that a split has yet to move")
            .key("ORG#{orgId}#CHANGE#{changeId}", "PENDING#{timestamp:yyyyMMdd'T'HHmmss'Z'}#{videoId}");

    public static final Entity<MovedAppearance> MOVED_APPEARANCE = TABLE.entity(MovedAppearance.class)
            .about("An appearance that a merge or split has moved")
            .key("ORG#{orgId}#CHANGE#{changeId}", "MOVED#{timestamp:yyyyMMdd'T'HHmmss'Z'}#{videoId}");

    public static final Entity<PersonInChange> PERSON_IN_CHANGE = TABLE.entity(PersonInChange.class)
            .about("A person whose appearances are on the move")
            .key("ORG#{orgId}#PERSONS_IN_CHANGE", "{personId}");

    public static final Entity<AccessEntry> ACCESS_ENTRY = TABLE.entity(AccessEntry.class)
            .about("A look at footage, or a denial")
            .key("ORG#{orgId}#ACCESS#{at:yyyyMMdd}", "{at:yyyyMMdd'T'HHmmss'Z'}#{entryId}")
            .index("GSI1", "ORG#{orgId}#ACCESS_BY#{userId}", "{at:yyyyMMdd'T'HHmmss'Z'}#{entryId}")
            .index("GSI2", "ORG#{orgId}#ACCESS_TO#{videoId}", "{at:yyyyMMdd'T'HHmmss'Z'}#{entryId}");

    /** A video again, in the orders that lists have. */
    public static final Entity<Video> VIDEO_LISTING = TABLE.entity("VideoListing", Video.class)
            .key("ORG#{orgId}#VIDEOS", "{uploadedAt:yyyyMMdd'T'HHmmss'Z'}#{videoId}")
            .index("GSI1", "ORG#{orgId}#USER#{userId}", "{uploadedAt:yyyyMMdd'T'HHmmss'Z'}#{videoId}")
            .index("GSI2", "ORG#{orgId}#STATUS#{status}", "{uploadedAt:yyyyMMdd'T'HHmmss'Z'}#{videoId}");

    /** A person again, last seen first; the index finds the time from which on anybody was seen. */
    public static final Entity<Person> PERSON_LISTING = TABLE.entity("PersonListing", Person.class)
            .key("ORG#{orgId}#PERSONS", "{lastSeen:yyyyMMdd'T'HHmmss'Z'}#{personId}")
            .index("GSI1", "ORG#{orgId}#PERSONS_FIRST", "{firstSeen:yyyyMMdd'T'HHmmss'Z'}#{personId}");

    public static final Entity<DetectionBatch> DETECTION_BATCH =
            TABLE.entity(DetectionBatch.class).key("ORG#{orgId}#VIDEO#{videoId}", "BATCH#{batchId}");

    /** All of an organisation in one partition: whatever is seen, each of them is asked. */
    public static final Entity<SavedSearch> SAVED_SEARCH = TABLE.entity(SavedSearch.class)
            .about("A search that a user keeps")
            .key("ORG#{orgId}#SEARCHES", "{userId}#{searchId}")
            .accept("ITEM_GROWTH", "a filter has five values of a name at most");

    public static final Entity<AlertMoment> ALERT_MOMENT = TABLE.entity(AlertMoment.class)
            .about("An alert by the person whom it is about")
            .key("ORG#{orgId}#ALERTED#{personId}", "{searchId}#{timestamp:yyyyMMdd'T'HHmmss'Z'}");

    public static final Entity<Alert> ALERT = TABLE.entity(Alert.class)
            .about("What a saved search found")
            .key("ORG#{orgId}#ALERTS#{userId}", "{alertId}")
            .also(ALERT_MOMENT, AlertMoment::of);

    public static final Entity<WebhookResult> WEBHOOK_RESULT = TABLE.entity(WebhookResult.class)
            .about("What became of the last request to a webhook")
            .key("ORG#{orgId}#WEBHOOKS", "{userId}#{searchId}");

    /** Newest last: its id begins with the time. */
    public static final Entity<Export> EXPORT = TABLE.entity(Export.class)
            .about("A clip that is taken out of the system")
            .key("ORG#{orgId}#EXPORTS", "{exportId}");

    public static final Entity<ExportedPerson> EXPORTED_PERSON = TABLE.entity(ExportedPerson.class)
            .about("That a clip shows a person")
            .key("ORG#{orgId}#EXPORTED#{personId}", "{exportId}")
            .index("GSI1", "ORG#{orgId}#EXPORT#{exportId}", "{personId}");

    public static final Entity<RetentionNotice> RETENTION_NOTICE = TABLE.entity(RetentionNotice.class)
            .about("When admins were last told which videos go soon")
            .key("ORG#{orgId}#RETENTION", "TOLD");

    public static final Entity<VideoHold> VIDEO_HOLD = TABLE.entity(VideoHold.class)
            .about("That a video must not be deleted")
            .key("ORG#{orgId}#VIDEO#{videoId}", "HOLD");

    public static final Entity<OrganizationSettings> SETTINGS =
            TABLE.entity(OrganizationSettings.class).key("ORG#{orgId}#SETTINGS", "SETTINGS");

    public static final Pattern<Video> VIDEOS_NEWEST_FIRST =
            VIDEO_LISTING.query("Videos of an organization, newest first").descending();

    /** What "Get all videos by user" asks, without a filter. */
    public static final Pattern<Video> VIDEOS_OF_USER =
            VIDEO_LISTING.query("Videos of a user, newest first").on("GSI1").descending();

    public static final Pattern<Video> VIDEOS_BY_STATUS =
            VIDEO_LISTING.query("Videos by status, newest first").on("GSI2").descending();

    public static final Pattern<Person> PERSONS_LAST_SEEN =
            PERSON_LISTING.query("Persons of an organization, last seen first").descending();

    public static final Pattern<Person> PERSONS_SEEN_BETWEEN = PERSON_LISTING
            .query("Persons whom somebody saw last between two times, newest first")
            .between("lastSeen")
            .descending();

    public static final Pattern<Person> PERSONS_FIRST_SEEN =
            PERSON_LISTING.query("Persons of an organization, first seen first").on("GSI1");

    public static final Pattern<DetectionBatch> BATCH_BY_ID = DETECTION_BATCH.get("Get batch of detections");

    public static final Pattern<DetectionBatch> BATCHES_OF_VIDEO =
            DETECTION_BATCH.query("Batches of a video").beginsWith("BATCH#");

    public static final Pattern<SavedSearch> SEARCHES_OF_USER =
            SAVED_SEARCH.query("Saved searches of a user").beginsWith("{userId}#");

    public static final Pattern<SavedSearch> SEARCHES_OF_ORGANIZATION =
            SAVED_SEARCH.query("Saved searches of an organization");

    public static final Pattern<Alert> ALERTS_NEWEST_FIRST =
            ALERT.query("Alerts of a user, newest first").descending();

    public static final Pattern<Alert> ALERT_BY_ID = ALERT.get("Get alert");

    public static final Pattern<AlertMoment> ALERTS_OF_PERSON = ALERT_MOMENT.query("Alerts about a person");

    public static final Pattern<AlertMoment> ALERTED_BETWEEN =
            ALERT_MOMENT.query("Alerts of a search about a person").between("timestamp");

    public static final Pattern<WebhookResult> RESULT_OF_WEBHOOK =
            WEBHOOK_RESULT.get("Get what became of the last request to a webhook");

    public static final Pattern<Export> EXPORTS_NEWEST_FIRST =
            EXPORT.query("Exports of an organization, newest first").descending();

    public static final Pattern<Export> EXPORTS_OLDEST_FIRST = EXPORT.query("Exports of an organization, oldest first");

    public static final Pattern<Export> EXPORT_BY_ID = EXPORT.get("Get export");

    /** What an erasure names: the clips that show a person. */
    public static final Pattern<ExportedPerson> EXPORTS_OF_PERSON = EXPORTED_PERSON.query("Exports that show a person");

    public static final Pattern<ExportedPerson> PERSONS_OF_EXPORT =
            EXPORTED_PERSON.query("Persons whom an export shows").on("GSI1");

    public static final Pattern<RetentionNotice> LAST_RETENTION_NOTICE =
            RETENTION_NOTICE.get("Get when admins were last told of retention");

    public static final Pattern<VideoHold> HOLD_OF_VIDEO = VIDEO_HOLD.get("Get a video's hold");

    public static final Pattern<SavedSearch> SEARCH_BY_ID = SAVED_SEARCH.get("Get saved search");

    public static final Pattern<OrganizationSettings> SETTINGS_OF_ORGANIZATION =
            SETTINGS.get("Get settings of organization");

    public static final Pattern<Member> MEMBER_BY_ID = MEMBER.get("Get what a user may do");

    public static final Pattern<Member> MEMBERS = MEMBER.query("What the users of an organization may do");

    public static final Pattern<UserEmail> USER_OF_EMAIL = USER_EMAIL.get("Get user of an e-mail address");

    public static final Pattern<OrganizationOfToken> ORGANIZATION_BY_TOKEN =
            ORGANIZATION_OF_TOKEN.get("Get organization of a token");

    public static final Pattern<Cameras> CAMERAS_OF_ORGANIZATION = CAMERAS.get("Get cameras of an organization");

    public static final Pattern<DeletedVideo> DELETED_VIDEO_BY_ID = DELETED_VIDEO.get("Get deleted video");

    public static final Pattern<VideoFile> FILE_OF_VIDEO = VIDEO_FILE.get("Get a video's file");

    public static final Pattern<VideoWork> WORK_OF_VIDEO = VIDEO_WORK.get("Get how far a video's processing is");

    public static final Pattern<PersonNote> NOTE_OF_PERSON = PERSON_NOTE.get("Get name and note of a person");

    public static final Pattern<PersonFate> FATE_OF_PERSON = PERSON_FATE.get("Get what became of a person");

    public static final Pattern<PersonFate.Merged> MERGED_INTO_PERSON =
            MERGED_PERSON.query("Persons who were merged into one").beginsWith("MERGED#");

    public static final Pattern<PersonChange> CHANGE_BY_ID = PERSON_CHANGE.get("Get merge or split");

    public static final Pattern<PersonChange.Entry> CHANGES_OF_PERSON = PERSON_CHANGE_ENTRY
            .query("Merges and splits of a person, newest first")
            .beginsWith("CHANGE#")
            .descending();

    public static final Pattern<MovedAppearance> APPEARANCES_TO_MOVE =
            APPEARANCE_TO_MOVE.query("Appearances that a split has yet to move").beginsWith("PENDING#");

    public static final Pattern<MovedAppearance> MOVED_APPEARANCES = MOVED_APPEARANCE
            .query("Appearances that a merge or split has moved")
            .beginsWith("MOVED#");

    public static final Pattern<PersonInChange> PERSONS_IN_CHANGE =
            PERSON_IN_CHANGE.query("Persons whose appearances are on the move");

    public static final Pattern<AccessEntry> ACCESS_BETWEEN = ACCESS_ENTRY
            .query("Access log of an organization, newest first")
            .between("at")
            .eachDay()
            .descending();

    public static final Pattern<AccessEntry> ACCESS_BY_USER = ACCESS_ENTRY
            .query("Access log of a user, newest first")
            .on("GSI1")
            .between("at")
            .descending();

    public static final Pattern<AccessEntry> ACCESS_TO_VIDEO = ACCESS_ENTRY
            .query("Access log of a video, newest first")
            .on("GSI2")
            .between("at")
            .descending();

    private SupportTable() {}
}
