package dev.trestle.platform.api;

import org.jspecify.annotations.Nullable;

/** An open connection for server-sent events. Any thread may use it; nothing here blocks. */
public interface EventSink {
    /**
     * Sends one event.
     *
     * @param id what the client sends as Last-Event-ID when it comes back; null to leave that as it is
     * @param data turned into JSON
     * @return false if the connection is closed, or was now, because its client reads too slowly
     */
    boolean send(@Nullable String id, String type, Object data);

    /** Runs when the connection is closed, by whomever; at once if it is. */
    void onClose(Runnable action);

    boolean isOpen();

    void close();
}
