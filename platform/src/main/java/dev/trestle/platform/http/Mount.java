package dev.trestle.platform.http;

import io.vertx.core.http.HttpServerRequest;

/**
 * A path under which something else answers, such as S3. Who may call, which names the server is asked for by, and limits are its own
 * business.
 *
 * @param path such as {@code /s3}
 */
public record Mount(String path, Taker taker) {

    /** Takes requests. */
    public interface Taker {
        /** Called on the connection's own thread; {@code whenEnded} is to be run once, on that thread, when all of the request is done. */
        void accept(HttpServerRequest request, Runnable whenEnded);
    }

    boolean has(String requested) {
        return requested.startsWith(path)
                && (requested.length() == path.length() || requested.charAt(path.length()) == '/');
    }
}
