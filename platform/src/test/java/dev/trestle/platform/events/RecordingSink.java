package dev.trestle.platform.events;

import dev.trestle.platform.api.EventMessage;
import dev.trestle.platform.api.EventSink;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A connection that keeps what it was sent. */
final class RecordingSink implements EventSink {
    final List<String> told = new ArrayList<>();
    private final List<Runnable> closing = new ArrayList<>();
    private boolean open = true;

    @Nullable
    String lastId;

    @Override
    public synchronized boolean send(EventMessage message) {
        if (open) {
            told.add(message.type().equals("thing") ? String.valueOf(message.data()) : message.type());
            lastId = message.id() == null ? lastId : message.id();
        }
        return open;
    }

    synchronized List<String> told() {
        return List.copyOf(told);
    }

    synchronized @Nullable String lastId() {
        return lastId;
    }

    @Override
    public synchronized void onClose(Runnable action) {
        closing.add(action);
    }

    @Override
    public synchronized boolean isOpen() {
        return open;
    }

    @Override
    public synchronized void close() {
        open = false;
        closing.forEach(Runnable::run);
    }
}
