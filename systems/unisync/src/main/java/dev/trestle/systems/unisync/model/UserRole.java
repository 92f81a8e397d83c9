package dev.trestle.systems.unisync.model;

import dev.trestle.model.annotation.LowerCase;
import dev.trestle.model.annotation.Name;

/** What a user is. */
@LowerCase
public enum UserRole {
    ADMIN,
    BIM_COORDINATOR,
    @Name("3d_modeller")
    MODELLER_3D,
    @Name("2d_drafter")
    DRAFTER_2D
}
