package dev.trestle.platform.outgoing;

import java.io.IOException;

/** A request that was refused before anything was dialled, or whose answer is none that can be used. The message is for people. */
public final class OutgoingException extends IOException {
    private final boolean refused;

    private OutgoingException(String message, boolean refused) {
        super(message);
        this.refused = refused;
    }

    static OutgoingException refused(String message) {
        return new OutgoingException(message, true);
    }

    static OutgoingException failed(String message) {
        return new OutgoingException(message, false);
    }

    /** Whether the address itself is refused, so that another try is of no use. */
    public boolean isRefused() {
        return refused;
    }
}
