package dev.trestle.conformance.soak;

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
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** People over the server's own port: an administrator who adds them and changes their names, signed in through every restart. */
final class PeopleLoad implements Load {
    private static final int PEOPLE = 8;
    private static final String PASSWORD = "a long enough password";

    private final Ledger ledger;
    private final TreeMap<String, String> ids = new TreeMap<>();
    private HttpClient http = HttpClient.newHttpClient();
    private Life life;
    private String token = "";
    private long number;

    PeopleLoad(AtomicInteger acknowledgements, Life life) {
        this.ledger = new Ledger(acknowledgements);
        this.life = life;
    }

    private record Got(int status, JsonNode body) {}

    private Got send(String method, String path, @Nullable Object body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(life.server() + "/auth/v1" + path))
                .timeout(Duration.ofSeconds(30))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(Json.bytes(body)))
                .header("content-type", "application/json");
        if (!token.isEmpty()) {
            request.header("authorization", "Bearer " + token);
        }
        HttpResponse<byte[]> response = http.send(request.build(), BodyHandlers.ofByteArray());
        return new Got(response.statusCode(), Json.mapper().readTree(response.body()));
    }

    /** The session of the life before goes on; on the first there is none. */
    @Override
    public void connect(Life next) throws Exception {
        life = next;
        http = HttpClient.newHttpClient();
        if (token.isEmpty()) {
            signIn(Map.of(
                    "email", "admin@localhost.local", "password", next.oneTimePassword(), "newPassword", PASSWORD));
        }
        if (send("GET", "/me", null).status() != 200) {
            token = "";
            signIn(Map.of("email", "admin@localhost.local", "password", PASSWORD));
        }
    }

    private void signIn(Map<String, String> body) throws Exception {
        Got got = send("POST", "/sign-in", body);
        assertThat(got.status()).as(String.valueOf(got.body())).isEqualTo(200);
        token = got.body().path("accessToken").asText();
    }

    @Override
    public void step(Random random) throws Exception {
        if (ids.size() < PEOPLE) {
            String email = "p" + ++number + "@example.org";
            Got made = send("POST", "/people", Map.of("email", email, "name", "new"));
            expect(made, 201);
            String id = made.body().at("/person/personId").asText();
            ids.put(id, email);
            ledger.write(Set.of(id), "new", () -> {});
            return;
        }
        String id = ids.keySet().stream()
                .skip(random.nextInt(ids.size()))
                .findFirst()
                .orElseThrow();
        String name = "n" + ++number;
        ledger.write(Set.of(id), name, () -> expect(send("PATCH", "/people/" + id, Map.of("name", name)), 200));
    }

    /** An answer that says no is a fault of the server's: nothing else was asked of it. */
    private static void expect(Got got, int status) throws IOException {
        if (got.status() == 503) {
            throw new IOException("not now");
        }
        if (got.status() != status) {
            throw new AssertionError(got.status() + " " + got.body());
        }
    }

    @Override
    public void check(String where) throws Exception {
        ledger.check(where + ", people", id -> {
            Got got = send("GET", "/people/" + id, null);
            return got.status() == 404 ? Ledger.ABSENT : got.body().path("name").asText();
        });
    }
}
