package dev.trestle.systems.zentriqvision.model;

import dev.trestle.model.annotation.LowerCase;

/** What of people an exported clip does not show. */
@LowerCase
public enum BlurKind {
    HEADS,
    BODIES,
    /** Everybody is shown as they are. */
    NONE
}
