package dev.trestle.systems.formkiq;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.settings.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An OpenAI-compatible service that says what a test has it say. */
final class FakeModel implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Answering answering = exchange -> {};
    final List<String> asked = new CopyOnWriteArrayList<>();
    final List<String> keys = new CopyOnWriteArrayList<>();

    interface Answering {
        void answer(HttpExchange exchange) throws IOException;
    }

    FakeModel() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/v1/chat/completions", exchange -> {
            asked.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("authorization")));
            answering.answer(exchange);
        });
        server.start();
    }

    EngineSettings.OpenAi settings(Duration timeMax) {
        return new EngineSettings.OpenAi(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1"),
                new Secret("installation-key"),
                "small",
                timeMax);
    }

    void says(String text) {
        raw(200, Json.text(Map.of("choices", List.of(Map.of("message", Map.of("content", text))))));
    }

    void raw(int status, String body) {
        answering = exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        };
    }

    /** Begins an answer and never ends it. */
    void drips() {
        answering = exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            try {
                closed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
    }

    /** Answers without end, as long as somebody reads. */
    void floods() {
        answering = exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] much = new byte[1 << 16];
            for (int i = 0; i < 10_000; i++) {
                exchange.getResponseBody().write(much);
            }
            exchange.close();
        };
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
