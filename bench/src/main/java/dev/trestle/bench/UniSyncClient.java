package dev.trestle.bench;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Somebody who uses UniSync over HTTP. */
final class UniSyncClient {
    /** Of the people of the demonstration. */
    private static final String PASSWORD = "try-it-out";

    private final HttpClient http;
    private final String url;
    private final String token;

    private UniSyncClient(HttpClient http, String url, String token) {
        this.http = http;
        this.url = url;
        this.token = token;
    }

    static UniSyncClient ofDemonstration(HttpClient http, String url, String login) throws IOException {
        JsonObject credentials =
                new JsonObject().put("email", login + "@demo.localhost").put("password", PASSWORD);
        return signedIn(http, url, credentials);
    }

    private static UniSyncClient signedIn(HttpClient http, String url, JsonObject credentials) throws IOException {
        JsonObject answer = new UniSyncClient(http, url, "").send("POST", "/auth/v1/sign-in", credentials);
        return new UniSyncClient(http, url, answer.getString("accessToken"));
    }

    /** A new user, made by this one, who has signed in. */
    UniSyncClient addUser(int number) throws IOException {
        String email = "bench" + number + "@example.com";
        JsonObject made = send(
                        "POST",
                        "/unisync/v1/users",
                        new JsonObject()
                                .put("email", email)
                                .put("name", "Bench " + number)
                                .put("role", "bim_coordinator"))
                .getJsonObject("data");
        JsonObject credentials = new JsonObject()
                .put("email", email)
                .put("password", made.getString("oneTimePassword"))
                .put("newPassword", "a long enough password");
        return signedIn(http, url, credentials);
    }

    void createShowSet(String id, String area) throws IOException {
        JsonObject names = new JsonObject()
                .put("en", "LED screen at the entrance of hall " + id)
                .put("zh", "主入口LED屏幕")
                .put("zh-TW", "主入口LED螢幕");
        send(
                "POST",
                "/unisync/v1/showsets",
                new JsonObject()
                        .put("showSetId", id)
                        .put("area", area)
                        .put("scene", "Hall")
                        .put("description", names));
    }

    void stage(String showSetId, String status) throws IOException {
        send("PUT", "/unisync/v1/showsets/" + showSetId + "/stage/screen", new JsonObject().put("status", status));
    }

    void note(String showSetId) throws IOException {
        JsonObject text = new JsonObject()
                .put("text", "Please review the screen placement")
                .put("language", "en");
        send("POST", "/unisync/v1/showsets/" + showSetId + "/notes", text);
    }

    void heartbeat() throws IOException {
        send("POST", "/unisync/v1/sessions/heartbeat", new JsonObject().put("activity", "Looking"));
    }

    /** The board, as bytes: how many. */
    int board() throws IOException {
        return body("GET", "/unisync/v1/showsets?limit=1000", null).length;
    }

    JsonObject send(String method, String path, @Nullable JsonObject body) throws IOException {
        byte[] answer = body(method, path, body);
        return answer.length == 0 ? new JsonObject() : new JsonObject(Buffer.buffer(answer));
    }

    private byte[] body(String method, String path, @Nullable JsonObject body) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(Duration.ofSeconds(60))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.encode()));
        if (body != null) {
            request.header("content-type", "application/json");
        }
        if (!token.isEmpty()) {
            request.header("authorization", "Bearer " + token);
        }
        try {
            HttpResponse<byte[]> response = http.send(request.build(), BodyHandlers.ofByteArray());
            if (response.statusCode() >= 300) {
                throw new IOException(method + " " + path + " was answered " + response.statusCode() + ": "
                        + new String(response.body(), StandardCharsets.UTF_8));
            }
            return response.body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
