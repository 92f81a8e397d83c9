package dev.trestle.model.operation;

import java.util.List;

/** What a caller wants written: one record, whatever items that takes. */
interface Operation {
    /**
     * The writes that do it, as things are now.
     *
     * @param place the operation's place in its transaction
     */
    List<Action> expand(WriteContext context, int place);
}
