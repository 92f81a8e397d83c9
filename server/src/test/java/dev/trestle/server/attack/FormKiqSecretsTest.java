package dev.trestle.server.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.server.attack.Accounts.Account;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What opens something is in no activity, event or log, nor anywhere in the tables but where it has to be. */
class FormKiqSecretsTest {
    private static final String BASE = "/formkiq/v1";
    private static final String CONFIGURED = "sk-configured-and-secret";
    private static final String REFUSED = "sk-refused-and-secret";
    private static final String PASSWORD = "correct horse battery";
    private static final String GUESS = "a guess at that";
    private static final String KEYS = "/sites/vault/apiKeys";

    /** The design document has keys as they are in the table, and a configuration is used as it was given. */
    private static final Set<String> HOLDERS = Set.of("apikeys#", "vault/configuration");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final List<String> events = new CopyOnWriteArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private AttackedServer server;

    @SuppressWarnings("NullAway.Init")
    private Caller admin;

    @BeforeEach
    void open() throws IOException {
        server = AttackedServer.open(directory.resolve("data"), Fixtures.buckets());
        admin = server.accounts.person("administrator", "Admins").caller();
        log.start();
        root.addAppender(log);
    }

    @AfterEach
    void close() {
        root.detachAppender(log);
        server.close();
    }

    private JsonNode json(Caller who, String method, String path, @Nullable Object body) {
        return server.json(who, method, BASE + path, body);
    }

    private int status(Caller who, String method, String path, @Nullable String body) {
        byte[] bytes = body == null ? null : body.getBytes(StandardCharsets.UTF_8);
        return server.send(who, new Request(method, BASE + path, Map.of("content-type", "application/json"), bytes))
                .status();
    }

    private void listen() {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(server.issuer().replace("/auth/v1", BASE + "/x/events")))
                .header("authorization", "Bearer " + admin.token())
                .build();
        Thread listener = new Thread(() -> {
            try (Stream<String> lines = HttpClient.newHttpClient()
                    .send(request, BodyHandlers.ofLines())
                    .body()) {
                lines.forEach(events::add);
            } catch (IOException | InterruptedException | java.io.UncheckedIOException e) {
                // The server ended.
            }
        });
        listener.setDaemon(true);
        listener.start();
        await().until(() -> !events.isEmpty());
    }

    private static String signature(String url) {
        String after = url.substring(url.indexOf("X-Amz-Signature=") + "X-Amz-Signature=".length());
        return URLDecoder.decode(after.split("&", 2)[0], StandardCharsets.UTF_8);
    }

    /** Makes and uses what is secret, in ways that succeed and fail. Returns it by what it is. */
    private Map<String, String> use() {
        Map<String, String> secrets = new LinkedHashMap<>();
        json(admin, "POST", "/sites", Map.of("site", Map.of("id", "vault", "title", "Vault")));
        Account writer = server.accounts.person("writer", "vault");
        String key = json(admin, "POST", KEYS, Map.of("name", "robot"))
                .path("apiKey")
                .asText();
        Caller robot = new Caller("robot", key);
        secrets.put("API key", key);
        secrets.put("token", String.valueOf(writer.caller().token()));
        assertThat(status(writer.caller(), "DELETE", KEYS + "/" + key, null)).isEqualTo(401);
        assertThat(status(new Caller("nobody", null), "DELETE", KEYS + "/" + key, null))
                .isEqualTo(401);
        assertThat(status(admin, "PUT", KEYS + "/" + key, "{}")).isBetween(400, 499);
        assertThat(status(robot, "GET", "/documents?siteId=other", null)).isEqualTo(401);
        json(admin, "PATCH", "/sites/vault/configuration", Map.of("chatGptApiKey", CONFIGURED));
        json(admin, "GET", "/sites/vault/configuration", null);
        assertThat(status(
                        writer.caller(),
                        "PATCH",
                        "/sites/vault/configuration",
                        "{\"chatGptApiKey\":\"" + REFUSED + "\"}"))
                .isEqualTo(401);
        secrets.put("configured key", CONFIGURED);
        secrets.put("refused key", REFUSED);

        String id = json(robot, "POST", "/documents", Map.of("path", "a.txt", "content", "x"))
                .path("documentId")
                .asText();
        secrets.put(
                "address",
                signature(json(robot, "GET", "/documents/" + id + "/url", null)
                        .path("url")
                        .asText()));
        secrets.put(
                "address of an upload",
                signature(json(robot, "GET", "/documents/" + id + "/upload", null)
                        .path("url")
                        .asText()));
        String token = json(
                        writer.caller(),
                        "POST",
                        "/x/documents/" + id + "/links?siteId=vault",
                        Map.of("hours", 1, "password", PASSWORD))
                .path("token")
                .asText();
        Caller nobody = new Caller("nobody", null);
        String opening = "{\"token\":\"" + token + "\",\"password\":\"%s\"}";
        assertThat(status(nobody, "POST", "/x/links/open", String.format(opening, GUESS)))
                .isEqualTo(401);
        assertThat(status(nobody, "POST", "/x/links/open", String.format(opening, PASSWORD)))
                .isEqualTo(200);
        secrets.put("token of a link", token);
        secrets.put("password of a link", PASSWORD);
        secrets.put("guessed password", GUESS);
        json(admin, "DELETE", KEYS + "/" + key, null);
        assertThat(status(admin, "DELETE", KEYS + "/" + key, null)).isEqualTo(404);
        json(writer.caller(), "POST", "/documents", Map.of("path", "last.txt", "content", "x"));
        return secrets;
    }

    private String written() {
        JsonEncoder encoder = new JsonEncoder();
        encoder.setContext(root.getLoggerContext());
        encoder.start();
        StringBuilder all = new StringBuilder();
        List.copyOf(log.list).forEach(event -> all.append(new String(encoder.encode(event), StandardCharsets.UTF_8)));
        return all.toString().replace("\\/", "/");
    }

    private List<Map<String, AttributeValue>> stored() {
        List<Map<String, AttributeValue>> all = new ArrayList<>();
        AttackedServer.tables("formkiq")
                .forEach(table ->
                        server.items.scanPaginator(scan -> scan.tableName(table).consistentRead(true)).items().stream()
                                .filter(item -> !HOLDERS.contains(item.get("PK").s()))
                                .forEach(all::add));
        return all;
    }

    @Test
    void secrets_usedWithAndWithoutSuccess_areNowhere() {
        listen();
        Map<String, String> secrets = use();
        await().until(() -> events.toString().contains("last.txt"));
        String record = server.send(admin, new Request("GET", BASE + "/activities?siteId=vault", Map.of(), null))
                        .text()
                + server.send(admin, new Request("GET", BASE + "/x/activities?siteId=vault&limit=1000", Map.of(), null))
                        .text()
                + server.send(admin, new Request("GET", BASE + "/x/activities/export?siteId=vault", Map.of(), null))
                        .text();
        String logged = written();
        String items = stored().toString();

        assertThat(record).contains("robot", "DeleteApiKey", "UNAUTHORIZED");
        assertThat(logged).contains("DeleteApiKey", KEYS + "/***");
        assertThat(items).contains("robot");
        secrets.forEach((what, secret) -> {
            assertThat(secret).as(what).hasSizeGreaterThan(10);
            assertThat(record).as("%s in the record", what).doesNotContain(secret);
            assertThat(events.toString()).as("%s in events", what).doesNotContain(secret);
            assertThat(logged).as("%s in the log", what).doesNotContain(secret);
            assertThat(items).as("%s in the tables", what).doesNotContain(secret);
        });
    }
}
