package dev.trestle.platform.http;

import dev.trestle.http.Connections;
import dev.trestle.http.RequestFraming;
import dev.trestle.platform.http.contract.Contracts;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.net.BindException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Systems' APIs, their documentation, health and metrics on one port. */
public final class PlatformServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PlatformServer.class);
    private static final int HEADER_BYTES_MAX = 32 * 1024;
    private static final int LINE_BYTES_MAX = 16 * 1024;
    private static final int START_SECONDS = 30;
    private static final int GRACE_SECONDS = 20;

    /** Longer than the rests between two heartbeats of a listener. */
    private static final int IDLE_SECONDS = 60;

    /** What else answers under a path wants bodies in pieces of this size. */
    private static final int CHUNK_BYTES = 32 * 1024;

    private static final Duration SWEEP_MAX = Duration.ofSeconds(1);
    private static final int SWEEPS_IN_PATIENCE = 4;

    private final Vertx vertx;
    private final HttpOptions options;
    private final Connections connections;
    private final CompletableFuture<Integer> port = new CompletableFuture<>();
    private volatile @Nullable Front front;

    private PlatformServer(Vertx vertx, HttpOptions options) {
        this.vertx = vertx;
        this.options = options;
        HttpLimits limits = options.limits();
        this.connections = new Connections(
                limits.connections(), limits.connectionsPerAddress(), options.proxies(), limits.patience());
    }

    /**
     * Starts to serve.
     *
     * @throws HttpException if the address cannot be had
     * @throws dev.trestle.platform.http.contract.ContractException if a contract is wrong, or its handlers do not agree with it
     */
    public static PlatformServer start(HttpOptions options, Hosting hosting) {
        return start(options, Contracts.whenAsked(), url -> hosting);
    }

    /**
     * Starts to serve what is made of the server's URL, which holds the port that it got. Until that is made, requests are answered that
     * they have come too early.
     */
    public static PlatformServer start(HttpOptions options, Contracts contracts, Function<String, Hosting> hosting) {
        PlatformServer server = new PlatformServer(vertx(), options);
        try {
            server.listen();
            Hosting hosted = hosting.apply(server.url());
            // Side by side: contracts are long, and to read them is most of this start.
            List<HostedApi> apis = hosted.apis().parallelStream()
                    .map(api -> HostedApi.of(api, contracts))
                    .toList();
            server.front = new Front(options, hosted, apis, server.connections);
            return server;
        } catch (RuntimeException | Error e) {
            server.close();
            throw e;
        }
    }

    private static Vertx vertx() {
        return Vertx.vertx(new VertxOptions()
                .setPreferNativeTransport(true)
                .setEventLoopPoolSize(Runtime.getRuntime().availableProcessors())
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setUseDaemonThread(true)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
    }

    private void listen() {
        HttpServerOptions http = new HttpServerOptions()
                .setHost(options.bind())
                .setPort(options.port() == 0 ? -1 : options.port())
                .setMaxHeaderSize(HEADER_BYTES_MAX)
                .setMaxInitialLineLength(LINE_BYTES_MAX)
                .setHandle100ContinueAutomatically(false)
                .setMaxChunkSize(CHUNK_BYTES)
                .setHttp2ClearTextEnabled(false)
                .setTcpNoDelay(true)
                .setIdleTimeout(IDLE_SECONDS)
                .setIdleTimeoutUnit(TimeUnit.SECONDS);
        HttpOptions.Tls tls = options.tls();
        if (tls != null) {
            Multiplexed.offer(http, HEADER_BYTES_MAX).setSsl(true).setKeyCertOptions(TlsFiles.options(tls));
        }
        Future<String> deployed = vertx.deployVerticle(
                () -> new Listener(http),
                new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors()));
        try {
            deployed.toCompletionStage().toCompletableFuture().get(START_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw cannotListen(options, e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw new HttpException("The server did not start within " + START_SECONDS + " s.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HttpException("Interrupted while starting.", e);
        }
        LOG.info("listening on {}", url());
    }

    private static HttpException cannotListen(HttpOptions options, Throwable cause) {
        boolean taken = cause instanceof BindException || String.valueOf(cause).contains("Address already in use");
        return new HttpException(
                "Cannot listen on " + options.bind() + " port " + options.port() + ": "
                        + (taken ? "another process does, or it is not ours. Choose another port." : cause),
                cause);
    }

    public int port() {
        return port.join();
    }

    /** Where clients find it. */
    public String url() {
        String bind = options.bind();
        String scheme = options.tls() == null ? "http" : "https";
        return scheme + "://" + (bind.indexOf(':') >= 0 ? "[" + bind + "]" : bind) + ":" + port();
    }

    /**
     * An API that is hosted.
     *
     * @param title as its contract has it
     * @param path under which its operations are, its {@code docs/} and its {@code openapi.json}
     */
    public record HostedSystem(String name, String title, String path) {}

    /** What is hosted; empty until the server is ready. */
    public List<HostedSystem> hosted() {
        Front begun = front;
        return begun == null
                ? List.of()
                : begun.apis().stream()
                        .map(api -> new HostedSystem(
                                api.api().name(), api.title(), api.contract().basePath()))
                        .toList();
    }

    /** For whoever has figures of their own. */
    public MeterRegistry metrics() {
        return Objects.requireNonNull(front).metrics().registry();
    }

    /** Refuses further requests, lets those under way have their answers, then closes all connections. */
    @Override
    public void close() {
        Front begun = front;
        if (begun != null) {
            try {
                begun.drain().get(GRACE_SECONDS, TimeUnit.SECONDS);
            } catch (TimeoutException | ExecutionException e) {
                LOG.info("stopping although requests are under way");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            begun.stop();
        }
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    /** One of several servers on the same port, each with a thread of its own. */
    private final class Listener extends VerticleBase {
        private final HttpServerOptions http;

        Listener(HttpServerOptions http) {
            this.http = http;
        }

        @Override
        public Future<?> start() {
            // Who sends the head of a request byte by byte is never idle: it has to be whole after a while.
            long sweep = Math.min(
                    SWEEP_MAX.toMillis(),
                    Math.max(1, options.limits().patience().toMillis() / SWEEPS_IN_PATIENCE));
            vertx.setPeriodic(sweep, tick -> connections.closeImpatiently(false));
            return vertx.createHttpServer(http)
                    .connectionHandler(connections::opened)
                    .requestHandler(this::received)
                    .listen()
                    .onSuccess(listening -> port.complete(listening.actualPort()));
        }

        private void received(HttpServerRequest request) {
            if (Multiplexed.is(request)) {
                Multiplexed.adapt(request);
            }
            if (RequestFraming.refuse(request)) {
                LOG.atInfo()
                        .addKeyValue("address", String.valueOf(request.remoteAddress()))
                        .log("an ambiguous request was refused");
                return;
            }
            request.response().endHandler(answered -> connections.waiting(request.connection()));
            accept(request);
        }

        private void accept(HttpServerRequest request) {
            Front begun = front;
            Mount mount = begun == null ? null : begun.mount(request.path());
            if (begun == null) {
                EarlyAnswer.to(request);
            } else if (mount != null && begun.isStopping()) {
                request.response()
                        .setStatusCode(503)
                        .putHeader("retry-after", "1")
                        .putHeader("connection", "close")
                        .end();
            } else if (mount == null) {
                new Exchange(begun, request).begin();
            } else {
                connections.busy(request.connection()); // what takes it watches its client
                new MountedRequest(begun, mount, request).begin();
            }
        }
    }
}
