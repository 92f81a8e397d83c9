package dev.trestle.systems.unisync.model;

import dev.trestle.model.annotation.Name;

/** A part of the site. */
public enum Area {
    @Name("311")
    AREA_311,
    @Name("312")
    AREA_312
}
