package dev.trestle.engine.store;

import org.jspecify.annotations.Nullable;

/** The disk or the files on it failed. The message says what and where, and what to do. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean diskFull;

    public StoreException(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    private StoreException(String message, @Nullable Throwable cause, boolean diskFull) {
        super(message, cause);
        this.diskFull = diskFull;
    }

    static StoreException diskFull(String message, @Nullable Throwable cause) {
        return new StoreException(message, cause, true);
    }

    /** Whether it is for want of room. */
    public boolean isDiskFull() {
        return diskFull;
    }
}
