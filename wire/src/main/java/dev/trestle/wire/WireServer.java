package dev.trestle.wire;

import dev.trestle.engine.Engine;
import dev.trestle.objects.ObjectStore;
import dev.trestle.wire.signature.AccessKeys;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * AWS's endpoints over an engine and an object store: any SDK or tool works with them that can be told an endpoint. What is served stays
 * its owner's: it is to be closed after the server.
 */
public final class WireServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WireServer.class);
    private static final int HEADER_BYTES_MAX = 32 * 1024;
    private static final int LINE_BYTES_MAX = 8 * 1024;
    private static final int START_SECONDS = 30;
    private static final int GRACE_SECONDS = 20;

    /** What a client may still take, when we stop, to send the rest of a small request: mostly it has gone away in the midst of it. */
    private static final int ARRIVAL_SECONDS = 2;

    private static final Duration SWEEP = Duration.ofSeconds(1);
    private static final Duration BLOCKED = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final HttpFront front;
    private final WireOptions options;
    private final String bind;
    private final List<Listening> listening = new ArrayList<>();
    private final List<Protocol> mounted = new ArrayList<>();

    private WireServer(Vertx vertx, HttpFront front, WireOptions options) {
        this.vertx = vertx;
        this.front = front;
        this.options = options;
        this.bind = options.bind();
    }

    /** A port with its protocol, and the number that it got. */
    private record Listening(Protocol protocol, CompletableFuture<Integer> port) {}

    /** Starts to serve DynamoDB, on the options' own port. */
    public static WireServer start(Engine engine, WireOptions options) {
        return start(options, Endpoint.dynamoDb(options.port(), engine));
    }

    /**
     * Starts to serve.
     *
     * @throws WireException if an address cannot be had, or would be open to others while no access key is asked for
     */
    public static WireServer start(WireOptions options, Endpoint... endpoints) {
        return start(options, BLOCKED, endpoints);
    }

    /** {@code blocked} is how long a thread of the network may be busy with one thing before the log complains. */
    static WireServer start(WireOptions options, Duration blocked, Endpoint... endpoints) {
        InetAddress address = address(options.bind());
        if (options.accessKeys().takesAnySignature() && !address.isLoopbackAddress()) {
            throw new WireException(
                    "On " + options.bind() + " others can reach this server, so requests must be signed with a key that"
                            + " it knows. Give it one with --access-key ID:SECRET, or bind it to 127.0.0.1.",
                    null);
        }
        HttpFront front = new HttpFront(new HostRules(options.bind(), address, options.hosts()), options.limits());
        WireServer server = new WireServer(vertx(blocked), front, options);
        try {
            Map<ObjectStore, S3Protocol> s3 = new HashMap<>();
            for (Endpoint endpoint : endpoints) {
                Protocol protocol = endpoint.protocol(
                        options, store -> s3.computeIfAbsent(store, served -> new S3Protocol(served, options)));
                server.listen(protocol, endpoint.port());
            }
            return server;
        } catch (RuntimeException | Error e) {
            server.close();
            throw e;
        }
    }

    private static InetAddress address(String bind) {
        try {
            return InetAddress.getByName(bind);
        } catch (UnknownHostException e) {
            throw new WireException("There is no address " + bind + " to listen on.", e);
        }
    }

    private static Vertx vertx(Duration blocked) {
        return Vertx.vertx(new VertxOptions()
                .setPreferNativeTransport(true)
                .setEventLoopPoolSize(Runtime.getRuntime().availableProcessors())
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setUseDaemonThread(true)
                .setMaxEventLoopExecuteTime(blocked.toNanos())
                .setWarningExceptionTime(blocked.toNanos())
                .setBlockedThreadCheckInterval(Math.max(10, blocked.toMillis() / 4))
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
    }

    private void listen(Protocol protocol, int port) {
        // A negative port is one that is free, and the same for all instances that name the same.
        HttpServerOptions http = new HttpServerOptions()
                .setHost(bind)
                .setPort(port == 0 ? -1 - listening.size() : port)
                .setMaxHeaderSize(HEADER_BYTES_MAX)
                .setMaxInitialLineLength(LINE_BYTES_MAX)
                .setHttp2ClearTextEnabled(false)
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                .setTcpNoDelay(true);
        protocol.configure(http);
        Listening served = new Listening(protocol, new CompletableFuture<>());
        listening.add(served);
        Future<String> deployed = vertx.deployVerticle(
                () -> new Listener(http, served),
                new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors()));
        try {
            deployed.toCompletionStage().toCompletableFuture().get(START_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            // Java's sockets say it by the exception's class, Linux's own by its text.
            boolean taken =
                    cause instanceof BindException || String.valueOf(cause).contains("Address already in use");
            throw new WireException(
                    "Cannot listen on " + bind + " port " + port + ": "
                            + (taken ? "another process does, or it is not ours. Choose another port." : cause),
                    cause);
        } catch (TimeoutException e) {
            throw new WireException("The server did not start within " + START_SECONDS + " s.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WireException("Interrupted while starting.", e);
        }
        LOG.info("listening on {} over {}", url(listening.size() - 1), transport());
    }

    /**
     * S3 for another HTTP server to have under a path.
     *
     * @param keys that requests there must be signed with; never any signature, since who can reach that server is not known here
     */
    public S3Mount mountS3(ObjectStore store, AccessKeys keys, String path) {
        if (keys.takesAnySignature()) {
            throw new IllegalArgumentException("S3 under a path of another server needs an access key.");
        }
        S3Protocol protocol = new S3Protocol(store, options.withAccessKeys(keys));
        mounted.add(protocol);
        return new S3Mount(front, protocol, path);
    }

    /** The first endpoint's port. */
    public int port() {
        return port(0);
    }

    /** The port of one of the endpoints, by its place among them. */
    public int port(int endpoint) {
        return listening.get(endpoint).port().join();
    }

    /** Where clients find the first endpoint. */
    public String url() {
        return url(0);
    }

    /** Where clients find one of the endpoints, by its place among them. */
    public String url(int endpoint) {
        return "http://" + (bind.indexOf(':') >= 0 ? "[" + bind + "]" : bind) + ":" + port(endpoint);
    }

    /** The kind of sockets that is used: epoll, Linux's own, is a third faster than Java's nio. */
    public String transport() {
        return vertx.isNativeTransportEnabled() ? "epoll" : "nio";
    }

    /** How many requests have begun to come in and have no answer yet. */
    int underWay() {
        return front.underWay();
    }

    boolean isStopping() {
        return front.isStopping();
    }

    /** Refuses further requests, lets those under way have their answers, then closes all connections. */
    @Override
    public void close() {
        CompletableFuture<Void> drained = front.drain();
        if (!isDone(drained, ARRIVAL_SECONDS)) {
            front.connections().closeArriving();
            if (!isDone(drained, GRACE_SECONDS)) {
                LOG.warn("stopping although requests are under way");
            }
        }
        front.connections().closeAll();
        vertx.close().toCompletionStage().toCompletableFuture().join();
        listening.forEach(served -> served.protocol().stop());
        mounted.forEach(Protocol::stop);
    }

    private static boolean isDone(CompletableFuture<Void> drained, int seconds) {
        try {
            drained.get(seconds, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** One of several servers on the same port, each with a thread of its own. */
    private final class Listener extends VerticleBase {
        private final HttpServerOptions options;
        private final Listening served;

        Listener(HttpServerOptions options, Listening served) {
            this.options = options;
            this.served = served;
        }

        @Override
        public Future<?> start() {
            HttpServer server = vertx.createHttpServer(options)
                    .connectionHandler(front.connections()::opened)
                    .requestHandler(request -> front.accept(served.protocol(), request));
            vertx.setPeriodic(SWEEP.toMillis(), tick -> front.connections().closeImpatiently(true));
            return server.listen().onSuccess(started -> served.port().complete(started.actualPort()));
        }
    }
}
