package dev.trestle.wire;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The open connections, and since when each has been waiting for its client. Each is changed by its own thread only. */
final class Connections {
    private final int countMax;
    private final long patienceNanos;
    private final Map<HttpConnection, State> states = new ConcurrentHashMap<>();

    Connections(int countMax, long patienceNanos) {
        this.countMax = countMax;
        this.patienceNanos = patienceNanos;
    }

    private enum Turn {
        /** The client's: to take its answer, and to send a request. */
        CLIENTS,
        /** The client's, in the midst of a small request. */
        CLIENTS_TO_GO_ON,
        OURS
    }

    private static final class State {
        volatile Turn turn = Turn.CLIENTS;
        volatile long since = System.nanoTime();
    }

    /** One too many is closed without a word. */
    void opened(HttpConnection connection) {
        if (states.size() >= countMax) {
            connection.close();
            return;
        }
        states.put(connection, new State());
        connection.closeHandler(closed -> states.remove(connection));
    }

    /** One of another server, with a request that is ours; it is watched until {@link #release}. */
    void adopt(HttpConnection connection) {
        states.put(connection, new State());
    }

    void release(HttpConnection connection) {
        states.remove(connection);
    }

    /** The headers of a small request are there. Its client's patience is that with which it was waited for. */
    void arriving(HttpConnection connection) {
        State state = states.get(connection);
        if (state != null) {
            state.turn = Turn.CLIENTS_TO_GO_ON;
        }
    }

    /** A request has come in whole: from now on it is we who are waited for. */
    void busy(HttpConnection connection) {
        State state = states.get(connection);
        if (state != null) {
            state.turn = Turn.OURS;
        }
    }

    /** It is the client's turn: to take its answer, and to send the next request. */
    void waiting(HttpConnection connection) {
        State state = states.get(connection);
        if (state != null) {
            state.since = System.nanoTime();
            state.turn = Turn.CLIENTS;
        }
    }

    /** Closes those whose client has neither sent nor taken what it should for too long, however busily it does so byte by byte. */
    void closeImpatiently() {
        long now = System.nanoTime();
        states.forEach((connection, state) -> {
            if (state.turn != Turn.OURS && now - state.since > patienceNanos) {
                cut(connection);
            }
        });
    }

    /** Closes those on which a small request has not come in whole. Nothing was done of it yet. */
    void closeArriving() {
        states.forEach((connection, state) -> {
            if (state.turn == Turn.CLIENTS_TO_GO_ON) {
                cut(connection);
            }
        });
    }

    void closeAll() {
        states.keySet().forEach(Connections::cut);
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
