package dev.trestle.wire;

import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;

/** What is spoken on a port. */
interface Protocol {
    void configure(HttpServerOptions http);

    /** Takes a request whose headers are there, on its connection's own thread. */
    void accept(HttpFront front, HttpServerRequest request);

    /** Called when no request is under way any more, nor any connection open. */
    default void stop() {}
}
