package dev.trestle.systems.unisync.model;

import dev.trestle.model.annotation.LowerCase;

/** What was done that the documented activity has no word for. */
@LowerCase
public enum AuditAction {
    SHOWSET_EDITED,
    SHOWSET_RENAMED,
    SHOWSET_LOCKED,
    SHOWSET_UNLOCKED,
    SHOWSET_DELETED,
    NOTE_EDITED,
    NOTE_DELETED,
    ATTACHMENT_ADDED,
    ATTACHMENT_DELETED,
    USER_CREATED,
    USER_CHANGED,
    PASSWORD_RESET
}
