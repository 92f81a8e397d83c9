package dev.trestle.engine.api;

/** A listener's place in a stream. Closing it keeps the position of a named consumer; the engine closes it too. */
public interface StreamSubscription extends AutoCloseable {

    /** Whether more may come: false after closing, and after the end of the stream. */
    boolean isRunning();

    /** Stops the deliveries; returns when none is under way, unless the listener itself calls it. */
    @Override
    void close();
}
