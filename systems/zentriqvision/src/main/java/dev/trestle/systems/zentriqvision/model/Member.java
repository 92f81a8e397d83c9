package dev.trestle.systems.zentriqvision.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a user may do in an organisation.
 *
 * @param issuer who vouches for the user; absent until the user has called, if an admin made the member
 * @param role absent until an admin gives one: such a member may do nothing
 * @param cameras the cameras whose videos the member may see; absent for all
 * @param active false for one who is locked out
 */
@RecordBuilder
public record Member(
        String userId,
        @Nullable String issuer,
        @Nullable MemberRole role,
        @Nullable List<String> cameras,
        boolean active,
        Instant changedAt)
        implements MemberBuilder.With {
    public boolean isActiveAdmin() {
        return active && role == MemberRole.ADMIN;
    }
}
