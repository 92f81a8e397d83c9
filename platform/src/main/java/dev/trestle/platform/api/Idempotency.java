package dev.trestle.platform.api;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Remembers answers to requests with an Idempotency-Key, so that a client that did not get to hear the answer may ask again. An
 * operation takes part when its contract has the header as a parameter.
 */
public interface Idempotency {
    /**
     * Claims a key for a request.
     *
     * @param scope whose key it is: callers never see each other's
     * @param fingerprint of the request: a key stands for one request only
     * @return the answer that was given before, null if this request is to be done now
     * @throws ApiException if the key was used for another request, or the first one is still under way
     */
    @Nullable
    Remembered begin(String scope, String key, String fingerprint);

    /** Remembers an answer; called after the request was done. */
    void complete(String scope, String key, Remembered answer);

    /** Lets go of a key whose request failed, so that it may be tried again. */
    void release(String scope, String key);

    /** An answer as it was sent. */
    record Remembered(int status, String contentType, Map<String, String> headers, byte[] body) {}
}
