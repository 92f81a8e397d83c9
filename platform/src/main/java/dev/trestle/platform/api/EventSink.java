package dev.trestle.platform.api;

import org.jspecify.annotations.Nullable;

/** An open connection for server-sent events. Any thread may use it; nothing here blocks. */
public interface EventSink {
    /**
     * Sends one event.
     *
     * @return false if the connection is closed, or was now, because its client reads too slowly
     */
    boolean send(EventMessage message);

    /** Sends an event that nobody else is told. */
    default boolean send(@Nullable String id, String type, Object data) {
        return send(new EventMessage(id, type, data));
    }

    /** Runs when the connection is closed, by whomever; at once if it is. */
    void onClose(Runnable action);

    boolean isOpen();

    void close();
}
