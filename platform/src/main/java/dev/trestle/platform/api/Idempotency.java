package dev.trestle.platform.api;

import java.time.Instant;
import java.util.Map;

/**
 * Remembers answers to requests with an Idempotency-Key, so that a client that did not get to hear the answer may ask again. An
 * operation takes part when its contract has the header as a parameter; its handler is one of {@link Api#handleOnce}.
 */
public interface Idempotency {
    /**
     * Claims a key for a request.
     *
     * @param scope whose key it is: callers never see each other's
     * @param fingerprint of the request: a key stands for one request only
     * @return the answer that was given before, or a claim if this request is to be done now
     * @throws ApiException if the key was used for another request, or the first one is still under way
     */
    Begun begin(String scope, String key, String fingerprint);

    /** Remembers an answer; called after the request was done. */
    void complete(Claim claim, Remembered answer);

    /** Lets go of a key whose request was refused and changed nothing. */
    void release(Claim claim);

    /** Lets a request be done again of which nobody knows whether it was done: with the same {@link Once}. */
    void suspend(Claim claim);

    /** What a request begins with. */
    sealed interface Begun permits Claim, Remembered {}

    /**
     * A key that is held for a request.
     *
     * @param request which key of whom
     * @param until when it may be done again if it never ends
     * @param isRepeated whether it may have been done before
     */
    record Claim(String request, String fingerprint, Once once, Instant until, boolean isRepeated) implements Begun {}

    /** An answer as it was sent. */
    record Remembered(int status, String contentType, Map<String, String> headers, byte[] body) implements Begun {}
}
