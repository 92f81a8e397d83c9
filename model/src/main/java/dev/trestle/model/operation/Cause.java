package dev.trestle.model.operation;

/** Why a write was refused. */
public enum Cause {
    /** An item is there that must not be. */
    EXISTS,
    /** The item is not there. */
    MISSING,
    /** The item is no longer what the decision read. */
    CHANGED,
    /** Another item has a value that must be unique. */
    NOT_UNIQUE,
    /** Other writers were at the same items, again and again. */
    CONTENDED,
    /** The service refused the item itself: too large, or against a limit. */
    REJECTED
}
