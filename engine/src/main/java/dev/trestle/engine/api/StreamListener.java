package dev.trestle.engine.api;

import java.util.List;

/**
 * Is told what happens to the items of a table. The calls of one subscription come one after the other, on a thread of its own, with
 * the records in their order.
 */
public interface StreamListener {

    /**
     * Records, oldest first. They count as delivered when this returns; when it throws they come again, a little later and again
     * later. After a crash those that came last may come again.
     */
    void onRecords(List<StreamRecord> records);

    /** Records that this listener has not seen are gone, because they were older than a day. The oldest that is left comes next. */
    default void onGap() {}

    /** The stream was switched off, or its table deleted, and every record was delivered. Nothing follows. */
    default void onEnd() {}
}
