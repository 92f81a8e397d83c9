package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.SupportTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import java.time.Instant;
import java.util.Map;

/** What FormKiQ's API knows of users and groups beyond what the server's people have. */
public final class UserRows {
    /** A group that was made here; others are known by the people in them. */
    public record UserGroup(String groupName, String description, Instant insertedDate, Instant lastModifiedDate) {}

    /** The attributes of a user. */
    public record UserProfile(String personId, Map<String, String> attributes, Instant lastModifiedDate) {
        /** Where somebody lives and when they were born stay out of logs. */
        @Override
        public String toString() {
            return "UserProfile[" + personId + "]";
        }
    }

    public static final Entity<UserGroup> USER_GROUP = TABLE.entity(UserGroup.class)
            .about("A group of users")
            .unscoped()
            .key("usergroups", "group#{groupName}")
            .refuse("#", "groupName")
            .accept("HOT_PARTITION", "at most a thousand items, seldom changed");

    public static final Entity<UserProfile> USER_PROFILE = TABLE.entity(UserProfile.class)
            .about("The attributes of a user")
            .unscoped()
            .key("users#{personId}", "profile")
            .accept("ITEM_GROWTH", "there are sixteen attributes");

    public static final Pattern<UserGroup> GROUP_OF_USERS = USER_GROUP.get("Get a group of users");

    public static final Pattern<UserGroup> GROUPS_OF_USERS =
            USER_GROUP.query("List the groups of users").beginsWith("group#");

    public static final Pattern<UserProfile> PROFILE_OF_USER = USER_PROFILE.get("Get the attributes of a user");

    private UserRows() {}
}
