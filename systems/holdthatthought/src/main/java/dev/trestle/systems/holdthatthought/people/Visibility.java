package dev.trestle.systems.holdthatthought.people;

import dev.trestle.systems.holdthatthought.model.ProfileStatus;
import dev.trestle.systems.holdthatthought.model.UserProfile;

/** Who may see whose profile. */
public final class Visibility {
    private Visibility() {}

    /** Whether a viewer may see a profile: everybody's that is not private, and one's own; administrators all. */
    public static boolean isSeen(UserProfile profile, Caller viewer) {
        return viewer.mayManage(profile.userId())
                || !profile.isProfilePrivate() && profile.status() != ProfileStatus.DELETED;
    }

    /** Whether somebody stands in the list of people: active, approved, public. */
    public static boolean isListed(UserProfile profile) {
        return profile.status() == ProfileStatus.ACTIVE
                && !profile.isProfilePrivate()
                && Groups.standing(profile.groups()) != Standing.PENDING;
    }
}
