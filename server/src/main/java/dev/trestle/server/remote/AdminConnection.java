package dev.trestle.server.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Asks a server's administration, as somebody whom a token or key vouches for. */
public final class AdminConnection implements AutoCloseable {
    private static final String BASE = "/admin/v1";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final URI server;
    private final String token;
    private final Runnable closing;
    private final HttpClient http;

    private AdminConnection(URI server, String token, Runnable closing) {
        this.server = server;
        this.token = token;
        this.closing = closing;
        this.http =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    }

    public static AdminConnection to(URI server, String token) {
        return new AdminConnection(server, token, () -> {});
    }

    /** The same, with something that is closed with it. */
    public AdminConnection closing(Runnable also) {
        return new AdminConnection(server, token, also);
    }

    public URI server() {
        return server;
    }

    /** A part of a path or query. */
    public static String quoted(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    public JsonNode get(String path) {
        return send("GET", path, null);
    }

    public JsonNode post(String path, @Nullable Object body) {
        return send("POST", path, body);
    }

    public JsonNode patch(String path, Object body) {
        return send("PATCH", path, body);
    }

    public JsonNode put(String path, Object body) {
        return send("PUT", path, body);
    }

    public void delete(String path) {
        send("DELETE", path, null);
    }

    /** Everything that a list holds, page by page. */
    public Iterable<JsonNode> all(String path) {
        return () -> new Pages(path);
    }

    private final class Pages implements Iterator<JsonNode> {
        private final String path;
        private Iterator<JsonNode> items;
        private @Nullable String next;

        Pages(String path) {
            this.path = path;
            JsonNode first = get(path);
            this.items = first.path("items").iterator();
            this.next = first.path("next").textValue();
        }

        @Override
        public boolean hasNext() {
            while (!items.hasNext()) {
                String cursor = next;
                if (cursor == null) {
                    return false;
                }
                JsonNode page = get(path + (path.contains("?") ? "&" : "?") + "cursor=" + quoted(cursor));
                items = page.path("items").iterator();
                next = page.path("next").textValue();
            }
            return true;
        }

        @Override
        public JsonNode next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return items.next();
        }
    }

    private JsonNode send(String method, String path, @Nullable Object body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + BASE + path))
                .timeout(PATIENCE)
                .header("authorization", "Bearer " + token)
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(Json.bytes(body)));
        if (body != null) {
            request.header("content-type", "application/json");
        }
        try {
            HttpResponse<byte[]> answer = http.send(request.build(), BodyHandlers.ofByteArray());
            return read(answer);
        } catch (ConnectException e) {
            throw new RemoteException("Nothing answers at " + server + ": is the server running?", e);
        } catch (IOException e) {
            throw new RemoteException("The server at " + server + " could not be asked: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RemoteException("Interrupted while the server was asked.", e);
        }
    }

    private JsonNode read(HttpResponse<byte[]> answer) throws IOException {
        int status = answer.statusCode();
        JsonNode json = answer.body().length == 0 || !isJson(answer)
                ? Json.mapper().createObjectNode()
                : Json.mapper().readTree(answer.body());
        if (status / 100 == 2) {
            return json;
        }
        String said = json.path("detail").asText(json.path("title").asText(""));
        throw new RemoteException(
                switch (status) {
                    case 401 ->
                        "The server does not take the token: it is wrong or has expired. Sign in again, or make a key.";
                    case 403 ->
                        "The token's owner is no administrator of the server, or the key was made without the group"
                                + " administrators.";
                    default -> said.isEmpty() ? server + " answered " + status + "." : said;
                },
                null);
    }

    private static boolean isJson(HttpResponse<?> answer) {
        return answer.headers().firstValue("content-type").orElse("").contains("json");
    }

    @Override
    public void close() {
        closing.run();
    }
}
