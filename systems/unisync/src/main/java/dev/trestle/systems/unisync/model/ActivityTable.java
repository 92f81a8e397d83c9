package dev.trestle.systems.unisync.model;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;

/** {@code unisync-activity}: what was done to ShowSets. */
public final class ActivityTable {
    public static final Table TABLE = Table.named("unisync-activity")
            .about("Audit log of all changes")
            .key("PK", "SK")
            .index("GSI1-date-index", "GSI1PK", "GSI1SK");

    public static final Entity<Activity> ACTIVITY = TABLE.entity(Activity.class)
            .key("SHOWSET#{showSetId}", "ACTIVITY#{createdAt}#{activityId}")
            .index("GSI1-date-index", "ACTIVITY_DATE#{createdAt:yyyy-MM-dd}", "{createdAt}#{activityId}")
            .belongsTo(UsersTable.USER, "generates")
            .belongsTo(ShowSetsTable.SHOWSET, "has");

    public static final Pattern<Activity> ACTIVITY_OF_SHOWSET =
            ACTIVITY.query("Get activity for ShowSet").beginsWith("ACTIVITY#").descending();

    public static final Pattern<Activity> ACTIVITY_UP_TO = ACTIVITY.query("Get activity for ShowSet up to a moment")
            .between("createdAt")
            .descending();

    public static final Pattern<Activity> ACTIVITY_OF_DAY =
            ACTIVITY.query("Get recent activity (global)").on("GSI1-date-index").descending();

    public static final Pattern<Activity> ACTIVITY_OF_DAYS = ACTIVITY.query("Get activity by date range")
            .on("GSI1-date-index")
            .between("createdAt")
            .eachDay()
            .descending();

    private ActivityTable() {}
}
