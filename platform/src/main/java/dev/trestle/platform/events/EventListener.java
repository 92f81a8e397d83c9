package dev.trestle.platform.events;

import dev.trestle.platform.api.EventMessage;
import dev.trestle.platform.api.EventSink;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Somebody who listens. Until they have heard what they missed, what is new waits. */
final class EventListener<C> {
    private static final int WAITING_MAX = 10_000;

    private final C who;
    private final EventSink sink;
    private @Nullable ArrayDeque<EventMessage> waiting = new ArrayDeque<>();

    EventListener(C who, EventSink sink) {
        this.who = who;
        this.sink = sink;
    }

    C who() {
        return who;
    }

    EventSink sink() {
        return sink;
    }

    void tell(Event<C, ?> event) {
        EventMessage message = event.seenBy(who);
        if (message != null) {
            tell(message);
        }
    }

    private synchronized void tell(EventMessage message) {
        ArrayDeque<EventMessage> queue = waiting;
        if (queue == null) {
            sink.send(message);
        } else if (queue.size() < WAITING_MAX) {
            queue.add(message);
        } else {
            sink.close(); // it comes back and says where it was
        }
    }

    /** Something that happened before. */
    void tellMissed(Event<C, ?> event) {
        EventMessage message = event.seenBy(who);
        if (message != null) {
            sink.send(message);
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
