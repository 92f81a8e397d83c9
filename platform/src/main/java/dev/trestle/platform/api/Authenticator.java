package dev.trestle.platform.api;

import org.jspecify.annotations.Nullable;

/** Turns the header Authorization into a principal. */
@FunctionalInterface
public interface Authenticator {
    /**
     * Who calls; null if the header is not of a kind that this one knows. May block.
     *
     * @throws ApiException if it is of that kind and does not hold
     */
    @Nullable
    Principal authenticate(String authorization);
}
