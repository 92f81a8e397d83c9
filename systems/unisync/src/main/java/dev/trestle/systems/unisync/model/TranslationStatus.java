package dev.trestle.systems.unisync.model;

import dev.trestle.model.annotation.LowerCase;

/** How far a note's translations are. */
@LowerCase
public enum TranslationStatus {
    PENDING,
    COMPLETE,
    FAILED
}
