package dev.trestle.systems.zentriqvision.model;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scope;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.time.TimeFormat;

/** {@code zentriqvision-support}: lists of videos, batches of detections, saved searches, settings. */
public final class SupportTable {
    public static final Table TABLE = Support.table("zentriqvision", Scope.inKeys("orgId"))
            .index("GSI2", "GSI2PK", "GSI2SK")
            .times(TimeFormat.SECONDS);

    /** A video again, in the orders that lists have. */
    public static final Entity<Video> VIDEO_LISTING = TABLE.entity("VideoListing", Video.class)
            .key("ORG#{orgId}#VIDEOS", "{uploadedAt:yyyyMMdd'T'HHmmss'Z'}#{videoId}")
            .index("GSI1", "ORG#{orgId}#USER#{userId}", "{uploadedAt:yyyyMMdd'T'HHmmss'Z'}#{videoId}")
            .index("GSI2", "ORG#{orgId}#STATUS#{status}", "{uploadedAt:yyyyMMdd'T'HHmmss'Z'}#{videoId}");

    public static final Entity<DetectionBatch> DETECTION_BATCH =
            TABLE.entity(DetectionBatch.class).key("ORG#{orgId}#VIDEO#{videoId}", "BATCH#{batchId}");

    public static final Entity<SavedSearch> SAVED_SEARCH =
            TABLE.entity(SavedSearch.class).key("ORG#{orgId}#USER#{userId}", "SEARCH#{searchId}");

    public static final Entity<OrganizationSettings> SETTINGS =
            TABLE.entity(OrganizationSettings.class).key("ORG#{orgId}#SETTINGS", "SETTINGS");

    public static final Pattern<Video> VIDEOS_NEWEST_FIRST =
            VIDEO_LISTING.query("Videos of an organization, newest first").descending();

    /** What "Get all videos by user" asks, without a filter. */
    public static final Pattern<Video> VIDEOS_OF_USER =
            VIDEO_LISTING.query("Videos of a user, newest first").on("GSI1").descending();

    public static final Pattern<Video> VIDEOS_BY_STATUS =
            VIDEO_LISTING.query("Videos by status, newest first").on("GSI2").descending();

    public static final Pattern<DetectionBatch> BATCH_BY_ID = DETECTION_BATCH.get("Get batch of detections");

    public static final Pattern<DetectionBatch> BATCHES_OF_VIDEO =
            DETECTION_BATCH.query("Batches of a video").beginsWith("BATCH#");

    public static final Pattern<SavedSearch> SEARCHES_OF_USER =
            SAVED_SEARCH.query("Saved searches of a user").beginsWith("SEARCH#");

    public static final Pattern<SavedSearch> SEARCH_BY_ID = SAVED_SEARCH.get("Get saved search");

    public static final Pattern<OrganizationSettings> SETTINGS_OF_ORGANIZATION =
            SETTINGS.get("Get settings of organization");

    private SupportTable() {}
}
