package dev.trestle.systems.unisync.model;

import dev.trestle.model.annotation.Name;

/** One of a ShowSet's three version numbers. */
public enum VersionType {
    @Name("screenVersion")
    SCREEN,
    @Name("revitVersion")
    REVIT,
    @Name("drawingVersion")
    DRAWING
}
