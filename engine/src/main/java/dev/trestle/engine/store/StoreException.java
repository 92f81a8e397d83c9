package dev.trestle.engine.store;

import org.jspecify.annotations.Nullable;

/** The disk or the files on it failed. The message says what and where, and what to do. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
