package dev.trestle.systems.unisync.model;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;

/** {@code unisync-sessions}: who is here now. */
public final class SessionsTable {
    public static final Table TABLE = Table.named("unisync-sessions")
            .about("Real-time presence tracking")
            .key("PK", "SK")
            .expiry("expiresAt");

    public static final Entity<Session> SESSION = TABLE.entity(Session.class)
            .key("ACTIVE_SESSION", "USER#{userId}")
            .onePer(UsersTable.USER, "has")
            .accept("HOT_PARTITION", "documented so; one item per user who is here, written once a minute");

    public static final Pattern<Session> ACTIVE_SESSIONS = SESSION.query("Get all active sessions");

    public static final Pattern<Session> SESSION_OF_USER = SESSION.get("Get user's session");

    public static final Pattern<Session> HEARTBEAT = SESSION.change("Update heartbeat");

    private SessionsTable() {}
}
