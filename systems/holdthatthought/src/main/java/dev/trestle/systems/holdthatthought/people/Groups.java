package dev.trestle.systems.holdthatthought.people;

import dev.trestle.systems.holdthatthought.model.ProfileStatus;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import java.util.Collection;
import java.util.List;

/** The two groups that a profile may be in. */
public final class Groups {
    public static final String ADMINS = "Admins";
    public static final String APPROVED = "ApprovedUsers";

    private Groups() {}

    /** Those of a token's or a request's groups that mean something here. */
    public static List<String> known(Collection<String> groups) {
        return List.of(ADMINS, APPROVED).stream().filter(groups::contains).toList();
    }

    public static Standing standing(Collection<String> groups) {
        if (groups.contains(ADMINS)) {
            return Standing.ADMIN;
        }
        return groups.contains(APPROVED) ? Standing.APPROVED : Standing.PENDING;
    }

    public static boolean isActiveAdmin(UserProfile profile) {
        return profile.status() == ProfileStatus.ACTIVE && profile.groups().contains(ADMINS);
    }
}
