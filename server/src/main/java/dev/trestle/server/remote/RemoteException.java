package dev.trestle.server.remote;

import org.jspecify.annotations.Nullable;

/** What a server refused, or why it could not be asked, in words for people. */
public final class RemoteException extends RuntimeException {
    RemoteException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
