package dev.trestle.systems.zentriqvision.model;

/** What the access log tells apart. */
public enum AccessAction {
    SEARCH,
    VIEW,
    PLAYBACK,
    CROP,
    THUMBNAIL,
    PERSON,
    EXPORT,
    EDIT,
    LOG,
    DENIED
}
