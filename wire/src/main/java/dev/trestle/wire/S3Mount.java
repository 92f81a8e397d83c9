package dev.trestle.wire;

import io.vertx.core.http.HttpServerRequest;

/**
 * S3 under a path of another HTTP server, so that a proxy needs no more than that server's port. Its requests count as this server's own:
 * they share its limits, and {@link WireServer#close} waits for them.
 */
public final class S3Mount {
    private final HttpFront front;
    private final S3Protocol protocol;
    private final String path;

    S3Mount(HttpFront front, S3Protocol protocol, String path) {
        this.front = front;
        this.protocol = protocol;
        this.path = path;
    }

    /** Such as {@code /s3}. */
    public String path() {
        return path;
    }

    /**
     * Takes a request whose headers are there and whose path is this or below, on its connection's own thread. The other server must speak
     * HTTP/1.1 only, and leave it to S3 to tell a client to go on with its body.
     */
    public void accept(HttpServerRequest request, Runnable whenEnded) {
        front.began();
        front.connections().adopt(request.connection());
        protocol.accept(front, request, path, () -> {
            front.connections().release(request.connection());
            whenEnded.run();
        });
    }
}
