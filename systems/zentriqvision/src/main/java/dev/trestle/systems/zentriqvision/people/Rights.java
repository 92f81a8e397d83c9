package dev.trestle.systems.zentriqvision.people;

import dev.trestle.platform.operation.Right;
import dev.trestle.systems.zentriqvision.model.MemberRole;

/** What callers may do: each role may also do what those before it may. Cameras limit further, where something is of a camera. */
public final class Rights {
    /** Everybody of an active organisation, with or without a role. */
    public static final Right<Caller, Object> OWN_PROFILE = Right.everybody("OWN_PROFILE");

    public static final Right<Caller, Object> VIEWER = atLeast(MemberRole.VIEWER);
    public static final Right<Caller, Object> OPERATOR = atLeast(MemberRole.OPERATOR);
    public static final Right<Caller, Object> INVESTIGATOR = atLeast(MemberRole.INVESTIGATOR);
    public static final Right<Caller, Object> ADMIN = atLeast(MemberRole.ADMIN);

    private Rights() {}

    private static Right<Caller, Object> atLeast(MemberRole least) {
        return Right.of(least.name(), (who, asked) -> who.isAtLeast(least));
    }
}
