package dev.trestle.systems.unisync.people;

/** Something that not everybody may do. */
public enum Right {
    READ,
    ADD_NOTES,
    CREATE_SHOWSETS,
    EDIT_SHOWSETS,
    EDIT_LINKS,
    EDIT_VERSIONS,
    LOCK_SHOWSETS,
    DELETE_SHOWSETS,
    MANAGE_USERS
}
