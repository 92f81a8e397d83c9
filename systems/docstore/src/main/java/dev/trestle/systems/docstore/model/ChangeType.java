package dev.trestle.systems.docstore.model;

import dev.trestle.model.annotation.LowerCase;

/** How a version came to be. */
@LowerCase
public enum ChangeType {
    CREATE,
    UPDATE,
    AUTOSAVE
}
