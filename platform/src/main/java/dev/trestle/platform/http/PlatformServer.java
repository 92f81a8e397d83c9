package dev.trestle.platform.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.net.BindException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

    private final Vertx vertx;
    private final Front front;
    private final CompletableFuture<Integer> port = new CompletableFuture<>();

    private PlatformServer(Vertx vertx, Front front) {
        this.vertx = vertx;
        this.front = front;
    }

    /**
     * Starts to serve.
     *
     * @throws HttpException if the address cannot be had
     * @throws dev.trestle.platform.http.contract.ContractException if a contract is wrong, or its handlers do not agree with it
     */
    public static PlatformServer start(HttpOptions options, Hosting hosting) {
        Front front = new Front(
                options, hosting, hosting.apis().stream().map(HostedApi::of).toList());
        PlatformServer server = new PlatformServer(vertx(), front);
        try {
            server.listen(options);
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

    private void listen(HttpOptions options) {
        HttpServerOptions http = new HttpServerOptions()
                .setHost(options.bind())
                .setPort(options.port() == 0 ? -1 : options.port())
                .setMaxHeaderSize(HEADER_BYTES_MAX)
                .setMaxInitialLineLength(LINE_BYTES_MAX)
                .setHandle100ContinueAutomatically(true)
                .setHttp2ClearTextEnabled(false)
                .setTcpNoDelay(true)
                .setIdleTimeout(IDLE_SECONDS)
                .setIdleTimeoutUnit(TimeUnit.SECONDS);
        HttpOptions.Tls tls = options.tls();
        if (tls != null) {
            http.setSsl(true)
                    .setUseAlpn(false)
                    .setKeyCertOptions(new PemKeyCertOptions()
                            .setCertPath(tls.certificate().toString())
                            .setKeyPath(tls.key().toString()));
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
        String bind = front.options().bind();
        String scheme = front.options().tls() == null ? "http" : "https";
        return scheme + "://" + (bind.indexOf(':') >= 0 ? "[" + bind + "]" : bind) + ":" + port();
    }

    /** For whoever has figures of their own. */
    public MeterRegistry metrics() {
        return front.metrics().registry();
    }

    /** Refuses further requests, lets those under way have their answers, then closes all connections. */
    @Override
    public void close() {
        try {
            front.drain().get(GRACE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.info("stopping although requests are under way");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        front.stop();
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
            return vertx.createHttpServer(options)
                    .connectionHandler(this::opened)
                    .requestHandler(request -> new Exchange(front, request).begin())
                    .listen()
                    .onSuccess(listening -> port.complete(listening.actualPort()));
        }

        private void opened(HttpConnection connection) {
            int count = front.connections().incrementAndGet();
            connection.closeHandler(gone -> front.connections().decrementAndGet());
            if (count > front.limits().connections()) {
                connection.close();
            }
        }
    }
}
