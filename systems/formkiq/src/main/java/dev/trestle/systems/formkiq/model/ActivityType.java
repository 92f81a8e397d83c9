package dev.trestle.systems.formkiq.model;

import dev.trestle.model.annotation.LowerCase;
import dev.trestle.model.annotation.Name;

/** What a user did. */
@LowerCase
public enum ActivityType {
    VIEW,
    ADD,
    CHANGE,
    DELETE,
    @Name("softDelete")
    SOFT_DELETE,
    RESTORE,
    @Name("newVersion")
    NEW_VERSION
}
