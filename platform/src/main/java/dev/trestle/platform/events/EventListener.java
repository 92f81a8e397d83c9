package dev.trestle.platform.events;

import dev.trestle.platform.api.EventMessage;
import dev.trestle.platform.api.EventSink;
import dev.trestle.platform.api.Principal;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Somebody who listens. Until they have heard what they missed, what is new waits. */
final class EventListener {
    private static final int WAITING_MAX = 10_000;

    private final Principal principal;
    private final EventSink sink;
    private @Nullable ArrayDeque<EventMessage> waiting = new ArrayDeque<>();

    EventListener(Principal principal, EventSink sink) {
        this.principal = principal;
        this.sink = sink;
    }

    EventSink sink() {
        return sink;
    }

    boolean mayKnow(Event event) {
        return event.readableBy().test(principal);
    }

    synchronized void tell(EventMessage message) {
        ArrayDeque<EventMessage> queue = waiting;
        if (queue == null) {
            sink.send(message);
        } else if (queue.size() < WAITING_MAX) {
            queue.add(message);
        } else {
            sink.close(); // it comes back and says where it was
        }
    }

    /** Something that happened before; without an id, since what comes between may still be missing. */
    void tellMissed(Event event) {
        if (mayKnow(event)) {
            sink.send(null, event.type(), event.data());
        }
    }

    /** Everything that was missed was told: what has waited follows, and then what comes. */
    synchronized void joined() {
        ArrayDeque<EventMessage> queue = waiting;
        waiting = null;
        if (queue != null) {
            queue.forEach(sink::send);
        }
    }
}
