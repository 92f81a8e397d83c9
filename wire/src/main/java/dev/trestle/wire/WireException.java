package dev.trestle.wire;

import org.jspecify.annotations.Nullable;

/** The server cannot be started; the message says why and what to do. */
public final class WireException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WireException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
