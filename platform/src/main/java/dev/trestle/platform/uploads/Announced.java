package dev.trestle.platform.uploads;

import dev.trestle.platform.operation.Decision;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An announcement that is not written yet: {@link #in} adds it to the decision that causes it. */
public final class Announced {
    private final Arrival arrival;
    private final Ticket.Put put;
    private final Consumer<Decision<?>> writes;

    Announced(Arrival arrival, Ticket.Put put, Consumer<Decision<?>> writes) {
        this.arrival = arrival;
        this.put = put;
        this.writes = writes;
    }

    /** By which {@link Arrivals#settle} finds it. */
    public String arrivalId() {
        return arrival.arrivalId();
    }

    /** The request that sends the bytes. */
    public Ticket.Put put() {
        return put;
    }

    /** When the address ends. */
    public Instant until() {
        return arrival.until();
    }

    /** Has the announcement written with a decision, once. */
    public <R extends @Nullable Object> Decision<R> in(Decision<R> decision) {
        writes.accept(decision);
        return decision;
    }
}
