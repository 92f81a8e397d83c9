package dev.trestle.wire;

import dev.trestle.wire.error.Refusal;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What all connections of a server share: who may ask, how much may be under way, and whether we are about to stop. */
final class HttpFront {
    private final MessageHandler handler;
    private final HostRules hosts;
    private final Limits limits;
    private final Connections connections;
    private final AtomicLong bufferedBytes = new AtomicLong();
    private final AtomicInteger underWay = new AtomicInteger();
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private volatile boolean stopping;

    HttpFront(MessageHandler handler, HostRules hosts, Limits limits) {
        this.handler = handler;
        this.hosts = hosts;
        this.limits = limits;
        this.connections =
                new Connections(limits.connections(), limits.patience().toNanos());
    }

    MessageHandler handler() {
        return handler;
    }

    Limits limits() {
        return limits;
    }

    Connections connections() {
        return connections;
    }

    /** Called when a request's headers are there. */
    void accept(HttpServerRequest request) {
        underWay.incrementAndGet();
        new Exchange(this, request).begin();
    }

    /** Refuses a request for its headers alone. */
    void checkHeaders(HttpServerRequest request) {
        if (stopping) {
            throw Refusal.overloaded("The server is stopping.");
        }
        hosts.check(request.getHeader("host"), request.getHeader("origin"));
    }

    void reserve(int bytes) {
        if (bufferedBytes.addAndGet(bytes) > limits.bufferedBytes()) {
            bufferedBytes.addAndGet(-bytes);
            throw Refusal.overloaded("Too many large requests are under way. Try again a little later.");
        }
    }

    void release(long bytes) {
        bufferedBytes.addAndGet(-bytes);
    }

    int underWay() {
        return underWay.get();
    }

    void ended() {
        if (underWay.decrementAndGet() == 0 && stopping) {
            drained.complete(null);
        }
    }

    boolean isStopping() {
        return stopping;
    }

    /** Refuses further requests; the future completes when the last of the others has its answer. */
    CompletableFuture<Void> drain() {
        stopping = true;
        if (underWay.get() == 0) {
            drained.complete(null);
        }
        return drained;
    }
}
