package dev.trestle.engine.store;

/**
 * A walk over a bounded range of keys, as the store stood when the cursor was opened. Must be closed, by the thread that opened it;
 * not thread-safe.
 */
public interface Cursor extends AutoCloseable {

    /** Moves to the next entry in the cursor's direction; the first call moves to the first. */
    boolean next();

    /** Whether it stopped before its end, because it would have had to wait for the disk and must not. */
    boolean isCutShort();

    byte[] key();

    byte[] value();

    @Override
    void close();
}
