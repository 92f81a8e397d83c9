package dev.trestle.platform.http;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.trestle.http.AddressKey;
import dev.trestle.http.Connections;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What all connections of a server share: what is hosted, who may ask, how much may be under way, whether we are about to stop. */
final class Front {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    /** Which part of the connections may be delayed at a time, those of all callers together. */
    private static final int DELAYED_FRACTION = 4;

    private final HttpOptions options;
    private final Hosting hosting;
    private final List<HostedApi> apis;
    private final Connections connections;
    private final List<Base> bases = new ArrayList<>();
    private final Hosts hosts;
    private final Addresses addresses;
    private final Admission admission;
    private final Tarpit tarpit;
    private final Workers workers;
    private final Workers streams;
    private final Metrics metrics = new Metrics();
    private final Pages pages;
    private final Shares bufferedBytes;
    private final AtomicInteger underWay = new AtomicInteger();
    private final Listeners listeners;
    private final ListenerCheck check;
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private volatile boolean stopping;

    /** A path under which an API is. */
    record Base(List<String> segments, HostedApi api) {}

    Front(HttpOptions options, Hosting hosting, List<HostedApi> apis, Connections connections) {
        this.options = options;
        this.hosting = hosting;
        this.apis = List.copyOf(apis);
        this.connections = connections;
        for (HostedApi api : apis) {
            api.bases().forEach(segments -> bases.add(new Base(segments, api)));
        }
        // /holdthatthought/v1 goes before /holdthatthought.
        bases.sort(Comparator.comparing((Base base) -> base.segments().size()).reversed());
        HttpLimits limits = options.limits();
        this.hosts = new Hosts(options.bind(), options.hosts(), options.origins());
        this.addresses = new Addresses(options.proxies());
        this.admission = new Admission(limits.perMinute(), hosting.clock());
        this.tarpit = new Tarpit(limits.connections() / DELAYED_FRACTION, Ticker.systemTicker());
        this.workers = new Workers("worker", limits.ofWorkers());
        this.streams = new Workers("stream", limits.ofStreams());
        this.bufferedBytes = new Shares(limits.bufferedBytes());
        this.listeners = new Listeners(limits);
        this.check = new ListenerCheck(listeners, hosting.authenticators());
        this.pages = new Pages(this);
        metrics.gauge("trestle.http.workers.active", workers::active);
        metrics.gauge("trestle.http.workers.waiting", workers::waiting);
        metrics.gauge("trestle.http.streams.active", streams::active);
        metrics.gauge("trestle.http.streams.waiting", streams::waiting);
        metrics.gauge("trestle.http.listeners", listeners::size);
        metrics.gauge("trestle.http.connections", connections::count);
        metrics.gauge("trestle.http.delayed", tarpit::delayed);
    }

    HttpOptions options() {
        return options;
    }

    HttpLimits limits() {
        return options.limits();
    }

    List<HostedApi> apis() {
        return apis;
    }

    Connections connections() {
        return connections;
    }

    Hosting hosting() {
        return hosting;
    }

    Hosts hosts() {
        return hosts;
    }

    Addresses addresses() {
        return addresses;
    }

    Admission admission() {
        return admission;
    }

    Tarpit tarpit() {
        return tarpit;
    }

    Workers workers() {
        return workers;
    }

    Workers streams() {
        return streams;
    }

    Metrics metrics() {
        return metrics;
    }

    Pages pages() {
        return pages;
    }

    /** The API that a path is of; null if of none. */
    @Nullable
    Base base(List<String> segments) {
        for (Base base : bases) {
            int size = base.segments().size();
            if (segments.size() >= size && segments.subList(0, size).equals(base.segments())) {
                return base;
            }
        }
        return null;
    }

    /** What else answers under a path; null if nothing does. */
    @Nullable
    Mount mount(@Nullable String path) {
        if (path != null) {
            for (Mount mount : hosting.mounts()) {
                if (mount.has(path)) {
                    return mount;
                }
            }
        }
        return null;
    }

    void began(HttpServerRequest request) {
        underWay.incrementAndGet();
        if (Multiplexed.is(request)) {
            connections.streamBegan(request.connection());
        }
    }

    void ended(HttpServerRequest request) {
        if (Multiplexed.is(request)) {
            connections.streamEnded(request.connection());
        }
        if (underWay.decrementAndGet() == 0 && stopping) {
            drained.complete(null);
        }
    }

    void checkOpen() {
        if (stopping) {
            throw ApiException.unavailable("The server is stopping.", RETRY_AFTER, null);
        }
    }

    boolean isStopping() {
        return stopping;
    }

    /** Room for a part of a body, which counts until it is given back; one address alone cannot have all of it. */
    void reserve(String address, int bytes) {
        if (!bufferedBytes.take(AddressKey.of(address), bytes)) {
            throw ApiException.unavailable("Too many large requests are under way.", RETRY_AFTER, null);
        }
    }

    void release(String address, long bytes) {
        bufferedBytes.giveBack(AddressKey.of(address), bytes);
    }

    Listeners listeners() {
        return listeners;
    }

    static ApiException notFound() {
        return ApiException.of(Kind.NOT_FOUND, "There is nothing at this address.");
    }

    /** Refuses further requests; the future completes when the last of the others has its answer. */
    CompletableFuture<Void> drain() {
        stopping = true;
        listeners.close();
        if (underWay.get() == 0) {
            drained.complete(null);
        }
        return drained;
    }

    void stop() {
        check.close();
        workers.stop();
        streams.stop();
    }
}
