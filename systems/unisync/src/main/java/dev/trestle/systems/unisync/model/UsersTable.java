package dev.trestle.systems.unisync.model;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;

/** {@code unisync-users}: who may use UniSync. */
public final class UsersTable {
    public static final Table TABLE = Table.named("unisync-users")
            .about("User profiles and authentication data")
            .key("PK", "SK")
            .index("GSI1-email-index", "GSI1PK", "GSI1SK");

    /** The support table lists it again: no key finds all users. */
    public static final Entity<User> USER = TABLE.entity(User.class)
            .key("USER#{userId}", "PROFILE")
            .index("GSI1-email-index", "EMAIL#{email}", "PROFILE")
            .unique("email")
            .also(SupportTable.USER_LISTING, user -> user);

    public static final Pattern<User> USER_BY_ID = USER.get("Get user by ID");

    public static final Pattern<User> USER_BY_EMAIL =
            USER.find("Get user by email").on("GSI1-email-index");

    public static final Pattern<User> ALL_USERS = USER.scan("List all users")
            .accept(
                    "SCAN",
                    "documented as a scan for administrators; UniSync itself lists users from the support table");

    private UsersTable() {}
}
