package dev.trestle.systems.holdthatthought.people;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.work.WorkException;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.ProfileStatus;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import java.util.Optional;

/** Long work goes on after its request: somebody may have lost the right to it since. */
public final class StillMember {
    private StillMember() {}

    /** @throws WorkException unless the person is an administrator now */
    public static void requireAdmin(ItemStore consistent, String userId) {
        if (consistent
                .get(HoldThatThoughtTable.PROFILE_OF_USER.of(userId))
                .filter(Groups::isActiveAdmin)
                .isEmpty()) {
            throw new WorkException("NOT_ALLOWED", "You may no longer export everything.");
        }
    }

    /** @throws WorkException unless the person may read the archive now */
    public static void require(ItemStore consistent, String userId) {
        Optional<UserProfile> by = consistent.get(HoldThatThoughtTable.PROFILE_OF_USER.of(userId));
        boolean may = by.isPresent()
                && by.get().status() == ProfileStatus.ACTIVE
                && Groups.standing(by.get().groups()) != Standing.PENDING;
        if (!may) {
            throw new WorkException("NOT_ALLOWED", "You may no longer export letters.");
        }
    }
}
