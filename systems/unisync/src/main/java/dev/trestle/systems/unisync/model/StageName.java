package dev.trestle.systems.unisync.model;

import dev.trestle.model.annotation.LowerCase;
import dev.trestle.model.annotation.Name;

/** A stage of a ShowSet, in the order of work. */
@LowerCase
public enum StageName {
    SCREEN,
    STRUCTURE,
    INTEGRATED,
    @Name("inBim360")
    IN_BIM_360,
    @Name("drawing2d")
    DRAWING_2D
}
