package dev.trestle.wire;

import dev.trestle.engine.Engine;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.TimeUnit;

/** DynamoDB: messages that are received whole and answered whole. */
final class DynamoDbProtocol implements Protocol {
    private final Limits limits;
    private final Workers workers;
    private final DynamoDbHandler handler;

    DynamoDbProtocol(Engine engine, WireOptions options) {
        this.limits = options.limits();
        this.workers = new Workers("wire", limits.workers(), limits.queuedRequests());
        this.handler = new DynamoDbHandler(engine, options, workers);
    }

    @Override
    public void configure(HttpServerOptions http) {
        http.setHandle100ContinueAutomatically(true)
                .setIdleTimeout((int) limits.patience().toMillis())
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
    }

    @Override
    public void accept(HttpFront front, HttpServerRequest request) {
        new Exchange(front, handler, request).begin();
    }

    @Override
    public void stop() {
        workers.stop();
    }
}
