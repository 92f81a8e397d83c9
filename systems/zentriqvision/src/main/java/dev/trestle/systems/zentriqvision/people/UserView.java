package dev.trestle.systems.zentriqvision.people;

import dev.trestle.systems.zentriqvision.model.Member;
import dev.trestle.systems.zentriqvision.model.User;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A user as answers have them.
 *
 * @param phoneNumber phone again, under the name that some clients know
 * @param role absent until an admin gives one
 * @param cameras absent for all
 * @param oneTimePassword of an account that was made now; it is told once
 */
public record UserView(
        String userId,
        String email,
        String givenName,
        @Nullable String phone,
        @Nullable String phoneNumber,
        Instant createdAt,
        String orgId,
        @Nullable String orgName,
        @Nullable RoleName role,
        @Nullable List<String> cameras,
        boolean active,
        @Nullable String oneTimePassword) {
    static UserView of(String orgId, User user, @Nullable Member member) {
        return new UserView(
                user.userId(),
                user.email(),
                user.givenName(),
                user.phone(),
                user.phone(),
                user.createdAt(),
                orgId,
                null,
                member == null ? null : RoleName.of(member.role()),
                member == null ? null : member.cameras(),
                member == null || member.active(),
                null);
    }

    UserView inOrganization(String name) {
        return new UserView(
                userId, email, givenName, phone, phoneNumber, createdAt, orgId, name, role, cameras, active, null);
    }

    UserView withOneTimePassword(String password) {
        return new UserView(
                userId,
                email,
                givenName,
                phone,
                phoneNumber,
                createdAt,
                orgId,
                orgName,
                role,
                cameras,
                active,
                password);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "UserView[" + userId + " of " + orgId + "]";
    }
}
