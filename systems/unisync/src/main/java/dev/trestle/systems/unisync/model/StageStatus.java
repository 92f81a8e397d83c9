package dev.trestle.systems.unisync.model;

import dev.trestle.model.annotation.LowerCase;

/** How far a stage is. */
@LowerCase
public enum StageStatus {
    NOT_STARTED,
    IN_PROGRESS,
    COMPLETE,
    ON_HOLD,
    CLIENT_REVIEW,
    ENGINEER_REVIEW,
    REVISION_REQUIRED
}
