package dev.trestle.wire;

import dev.trestle.http.Connections;
import dev.trestle.http.RequestFraming;
import dev.trestle.wire.error.Refusal;
import io.vertx.core.http.HttpServerRequest;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What all ports and connections of a server share: who may ask, how much may be under way, and whether we are about to stop. */
final class HttpFront {
    private final HostRules hosts;
    private final Limits limits;
    private final Connections connections;
    private final AtomicLong bufferedBytes = new AtomicLong();
    private final AtomicInteger underWay = new AtomicInteger();
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private volatile boolean stopping;

    HttpFront(HostRules hosts, Limits limits) {
        this.hosts = hosts;
        this.limits = limits;
        this.connections =
                new Connections(limits.connections(), limits.connectionsPerAddress(), Set.of(), limits.patience());
    }

    Limits limits() {
        return limits;
    }

    Connections connections() {
        return connections;
    }

    /** Called when a request's headers are there. Who takes it calls {@link #ended} when all is done. */
    void accept(Protocol protocol, HttpServerRequest request) {
        if (RequestFraming.refuse(request)) {
            return;
        }
        began();
        protocol.accept(this, request);
    }

    void began() {
        underWay.incrementAndGet();
    }

    /** Refuses a request for its headers alone. */
    void checkHeaders(HttpServerRequest request) {
        checkHost(request);
        if (foreignOrigin(request) != null) {
            throw Refusal.foreign("Requests from web pages of other sites are refused.");
        }
    }

    /** As {@link #checkHeaders}, for a protocol that has rules of its own for web pages. */
    void checkHost(HttpServerRequest request) {
        checkRunning();
        hosts.check(request.getHeader("host"));
    }

    /** As {@link #checkHost}, where a bucket may stand in front of our name: gives that bucket, null if there is none. */
    @Nullable
    String checkHostOfBucket(HttpServerRequest request) {
        checkRunning();
        String bucket = hosts.bucket(request.getHeader("host"));
        if (bucket == null) {
            hosts.check(request.getHeader("host"));
        }
        return bucket;
    }

    private void checkRunning() {
        if (stopping) {
            throw Refusal.overloaded("The server is stopping.");
        }
    }

    /** The origin of the page that sent a request, if it is that of another site. */
    static @Nullable String foreignOrigin(HttpServerRequest request) {
        String origin = request.getHeader("origin");
        return origin == null || HostRules.isSameSite(origin, request.getHeader("host")) ? null : origin;
    }

    void reserve(long bytes) {
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
