package dev.trestle.wire;

import java.util.function.Supplier;

/** Where the answer to one request goes, once and from any thread. */
interface Reply {
    String requestId();

    void send(Answer answer);

    /** Makes the answer on the connection's own thread, for callers whose time is precious. */
    void sendLater(Supplier<Answer> answer);
}
