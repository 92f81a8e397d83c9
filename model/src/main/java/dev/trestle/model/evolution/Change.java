package dev.trestle.model.evolution;

/**
 * One difference between the model that stored items were written by and another.
 *
 * @param path what changed: {@code table letters / entity Letter / key 1}
 * @param what how it changed
 * @param meaning what that means for the items that are stored
 */
public record Change(Effect effect, String path, String what, String meaning) {
    /** What a change asks for before it can be used. */
    public enum Effect {
        /** Nothing: stored items are read and found as before. */
        COMPATIBLE,
        /** Items beside the stored ones have to be made: {@code ./trestle model repair}. */
        REPAIR,
        /** Stored items have to be rewritten: {@code ./trestle model migrate}. */
        MIGRATE,
        /** Somebody has to decide what becomes of stored items; nothing here can. */
        REFUSED
    }

    @Override
    public String toString() {
        return effect + " " + path + ": " + what + "; " + meaning;
    }
}
