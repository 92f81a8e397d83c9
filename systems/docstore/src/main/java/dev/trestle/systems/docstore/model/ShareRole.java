package dev.trestle.systems.docstore.model;

import dev.trestle.model.annotation.LowerCase;

/** What a document is shared for. */
@LowerCase
public enum ShareRole {
    EDITOR,
    VIEWER
}
