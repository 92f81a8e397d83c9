package dev.trestle.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;

/** A server with nothing but its guards. It answers "done" to what it lets in; {@code /wait} has its answer when {@link #answer} is called. */
final class GuardedServer implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 10_000;

    private final Vertx vertx = Vertx.vertx();
    private final Connections connections;
    private final HttpServer server;
    private volatile Runnable held = () -> {};

    GuardedServer(Connections connections) {
        this.connections = connections;
        this.server = vertx.createHttpServer(
                        new HttpServerOptions().setHost("127.0.0.1").setPort(0).setHttp2ClearTextEnabled(false))
                .connectionHandler(connections::opened)
                .requestHandler(this::accept);
        server.listen().toCompletionStage().toCompletableFuture().join();
    }

    private void accept(HttpServerRequest request) {
        if (RequestFraming.refuse(request)) {
            return;
        }
        connections.arriving(request.connection());
        request.endHandler(whole -> {
            connections.busy(request.connection());
            if (request.path().equals("/wait")) {
                held = () -> answer(request);
            } else {
                answer(request);
            }
        });
    }

    private void answer(HttpServerRequest request) {
        connections.waiting(request.connection());
        request.response().end("done");
    }

    /** Answers the request that waits. */
    void answer() {
        vertx.runOnContext(now -> held.run());
    }

    Client connect(String from) throws IOException {
        return new Client(
                new Socket(InetAddress.getByName("127.0.0.1"), server.actualPort(), InetAddress.getByName(from), 0));
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    /** One connection. */
    record Client(Socket socket) implements AutoCloseable {
        Client {
            try {
                socket.setSoTimeout(TIMEOUT_MILLIS);
            } catch (SocketException e) {
                throw new IllegalStateException(e);
            }
        }

        void send(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(US_ASCII));
        }

        String read() throws IOException {
            byte[] bytes = new byte[4096];
            int count = socket.getInputStream().read(bytes);
            return count < 0 ? "" : new String(bytes, 0, count, US_ASCII);
        }

        String ask() throws IOException {
            send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
            return read();
        }

        boolean isClosedByServer() throws IOException {
            try {
                return socket.getInputStream().read() < 0;
            } catch (SocketException reset) {
                return true;
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
