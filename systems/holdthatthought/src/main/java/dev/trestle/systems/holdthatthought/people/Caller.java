package dev.trestle.systems.holdthatthought.people;

import dev.trestle.systems.holdthatthought.model.UserProfile;

/**
 * Who calls: an active person of the family, as their profile was when the request began.
 *
 * @param issuer who vouches for them
 */
public record Caller(UserProfile profile, Standing standing, String issuer) {
    public String userId() {
        return profile.userId();
    }

    public boolean isAdmin() {
        return standing == Standing.ADMIN;
    }

    public boolean isMember() {
        return standing != Standing.PENDING;
    }

    /** Whether something of a person's is this caller's own. */
    public boolean is(String otherId) {
        return userId().equals(otherId);
    }

    /** Whether the caller may change or delete something of a person's. */
    public boolean mayManage(String ownerId) {
        return is(ownerId) || isAdmin();
    }
}
