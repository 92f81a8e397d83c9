package dev.trestle.platform.api;

import org.jspecify.annotations.Nullable;

/**
 * One operation: a plain function from a typed request to a result. It runs on a pool of workers and may block. What it returns is
 * a {@link Reply}, a {@link Page}, any other object for the body of the answer, or null for an answer without one; what it throws
 * becomes the system's kind of error.
 *
 * @param <Q> a record: components have the names of the operation's parameters, and {@code body} is the body. A body of the type
 *     {@link java.io.InputStream} is handed over while it still comes in.
 */
@FunctionalInterface
public interface Handler<Q> {
    @Nullable
    Object handle(Call call, Q request) throws Exception;
}
