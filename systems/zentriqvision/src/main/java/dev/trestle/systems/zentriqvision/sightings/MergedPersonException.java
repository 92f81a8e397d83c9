package dev.trestle.systems.zentriqvision.sightings;

/** Thrown for a step with somebody who was merged or erased: their sightings have marks besides, and are recorded one by one. */
final class MergedPersonException extends RuntimeException {
    private static final long serialVersionUID = 1;

    MergedPersonException() {
        super("a person of the step was merged or erased", null, false, false);
    }
}
