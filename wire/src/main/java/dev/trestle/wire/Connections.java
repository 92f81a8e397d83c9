package dev.trestle.wire;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The open connections, and since when each has been waiting for its client. */
final class Connections {
    private static final long BUSY = Long.MAX_VALUE;

    private final int countMax;
    private final long patienceNanos;
    private final Map<HttpConnection, AtomicLong> waitingSince = new ConcurrentHashMap<>();

    Connections(int countMax, long patienceNanos) {
        this.countMax = countMax;
        this.patienceNanos = patienceNanos;
    }

    /** One too many is closed without a word. */
    void opened(HttpConnection connection) {
        if (waitingSince.size() >= countMax) {
            connection.close();
            return;
        }
        waitingSince.put(connection, new AtomicLong(System.nanoTime()));
        connection.closeHandler(closed -> waitingSince.remove(connection));
    }

    /** A request has come in whole: from now on it is we who are waited for. */
    void busy(HttpConnection connection) {
        set(connection, BUSY);
    }

    /** It is the client's turn: to take its answer, and to send the next request. */
    void waiting(HttpConnection connection) {
        set(connection, System.nanoTime());
    }

    private void set(HttpConnection connection, long since) {
        AtomicLong state = waitingSince.get(connection);
        if (state != null) {
            state.set(since);
        }
    }

    /** Closes those whose client has neither sent nor taken what it should for too long, however busily it does so byte by byte. */
    void closeImpatiently() {
        long now = System.nanoTime();
        waitingSince.forEach((connection, state) -> {
            long since = state.get();
            if (since != BUSY && now - since > patienceNanos) {
                cut(connection);
            }
        });
    }

    void closeAll() {
        waitingSince.keySet().forEach(Connections::cut);
    }

    /** Without waiting for what is still to be sent, as an orderly end would: a client that takes nothing could keep it forever. */
    private static void cut(HttpConnection connection) {
        if (connection instanceof HttpServerConnection server) {
            Object unused = server.channelHandlerContext().close();
        } else {
            connection.close();
        }
    }
}
