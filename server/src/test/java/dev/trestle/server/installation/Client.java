package dev.trestle.server.installation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Somebody with a browser or curl. */
public final class Client {
    private final String url;
    final HttpClient http;
    private String token = "";

    public Client(String url, HttpClient http) {
        this.url = url;
        this.http = http;
    }

    /** Somebody who has a token or key already. */
    Client(String url, HttpClient http, String token) {
        this(url, http);
        this.token = token;
    }

    public Client(String url) {
        this(url, HttpClient.newHttpClient());
    }

    /** {@code headers} are names and values in turn. */
    public HttpResponse<String> send(String method, String path, @Nullable Object body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(path.startsWith("http") ? path : url + path))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(Json.bytes(body)));
        if (body != null) {
            request.header("content-type", "application/json");
        }
        if (!token.isEmpty()) {
            request.header("authorization", "Bearer " + token);
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    public JsonNode json(String method, String path, @Nullable Object body, int status)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = send(method, path, body);
        assertThat(answer.statusCode())
                .as("%s %s: %s", method, path, answer.body())
                .isEqualTo(status);
        return Json.mapper().readTree(answer.body());
    }

    public JsonNode get(String path) throws IOException, InterruptedException {
        return json("GET", path, null, 200);
    }

    public String token() {
        return token;
    }

    /** Signs in and stays so. */
    public JsonNode signIn(Map<String, String> credentials) throws IOException, InterruptedException {
        JsonNode answer = json("POST", "/auth/v1/sign-in", credentials, 200);
        token = answer.path("accessToken").asText();
        return answer;
    }
}
