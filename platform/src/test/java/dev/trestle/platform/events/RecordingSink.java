package dev.trestle.platform.events;

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
    public synchronized boolean send(@Nullable String id, String type, Object data) {
        if (open) {
            told.add(type.equals("thing") ? String.valueOf(data) : type);
            lastId = id == null ? lastId : id;
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
