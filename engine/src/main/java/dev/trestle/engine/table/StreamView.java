package dev.trestle.engine.table;

/** How much of an item a stream's records carry. */
public enum StreamView {
    KEYS_ONLY,
    NEW_IMAGE,
    OLD_IMAGE,
    NEW_AND_OLD_IMAGES;

    public boolean hasNew() {
        return this == NEW_IMAGE || this == NEW_AND_OLD_IMAGES;
    }

    public boolean hasOld() {
        return this == OLD_IMAGE || this == NEW_AND_OLD_IMAGES;
    }
}
