package dev.trestle.engine.store;

/**
 * A walk over a bounded range of keys, as the store stood when the cursor was opened. Must be closed, by the thread that opened it;
 * not thread-safe.
 */
public interface Cursor extends AutoCloseable {

    /** Moves to the next entry in the cursor's direction; the first call moves to the first. */
    boolean next();

    byte[] key();

    byte[] value();

    @Override
    void close();
}
