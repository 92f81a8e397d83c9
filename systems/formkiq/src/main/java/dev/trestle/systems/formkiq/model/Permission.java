package dev.trestle.systems.formkiq.model;

/** What the members of a group, or of a role, may do. */
public enum Permission {
    READ,
    WRITE,
    DELETE,
    GOVERN,
    ADMIN
}
