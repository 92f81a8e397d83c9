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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Connections that wait for events: so many in all, of one tenant, and of one person or address. */
final class Listeners {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final HttpLimits limits;
    private final Map<EventSink, Listener> open = new LinkedHashMap<>();
    private final Map<String, Integer> callers = new HashMap<>();
    private final Map<String, Integer> tenants = new HashMap<>();
    private boolean closed;

    /**
     * Who listens.
     *
     * @param proof by which the caller was recognised; null for nobody
     */
    private record Listener(Caller caller, @Nullable String proof) {}

    Listeners(HttpLimits limits) {
        this.limits = limits;
    }

    /**
     * Counts a listener until it is closed.
     *
     * @param proof what the caller was recognised by, which {@link #endThose} looks at again; null for nobody
     * @throws ApiException if there are too many
     */
    void add(Caller caller, @Nullable String proof, EventSink listener) {
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
            open.put(listener, new Listener(caller, proof));
        }
        listener.onClose(() -> remove(listener));
    }

    private static ApiException refusal(String message) {
        return new ApiException(Problem.of(Kind.RATE_LIMITED, message).withRetryAfter(RETRY_AFTER));
    }

    private synchronized void remove(EventSink listener) {
        Listener known = open.remove(listener);
        if (known != null) {
            Caller caller = known.caller();
            callers.computeIfPresent(caller.key(), (key, count) -> count == 1 ? null : count - 1);
            if (caller.tenant() != null) {
                tenants.computeIfPresent(caller.tenant(), (key, count) -> count == 1 ? null : count - 1);
            }
        }
    }

    /** Closes those whose proof does not hold any more. {@code holds} may take a while, and is asked once for each proof. */
    void endThose(Predicate<String> holds) {
        Map<EventSink, String> proofs = new LinkedHashMap<>();
        synchronized (this) {
            open.forEach((sink, listener) -> {
                if (listener.proof() != null) {
                    proofs.put(sink, listener.proof());
                }
            });
        }
        Map<String, Boolean> known = new HashMap<>();
        proofs.forEach((sink, proof) -> {
            if (!known.computeIfAbsent(proof, holds::test)) {
                sink.close();
            }
        });
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
