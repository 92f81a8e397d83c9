package dev.trestle.systems.unisync.model;

import dev.trestle.model.annotation.LowerCase;

/** What was done to a ShowSet. */
@LowerCase
public enum ActivityAction {
    STATUS_CHANGE,
    ASSIGNMENT,
    LINK_UPDATE,
    VERSION_UPDATE,
    NOTE_ADDED,
    SHOWSET_CREATED
}
