package dev.trestle.systems.holdthatthought.people;

import dev.trestle.platform.operation.Right;

/** What callers may do. Where something belongs to somebody, its owner and administrators may; the operation says so. */
public final class Rights {
    /** Everybody whose profile is active, approved or not. */
    public static final Right<Caller, Object> OWN_PROFILE = Right.everybody("OWN_PROFILE");

    /** Approved people and administrators. */
    public static final Right<Caller, Object> MEMBER = Right.of("MEMBER", (who, asked) -> who.isMember());

    public static final Right<Caller, Object> ADMIN = Right.of("ADMIN", (who, asked) -> who.isAdmin());

    private Rights() {}
}
