package dev.trestle.platform.events;

import dev.trestle.platform.api.EventSink;
import dev.trestle.platform.api.Principal;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Somebody who listens. Until they have heard what they missed, what is new waits. */
final class EventListener {
    private static final int WAITING_MAX = 10_000;

    private final Principal principal;
    private final EventSink sink;
    private @Nullable ArrayDeque<Waiting> waiting = new ArrayDeque<>();

    private record Waiting(String id, Event event) {}

    EventListener(Principal principal, EventSink sink) {
        this.principal = principal;
        this.sink = sink;
    }

    EventSink sink() {
        return sink;
    }

    synchronized void tell(String id, Event event) {
        if (!event.readableBy().test(principal)) {
            return;
        }
        ArrayDeque<Waiting> queue = waiting;
        if (queue == null) {
            sink.send(id, event.type(), event.data());
        } else if (queue.size() < WAITING_MAX) {
            queue.add(new Waiting(id, event));
        } else {
            sink.close(); // it comes back and says where it was
        }
    }

    /** Something that happened before; without an id, since what comes between may still be missing. */
    void tellMissed(Event event) {
        if (event.readableBy().test(principal)) {
            sink.send(null, event.type(), event.data());
        }
    }

    /** Everything that was missed was told: what has waited follows, and then what comes. */
    synchronized void joined() {
        ArrayDeque<Waiting> queue = waiting;
        waiting = null;
        if (queue != null) {
            queue.forEach(each ->
                    sink.send(each.id(), each.event().type(), each.event().data()));
        }
    }
}
