package dev.trestle.platform.http;

import org.jspecify.annotations.Nullable;

/** A server that cannot be started. */
public final class HttpException extends RuntimeException {
    public HttpException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
