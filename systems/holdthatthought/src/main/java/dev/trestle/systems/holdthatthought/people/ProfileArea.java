package dev.trestle.systems.holdthatthought.people;

import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.holdthatthought.area.Area;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.model.SupportTable;

/** Profiles. */
public final class ProfileArea implements Area {
    private final Parts parts;

    public ProfileArea(Parts parts) {
        this.parts = parts;
    }

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .get("getMe", "/me")
                .about("The caller's own profile")
                .right(Rights.OWN_PROFILE)
                .gives(ProfileView.class, given -> view(given.by()));
    }

    private ProfileView view(Caller caller) {
        return ProfileView.of(
                caller.profile(),
                parts.consistent()
                        .get(SupportTable.STATS_OF_USER.of(caller.userId()))
                        .orElse(null),
                true,
                parts.links());
    }
}
