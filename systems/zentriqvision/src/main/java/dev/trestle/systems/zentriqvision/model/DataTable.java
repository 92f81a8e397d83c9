package dev.trestle.systems.zentriqvision.model;

import dev.trestle.model.Entity;
import dev.trestle.model.Groups;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scope;
import dev.trestle.model.Table;
import dev.trestle.model.When;
import dev.trestle.model.time.TimeFormat;

/** {@code zentriqvision-data}: organisations, their users and videos, and the people seen in these. */
public final class DataTable {
    private static final String SHARED =
            "documented so: the key is shared by all organisations. It is written for other programs, and"
                    + " never answers a user's search; what is read through it is kept to the caller's organisation";

    public static final Table TABLE = Table.named("zentriqvision-data")
            .about("Organisations, users, videos, persons and appearances")
            .key("PK", "SK")
            .index("AttributeIndex", "GSI1PK", "GSI1SK")
            .index("VideoIndex", "GSI2PK", "GSI2SK")
            .index("TimeIndex", "GSI3PK", "GSI3SK")
            .times(TimeFormat.SECONDS)
            .scope(Scope.inKeys("orgId"));

    public static final Entity<Organization> ORGANIZATION =
            TABLE.entity(Organization.class).key("ORG#{orgId}", "ORG#{orgId}").refuse("#", "orgId");

    public static final Entity<User> USER = TABLE.entity(User.class)
            .key("ORG#{orgId}", "USER#{userId}")
            .refuse("#", "orgId")
            .belongsTo(ORGANIZATION, "has");

    /** The support table lists it again by user, by status and by time, which this table's keys cannot. */
    public static final Entity<Video> VIDEO = TABLE.entity(Video.class)
            .key("ORG#{orgId}", "VIDEO#{videoId}")
            .refuse("#", "orgId")
            .refuse("#", "videoId")
            .also(SupportTable.VIDEO_LISTING, video -> video)
            .belongsTo(ORGANIZATION, "has")
            .belongsTo(USER, "uploads");

    public static final Entity<Person> PERSON = TABLE.entity(Person.class)
            .key("ORG#{orgId}", "PERSON#{personId}")
            .refuse("#", "orgId")
            .also(SupportTable.PERSON_LISTING, person -> person)
            .belongsTo(ORGANIZATION, "sees");

    /**
     * One item per searchable value: an appearance has one GSI1PK, so that the documented item is found under one attribute alone.
     * AttributeIndex has this one too, unless it has the appearance itself under that value.
     */
    public static final Entity<AttributeEntry> ATTRIBUTE_ENTRY = TABLE.entity(AttributeEntry.class)
            .key("ORG#{orgId}#ATTR#{name}#{value}", "APPEAR#{timestamp:yyyyMMdd'T'HHmmss'Z'}#{videoId}#{personId}")
            .index("AttributeIndex", "ATTR#{indexedName}#{indexedValue}", "APPEAR#{timestamp:yyyyMMdd'T'HHmmss'Z'}")
            .accept("UNSCOPED", SHARED);

    /** What was seen on a day in one organisation: TimeIndex has the day of all of them. */
    public static final Entity<AppearanceEntry> TIME_ENTRY = TABLE.entity("TimeEntry", AppearanceEntry.class)
            .key(
                    "ORG#{orgId}#TIME#{timestamp:yyyyMMdd}",
                    "APPEAR#{timestamp:yyyyMMdd'T'HHmmss'Z'}#{videoId}#{personId}");

    /** A person's appearances in the order of time: the documented keys have them among all others of the organisation. */
    public static final Entity<AppearanceEntry> PERSON_ENTRY = TABLE.entity("PersonEntry", AppearanceEntry.class)
            .key("ORG#{orgId}#PERSON#{personId}", "APPEAR#{timestamp:yyyyMMdd'T'HHmmss'Z'}#{videoId}#{personId}");

    /** The first person in a second of a video has the documented key; a further one has {@code personId} behind it. */
    public static final Entity<Appearance> APPEARANCE = TABLE.entity(Appearance.class)
            .key("ORG#{orgId}", "APPEAR#{videoId}#{timestamp:yyyyMMdd'T'HHmmss'Z'}", When.absent("alongside"))
            .key(
                    "ORG#{orgId}",
                    "APPEAR#{videoId}#{timestamp:yyyyMMdd'T'HHmmss'Z'}#{alongside}",
                    When.present("alongside"))
            .refuse("#", "orgId")
            .index("AttributeIndex", "ATTR#{indexedName}#{indexedValue}", "APPEAR#{timestamp:yyyyMMdd'T'HHmmss'Z'}")
            .index("VideoIndex", "VIDEO#{videoId}", "APPEAR#{timestamp:yyyyMMdd'T'HHmmss'Z'}")
            .index("TimeIndex", "TIME#{timestamp:yyyyMMdd}", "APPEAR#{timestamp:yyyyMMdd'T'HHmmss'Z'}")
            .alsoEach(ATTRIBUTE_ENTRY, AttributeEntry::of)
            .also(TIME_ENTRY, AppearanceEntry::of)
            .also(PERSON_ENTRY, AppearanceEntry::of)
            .belongsTo(PERSON, "makes")
            .belongsTo(VIDEO, "shows")
            .accept("UNSCOPED", SHARED)
            .accept("ITEM_GROWTH", "an appearance has twenty objects at most")
            .accept(
                    "ONE_INDEX_KEY",
                    "documented so: GSI1PK has room for one attribute; AttributeEntry has an item for each of the others");

