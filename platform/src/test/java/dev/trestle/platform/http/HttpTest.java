package dev.trestle.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.http.contract.Contract;
import dev.trestle.platform.http.contract.Operation;
import dev.trestle.platform.things.Things;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;

/** Requests over a real connection to a server that hosts the small system. Every answer is checked against its contract. */
abstract class HttpTest {
    protected final Things things = new Things();
    protected final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private final Contract contract = contract();
    protected PlatformServer server = start(HttpOptions.loopback(0));

    /** Whoever says "Bearer name" is believed. */
    protected static Principal believe(String authorization) {
        if (!authorization.startsWith("Bearer ")) {
            throw ApiException.unauthenticated("no bearer");
        }
        String name = authorization.substring(7);
        return new Principal("test", name, Principal.Proof.TOKEN, "t1", Set.of(), Map.of());
    }

    protected PlatformServer start(HttpOptions options) {
        return PlatformServer.start(options, hosting());
    }

    protected Hosting hosting() {
        return Hosting.of(List.of(things.api()), List.of(HttpTest::believe));
    }

    protected void restart(HttpOptions options) {
        server.close();
        server = start(options);
    }

    @AfterEach
    void stop() {
        things.release.countDown();
        server.close();
    }

    private static Contract contract() {
        try (InputStream in = Objects.requireNonNull(Things.class.getResourceAsStream("things.yaml"))) {
            return Contract.read(in);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    protected URI uri(String path) {
        return URI.create(server.url() + path);
    }

    protected HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(20)).header("authorization", "Bearer ann");
    }

    protected HttpResponse<byte[]> send(HttpRequest.Builder builder) throws IOException, InterruptedException {
        return http.send(builder.build(), BodyHandlers.ofByteArray());
    }

    protected HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
        return send(request(path).GET());
    }

    protected HttpResponse<byte[]> post(String path, String json) throws IOException, InterruptedException {
        return send(request(path).POST(BodyPublishers.ofString(json)).header("content-type", "application/json"));
    }

    /** The answer's body, which must be as the contract has it. */
    protected JsonNode checked(String operationId, HttpResponse<byte[]> response) throws IOException {
        Operation operation = Objects.requireNonNull(contract.operation(operationId));
        String type = response.headers().firstValue("content-type").orElse(null);
        assertThat(operation.answerViolations(response.statusCode(), type, response.body()))
                .as(text(response))
                .isEmpty();
        return Json.mapper().readTree(response.body());
    }

    protected static JsonNode json(HttpResponse<byte[]> response) throws IOException {
        return Json.mapper().readTree(response.body());
    }

    protected static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    protected static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }
}
