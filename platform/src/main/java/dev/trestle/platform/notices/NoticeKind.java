package dev.trestle.platform.notices;

/** Why somebody is told something. People choose by kind what they want to hear of, whichever system it comes from. */
public enum NoticeKind {
    /** Work was given to the person. */
    ASSIGNED,
    /** A text names the person. */
    MENTIONED,
    /** The person's work has to be revised. */
    SENT_BACK,
    /** Something was shared with the person. */
    SHARED,
    /** Something happened that the person has to know. */
    ALERT,
    /** Something waits for the person's decision. */
    APPROVAL
}
