package dev.trestle.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.trestle.engine.SetClock;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.TestDb;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.http.Hosting;
import dev.trestle.platform.http.HttpOptions;
import dev.trestle.platform.http.PlatformServer;
import dev.trestle.platform.table.PlatformTable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** The built-in issuer over HTTP, on the embedded engine. */
abstract class IdentityTest {
    protected static final String ADMIN = "admin@example.org";
    protected static final String PASSWORD = "a long enough password";

    protected final SetClock clock = new SetClock(Instant.parse("2026-05-01T12:00:00Z"));
    protected final TestDb db = TestDb.open(clock);
    protected final ItemStore store = store();
    protected final Identity identity = open();
    protected final String adminOneTime;
    private final PlatformServer server;
    private final HttpClient http = HttpClient.newHttpClient();

    IdentityTest() {
        adminOneTime =
                identity.people().addFirstAdministrator(ADMIN).orElseThrow().oneTimePassword();
        Hosting hosting = Hosting.of(List.of(IdentityApi.of(identity, options())), identity.authenticators())
                .withClock(clock);
        server = PlatformServer.start(HttpOptions.loopback(0), hosting);
    }

    private ItemStore store() {
        ItemStore made = ItemStore.builder(db.client(), PlatformTable.MODEL)
                .clock(clock)
                .cursorKey(new byte[32])
                .build();
        made.createTables();
        return made;
    }

    protected IdentityOptions options() {
        return IdentityOptions.of("http://localhost/auth/v1", new byte[32], clock)
                .withPasswordCost(new Passwords.Cost(256, 1));
    }

    /** A process of its own, on the same table. */
    protected Identity open() {
        return Identity.open(store, options(), List.of());
    }

    @AfterEach
    void stop() {
        server.close();
        db.close();
    }

    /** An answer's status and body. */
    record Got(int status, JsonNode body) {
        String text(String field) {
            return body.path(field).asText();
        }
    }

    protected Got post(String path, @Nullable Object body, @Nullable String token)
            throws IOException, InterruptedException {
        return send("POST", path, body, token);
    }

    protected Got send(String method, String path, @Nullable Object body, @Nullable String token)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + "/auth/v1" + path))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(Json.bytes(body)));
        if (body != null) {
            request.header("content-type", "application/json");
        }
        if (token != null) {
            request.header("authorization", "Bearer " + token);
        }
        HttpResponse<byte[]> response = http.send(request.build(), BodyHandlers.ofByteArray());
        JsonNode json = response.body().length == 0
                ? MissingNode.getInstance()
                : Json.mapper().readTree(response.body());
        return new Got(response.statusCode(), json);
    }

    protected Got signIn(String email, String password) throws IOException, InterruptedException {
        return post("/sign-in", Map.of("email", email, "password", password), null);
    }

    protected int me(String token) throws IOException, InterruptedException {
        return send("GET", "/me", null, token).status();
    }

    /** Tokens of the first administrator, with a password chosen. */
    protected Got administrator() throws IOException, InterruptedException {
        Got done = post("/sign-in", Map.of("email", ADMIN, "password", adminOneTime, "newPassword", PASSWORD), null);
        assertThat(done.status()).as(done.body().toString()).isEqualTo(200);
        return done;
    }

    /** Somebody with a password of their own; the answer is of the last sign-in. */
    protected Got person(String email, String adminToken) throws IOException, InterruptedException {
        Got added = post("/people", Map.of("email", email, "name", "P"), adminToken);
        assertThat(added.status()).as(added.body().toString()).isEqualTo(201);
        return post(
                "/sign-in",
                Map.of("email", email, "password", added.text("oneTimePassword"), "newPassword", PASSWORD),
                null);
    }
}
