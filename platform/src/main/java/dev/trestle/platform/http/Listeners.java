package dev.trestle.platform.http;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.EventSink;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Connections that wait for events: so many in all, of one tenant, and of one person or address. */
final class Listeners {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final HttpLimits limits;
    private final Map<EventSink, Caller> open = new LinkedHashMap<>();
    private final Map<String, Integer> callers = new HashMap<>();
    private final Map<String, Integer> tenants = new HashMap<>();
    private boolean closed;

    Listeners(HttpLimits limits) {
        this.limits = limits;
    }

    /**
     * Counts a listener until it is closed.
     *
     * @throws ApiException if there are too many
     */
    void add(Caller caller, EventSink listener) {
        synchronized (this) {
            if (closed || open.size() >= limits.listeners()) {
                throw ApiException.unavailable("Too many connections wait for events.", RETRY_AFTER, null);
            }
            if (callers.getOrDefault(caller.key(), 0) >= limits.person().listeners()) {
                throw refusal("Too many of your connections wait for events. Close some of your pages.");
            }
            String tenant = caller.tenant();
            if (tenant != null) {
                if (tenants.getOrDefault(tenant, 0) >= limits.tenant().listeners()) {
                    throw refusal("Too many connections of your organisation wait for events.");
                }
                tenants.merge(tenant, 1, Integer::sum);
            }
            callers.merge(caller.key(), 1, Integer::sum);
            open.put(listener, caller);
        }
        listener.onClose(() -> remove(listener));
    }

    private static ApiException refusal(String message) {
        return new ApiException(Problem.of(Kind.RATE_LIMITED, message).withRetryAfter(RETRY_AFTER));
    }

    private synchronized void remove(EventSink listener) {
        Caller caller = open.remove(listener);
        if (caller != null) {
            callers.computeIfPresent(caller.key(), (key, count) -> count == 1 ? null : count - 1);
            if (caller.tenant() != null) {
                tenants.computeIfPresent(caller.tenant(), (key, count) -> count == 1 ? null : count - 1);
            }
        }
    }

    synchronized int size() {
        return open.size();
    }

    /** Closes all, and takes no more. */
    void close() {
        List<EventSink> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(open.keySet());
        }
        all.forEach(EventSink::close);
    }
}
