package dev.trestle.platform.api;

import org.jspecify.annotations.Nullable;

/** How a system's answers look: what is around a result, a page and a failure. */
public interface Shape {
    /** The body around what a handler returned. */
    @Nullable
    Object success(@Nullable Object result);

    /** The body of one page of a list. */
    Object page(Page<?> page);

    Failure failure(Problem problem, String requestId);

    /**
     * An error as it is sent.
     *
     * @param body turned into JSON
     */
    record Failure(int status, String contentType, Object body) {}
}
