package dev.trestle.systems.holdthatthought.model;

import dev.trestle.model.annotation.LowerCase;

/** How far a draft is on its way to a letter. */
@LowerCase
public enum DraftStatus {
    PENDING,
    PROCESSING,
    READY,
    PUBLISHED,
    FAILED
}
