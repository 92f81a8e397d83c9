package dev.trestle.wire;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.util.concurrent.atomic.AtomicInteger;

/** Another HTTP server, on a free port, that has nothing but what is mounted. */
final class MountingServer implements AutoCloseable {
    private static final int IDLE_SECONDS = 2;

    private final Vertx vertx = Vertx.vertx();
    private final HttpServer http;
    private final AtomicInteger underWay = new AtomicInteger();

    MountingServer(S3Mount mount) {
        HttpServerOptions options =
                new HttpServerOptions().setHost("127.0.0.1").setPort(0).setIdleTimeout(IDLE_SECONDS);
        http = vertx.createHttpServer(options)
                .requestHandler(request -> {
                    String path = String.valueOf(request.path());
                    if (path.equals(mount.path()) || path.startsWith(mount.path() + "/")) {
                        underWay.incrementAndGet();
                        mount.accept(request, underWay::decrementAndGet);
                    } else {
                        request.response().setStatusCode(404).end();
                    }
                })
                .listen()
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    int port() {
        return http.actualPort();
    }

    /** How many requests have not been told to have ended. */
    int underWay() {
        return underWay.get();
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
