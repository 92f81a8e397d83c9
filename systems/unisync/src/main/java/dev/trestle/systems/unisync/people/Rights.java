package dev.trestle.systems.unisync.people;

import static dev.trestle.systems.unisync.model.StageName.DRAWING_2D;
import static dev.trestle.systems.unisync.model.StageName.INTEGRATED;
import static dev.trestle.systems.unisync.model.StageName.SCREEN;
import static dev.trestle.systems.unisync.model.StageName.STRUCTURE;
import static dev.trestle.systems.unisync.model.UserRole.ADMIN;
import static dev.trestle.systems.unisync.model.UserRole.BIM_COORDINATOR;
import static dev.trestle.systems.unisync.model.UserRole.DRAFTER_2D;
import static dev.trestle.systems.unisync.model.UserRole.MODELLER_3D;
import static dev.trestle.systems.unisync.people.Right.ADD_NOTES;
import static dev.trestle.systems.unisync.people.Right.CREATE_SHOWSETS;
import static dev.trestle.systems.unisync.people.Right.EDIT_LINKS;
import static dev.trestle.systems.unisync.people.Right.EDIT_SHOWSETS;
import static dev.trestle.systems.unisync.people.Right.READ;

import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.UserRole;
import dev.trestle.systems.unisync.model.UserStatus;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Who may do what, row by row as the specification has it. What has no entry is denied. */
public final class Rights {
    private static final Set<Right> EVERYBODY = EnumSet.of(READ, ADD_NOTES);

    private static final Map<UserRole, Set<Right>> RIGHTS = Map.of(
            ADMIN, EnumSet.allOf(Right.class),
            BIM_COORDINATOR, EnumSet.of(CREATE_SHOWSETS, EDIT_SHOWSETS, EDIT_LINKS),
            MODELLER_3D, EnumSet.noneOf(Right.class),
            DRAFTER_2D, EnumSet.noneOf(Right.class));

    private static final Map<UserRole, Set<StageName>> STAGES = Map.of(
            ADMIN, EnumSet.allOf(StageName.class),
            BIM_COORDINATOR, EnumSet.allOf(StageName.class),
            MODELLER_3D, EnumSet.of(SCREEN, STRUCTURE, INTEGRATED),
            DRAFTER_2D, EnumSet.of(DRAWING_2D));

    private Rights() {}

    public static boolean may(User who, Right right) {
        boolean granted = right == Right.EDIT_VERSIONS && who.canEditVersions();
        return isActive(who)
                && (granted
                        || EVERYBODY.contains(right)
                        || RIGHTS.getOrDefault(who.role(), Set.of()).contains(right));
    }

    /** Whether a stage may be changed. */
    public static boolean may(User who, StageName stage) {
        return isActive(who) && STAGES.getOrDefault(who.role(), Set.of()).contains(stage);
    }

    public static boolean isActive(User who) {
        return who.status() == UserStatus.ACTIVE;
    }

    public static boolean isActiveAdmin(User who) {
        return isActive(who) && who.role() == ADMIN;
    }

    /** What an operation needs of its caller. */
    public static dev.trestle.platform.operation.Right<User, Object> of(Right right) {
        return dev.trestle.platform.operation.Right.of(right.name(), (who, asked) -> may(who, right));
    }
}
