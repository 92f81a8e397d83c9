package dev.trestle.systems.zentriqvision.people;

import dev.trestle.systems.zentriqvision.model.MemberRole;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who calls: a member of an organisation, as they were when the request began.
 *
 * @param issuer who vouches for them
 * @param role null for one to whom no admin gave a role yet
 * @param cameras the cameras whose videos they may see; null for all
 * @param operation what they call
 * @param address where the request came from
 */
public record Caller(
        String orgId,
        String userId,
        String issuer,
        @Nullable MemberRole role,
        @Nullable List<String> cameras,
        String operation,
        String address) {
    public boolean isAtLeast(MemberRole least) {
        return role != null && role.compareTo(least) >= 0;
    }

    public boolean isLimited() {
        return cameras != null;
    }

    /** Whether they may see what a camera recorded; a member limited to cameras does not see videos of none. */
    public boolean maySee(@Nullable String camera) {
        return cameras == null || camera != null && cameras.contains(camera);
    }
}
