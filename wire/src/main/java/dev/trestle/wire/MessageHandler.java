package dev.trestle.wire;

import dev.trestle.wire.error.Refusal;

/** A protocol: turns whole requests into whole answers. Its methods are called by threads that must not wait. */
interface MessageHandler {
    /** Never throws: whatever happens is an answer. */
    void handle(Received message, Reply reply);

    /** The answer to a request that is refused for what its protocol does not know about. */
    Answer refused(Refusal refusal);
}
