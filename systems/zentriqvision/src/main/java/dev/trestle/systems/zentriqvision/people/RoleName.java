package dev.trestle.systems.zentriqvision.people;

import dev.trestle.model.annotation.LowerCase;
import dev.trestle.systems.zentriqvision.model.MemberRole;
import org.jspecify.annotations.Nullable;

/** A role as requests and answers name it. */
@LowerCase
public enum RoleName {
    VIEWER,
    OPERATOR,
    INVESTIGATOR,
    ADMIN;

    MemberRole role() {
        return MemberRole.valueOf(name());
    }

    /** Null for no role. */
    static @Nullable RoleName of(@Nullable MemberRole role) {
        return role == null ? null : valueOf(role.name());
    }
}
