package dev.trestle.model.operation;

/** What a caller wants written: one record, whatever items that takes. */
interface Operation {
    /**
     * The write that does it, as things are now; what goes with it is noted in the context.
     *
     * @param place the operation's place in its transaction
     */
    Action expand(WriteContext context, int place);

    /** Whether it goes by what it has read itself a moment ago: alone, it needs no check where it has nothing to write. */
    default boolean goesByItsOwnRead() {
        return false;
    }
}
