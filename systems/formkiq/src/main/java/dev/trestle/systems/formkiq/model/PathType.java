package dev.trestle.systems.formkiq.model;

import dev.trestle.model.annotation.Name;

/** What is at a path. */
public enum PathType {
    @Name("File")
    FILE,
    @Name("Directory")
    DIRECTORY
}
