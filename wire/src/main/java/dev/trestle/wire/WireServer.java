package dev.trestle.wire;

import dev.trestle.engine.Engine;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * DynamoDB's endpoint over an engine: any SDK or tool works with it that can be told an endpoint. The engine stays its owner's: it is
 * to be closed after the server.
 */
public final class WireServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WireServer.class);
    private static final int HEADER_BYTES_MAX = 32 * 1024;
    private static final int LINE_BYTES_MAX = 8 * 1024;
    private static final int START_SECONDS = 30;
    private static final int GRACE_SECONDS = 20;
    private static final Duration SWEEP = Duration.ofSeconds(1);
    private static final Duration BLOCKED = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final HttpFront front;
    private final Workers workers;
    private final String bind;
    private final CompletableFuture<Integer> port = new CompletableFuture<>();

    private WireServer(Vertx vertx, HttpFront front, Workers workers, String bind) {
        this.vertx = vertx;
        this.front = front;
        this.workers = workers;
        this.bind = bind;
    }

    /**
     * Starts to serve.
     *
     * @throws WireException if the address cannot be had, or would be open to others while no access key is asked for
     */
    public static WireServer start(Engine engine, WireOptions options) {
        return start(engine, options, BLOCKED);
    }

    /** {@code blocked} is how long a thread of the network may be busy with one thing before the log complains. */
    static WireServer start(Engine engine, WireOptions options, Duration blocked) {
        InetAddress address = address(options.bind());
        if (options.accessKeys().isEmpty() && !address.isLoopbackAddress()) {
            throw new WireException(
                    "On " + options.bind() + " others can reach this server, so requests must be signed with a key that"
                            + " it knows. Give it one with --access-key ID:SECRET, or bind it to 127.0.0.1.",
                    null);
        }
        Limits limits = options.limits();
        Workers workers = new Workers(limits.workers(), limits.queuedRequests());
        HttpFront front = new HttpFront(
                new DynamoDbHandler(engine, options, workers),
                new HostRules(options.bind(), address, options.hosts()),
                limits);
        WireServer server = new WireServer(vertx(blocked), front, workers, options.bind());
        try {
            server.listen(options);
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

    private void listen(WireOptions options) {
        // A negative port is one that is free, and the same for all instances.
        HttpServerOptions http = new HttpServerOptions()
                .setHost(options.bind())
                .setPort(options.port() == 0 ? -1 : options.port())
                .setMaxHeaderSize(HEADER_BYTES_MAX)
                .setMaxInitialLineLength(LINE_BYTES_MAX)
                .setHandle100ContinueAutomatically(true)
                .setHttp2ClearTextEnabled(false)
                .setTcpNoDelay(true)
                .setIdleTimeout((int) options.limits().patience().toMillis())
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
        Future<String> deployed = vertx.deployVerticle(
                () -> new Listener(http),
                new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors()));
        try {
            deployed.toCompletionStage().toCompletableFuture().get(START_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            // Java's sockets say it by the exception's class, Linux's own by its text.
            boolean taken =
                    cause instanceof BindException || String.valueOf(cause).contains("Address already in use");
            throw new WireException(
                    "Cannot listen on " + options.bind() + " port " + options.port() + ": "
                            + (taken ? "another process does, or it is not ours. Choose another port." : cause),
                    cause);
        } catch (TimeoutException e) {
            throw new WireException("The server did not start within " + START_SECONDS + " s.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WireException("Interrupted while starting.", e);
        }
        LOG.info("listening on {} over {}", url(), transport());
    }

    public int port() {
        return port.join();
    }

    /** Where clients find it. */
    public String url() {
        return "http://" + (bind.indexOf(':') >= 0 ? "[" + bind + "]" : bind) + ":" + port();
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
        try {
            front.drain().get(GRACE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.warn("stopping although requests are under way");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        workers.stop();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    /** One of several servers on the same port, each with a thread of its own. */
    private final class Listener extends VerticleBase {
        private final HttpServerOptions options;

        Listener(HttpServerOptions options) {
            this.options = options;
        }

        @Override
        public Future<?> start() {
            HttpServer server = vertx.createHttpServer(options)
                    .connectionHandler(front.connections()::opened)
                    .requestHandler(front::accept);
            vertx.setPeriodic(SWEEP.toMillis(), tick -> front.connections().closeImpatiently());
            return server.listen().onSuccess(listening -> port.complete(listening.actualPort()));
        }
    }
}
