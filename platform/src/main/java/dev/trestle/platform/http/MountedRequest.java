package dev.trestle.platform.http;

import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A request that something else answers, counted and logged as those that are answered here. */
final class MountedRequest {
    private static final Logger LOG = LoggerFactory.getLogger("dev.trestle.platform.requests");

    /** What S3's answers have; others may leave it out. */
    private static final String REQUEST_ID = "x-amz-request-id";

    private final Front front;
    private final Mount mount;
    private final HttpServerRequest request;
    private final long beganNanos = System.nanoTime();
    private boolean ended;

    MountedRequest(Front front, Mount mount, HttpServerRequest request) {
        this.front = front;
        this.mount = mount;
        this.request = request;
    }

    /** Hands the request over. What is thrown ends it, as it would otherwise be counted for ever. */
    void begin() {
        front.began(request);
        try {
            mount.taker().accept(request, this::ended);
        } catch (RuntimeException | Error e) {
            LOG.atError().addKeyValue("path", request.path()).setCause(e).log("a request could not be taken");
            if (!request.response().ended()) {
                request.response()
                        .setStatusCode(500)
                        .putHeader("connection", "close")
                        .end()
                        .onComplete(sent -> {});
            }
            ended();
        }
    }

    /** A status of 0 is that of a client who went before there was an answer. The query may hold a signature, and is not logged. */
    private void ended() {
        if (!ended) {
            ended = true;
            try {
                note();
            } finally {
                front.ended(request);
            }
        }
    }

    private void note() {
        int status = request.response().ended() ? request.response().getStatusCode() : 0;
        Duration took = Duration.ofNanos(System.nanoTime() - beganNanos);
        String system = mount.path().substring(1);
        String method = request.method().name();
        front.metrics().answered(system, known(method), status, took);
        String peer = request.remoteAddress() == null
                ? ""
                : String.valueOf(request.remoteAddress().hostAddress());
        String id = request.response().headers().get(REQUEST_ID);
        LOG.atInfo()
                .addKeyValue("requestId", id == null ? "" : id)
                .addKeyValue("method", method)
                .addKeyValue("path", request.path())
                .addKeyValue("system", system)
                .addKeyValue("status", status)
                .addKeyValue("millis", took.toMillis())
                .addKeyValue("address", front.addresses().of(peer, request.getHeader("x-forwarded-for")))
                .log("request");
    }

    /** A client can make up methods, and a name that is counted is kept. */
    private static String known(String method) {
        return switch (method) {
            case "GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS" -> method;
            default -> "other";
        };
    }
}
