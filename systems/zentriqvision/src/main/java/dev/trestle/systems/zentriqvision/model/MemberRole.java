package dev.trestle.systems.zentriqvision.model;

/** What a member of an organisation may do; each may also do what those before it may. */
public enum MemberRole {
    /** Looks at videos. */
    VIEWER,
    /** Uploads, and searches for people. */
    OPERATOR,
    /** Names and merges people, and exports clips. */
    INVESTIGATOR,
    /** Manages the organisation. */
    ADMIN
}
