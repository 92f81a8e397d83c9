package dev.trestle.systems.unisync.model;

import dev.trestle.model.annotation.LowerCase;

/** Whether a user may do anything. */
@LowerCase
public enum UserStatus {
    ACTIVE,
    DEACTIVATED
}