    // 1. Organization Management

    public static final Pattern<Organization> ORGANIZATION_DETAILS = ORGANIZATION.get("Get organization details");

    public static final Pattern<User> USERS_OF_ORGANIZATION =
            USER.query("Get all users in organization").beginsWith("USER#");

    public static final Pattern<Video> VIDEOS_OF_ORGANIZATION =
            VIDEO.query("Get all videos in organization").beginsWith("VIDEO#");

    // 2. User Management

    public static final Pattern<User> USER_DETAILS = USER.get("Get user details");

    /** Reads the videos of all users; {@link SupportTable#VIDEOS_OF_USER} reads the one's. */
    public static final Pattern<Video> VIDEOS_BY_USER = VIDEO.query("Get all videos by user")
            .beginsWith("VIDEO#")
            .filter("userId")
            .accept("FILTER", "documented as a filter in the application; the support table lists videos by user");

    // 3. Video Management

    public static final Pattern<Video> VIDEO_METADATA = VIDEO.get("Get video metadata");

    /** To be asked only when the video was found in the caller's organisation: the index is everybody's. */
    public static final Pattern<Appearance> APPEARANCES_IN_VIDEO = APPEARANCE
            .query("Get all appearances in video")
            .on("VideoIndex")
            .beginsWith("APPEAR#")
            .accept("UNSCOPED", SHARED);

    // 4. Person Detection

    /** Reads all appearances of the organisation; {@link #TIMELINE_OF_PERSON} reads the person's. */
    public static final Pattern<Appearance> APPEARANCES_OF_PERSON = APPEARANCE
            .query("Get all appearances of a person")
            .beginsWith("APPEAR#")
            .filter("personId")
            .accept("FILTER", "documented as a filter in the application; PersonEntry has a partition for each person");

    public static final Pattern<Person> PERSON_DETAILS = PERSON.get("Get person details");

    // 5. Attribute-Based Search

    /**
     * "Find all people wearing blue shirts" is {@code color}, {@code blue}; "Find all happy people" is {@code emotion}, {@code happy}.
     * With the appearance alone it could not be both, which is why it gives entries too.
     */
    public static final Pattern<Groups> ATTRIBUTE_BASED_SEARCH = TABLE.collection(
                    "Attribute-Based Search", APPEARANCE, ATTRIBUTE_ENTRY)
            .on("AttributeIndex")
            .between("timestamp")
            .accept("UNSCOPED", SHARED);

    // 6. Time-Based Queries

    /** The documented key condition is that of one day, and 24 hours are two of them: one request for each day. */
    public static final Pattern<Appearance> DETECTIONS_BETWEEN = APPEARANCE
            .query("Find all detections in last 24 hours")
            .on("TimeIndex")
            .between("timestamp")
            .eachDay()
            .accept("UNSCOPED", SHARED);

    // Query Examples; the first and the third are the two patterns above.

    public static final Pattern<Appearance> DETECTIONS_IN_VIDEO = APPEARANCE
            .query("Find all detections in a specific video")
            .on("VideoIndex")
            .accept("UNSCOPED", SHARED);

    // What searches read.

    public static final Pattern<AttributeEntry> SEARCH_BY_ATTRIBUTE = ATTRIBUTE_ENTRY
            .query("Search the organization by attribute")
            .between("timestamp")
            .descending();

    public static final Pattern<AppearanceEntry> SEARCH_BY_TIME = TIME_ENTRY
            .query("Search the organization by time")
            .between("timestamp")
            .eachDay()
            .descending();

    public static final Pattern<AppearanceEntry> TIMELINE_OF_PERSON = PERSON_ENTRY
            .query("Search the organization by person")
            .between("timestamp")
            .descending();

    public static final Pattern<Appearance> APPEARANCE_BY_KEY = APPEARANCE
            .get("Get the first appearance in a second of a video")
            .exactly("APPEAR#{videoId}#{timestamp:yyyyMMdd'T'HHmmss'Z'}");

    public static final Pattern<Appearance> FURTHER_APPEARANCE_BY_KEY = APPEARANCE
            .get("Get a further appearance in a second of a video")
            .exactly("APPEAR#{videoId}#{timestamp:yyyyMMdd'T'HHmmss'Z'}#{alongside}");

    /** A video's appearances, the other way round: what a search within a video reads. */
    public static final Pattern<Appearance> SEARCH_BY_VIDEO = APPEARANCE
            .query("Search the organization by video")
            .between("timestamp")
            .descending();

    /** By the table's own key, so that it is consistent and this organisation's alone. */
    public static final Pattern<Appearance> APPEARANCES_BY_VIDEO = APPEARANCE
            .query("Get the appearances in a video of the organization")
            .beginsWith("APPEAR#{videoId}#");

    /** The other end of {@link #TIMELINE_OF_PERSON}. */
    public static final Pattern<AppearanceEntry> FIRST_OF_PERSON = PERSON_ENTRY.query("First appearances of a person");

    public static final Pattern<AppearanceEntry> APPEARANCE_OF_PERSON =
            PERSON_ENTRY.get("Get a person's appearance in a second of a video");

    private DataTable() {}
}
