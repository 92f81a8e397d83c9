package dev.trestle.server.installation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.server.config.Configuration;
import dev.trestle.server.systems.Systems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections that wait for events end soon after their caller may not be here any more, and those of others stay. */
class SuspendedListenersTest {
    private static final int SECONDS_MAX = 60;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void events_ofATenantThatIsSuspended_end() throws Exception {
        String text = "http.port = 0\ndynamodb.port = 0\ns3.port = 0\ndata = " + directory + "\n";
        try (Installation installation = Installation.openLoaded(new Installation.Start(
                Configuration.parse("test", text, Map.of(), List.of(), Systems.all()),
                Systems::all,
                "trestle test",
                true,
                QuickPasswords.COST))) {
            Client ada = signedIn(installation, "ada@demo.localhost", Map.of());
            Client dora = signedIn(installation, "dora@demo.localhost", Map.of("tenant", "acme"));
            Client ben = new Client(installation.url());
            String refreshToken = ben.signIn(Map.of(
                            "email", "ben@demo.localhost", "password", Installation.DEMO_PASSWORD, "tenant", "globex"))
                    .path("refreshToken")
                    .asText();
            Client emil = signedIn(installation, "emil@demo.localhost", Map.of("tenant", "globex"));
            Listening ofSystem = listen(installation, dora, "/docstore/v1/events");
            Listening ofAll = listen(installation, dora, "/home/v1/events");
            Listening signedOut = listen(installation, ben, "/docstore/v1/events");
            Listening other = listen(installation, emil, "/docstore/v1/events");

            ben.json("POST", "/auth/v1/sign-out", Map.of("refreshToken", refreshToken), 204);
            ada.json("PATCH", "/admin/v1/tenants/acme", Map.of("status", "SUSPENDED"), 200);

            for (Listening each : List.of(ofSystem, ofAll, signedOut)) {
                each.ended().get(SECONDS_MAX, TimeUnit.SECONDS);
            }
            assertThat(dora.send("GET", "/docstore/v1/events", null).statusCode())
                    .isEqualTo(403);
            assertThat(other.ended()).isNotDone();
            emil.json(
                    "POST",
                    "/docstore/v1/documents",
                    Map.of("id", "told", "fileName", "t.md", "fileType", "text/markdown", "content", "x"),
                    201);
            assertThat(other.next().get(SECONDS_MAX, TimeUnit.SECONDS)).isEqualTo("event: document");
        }
    }

    /** Somebody who listens: the next event, and the end of the connection. */
    private record Listening(CompletableFuture<String> next, CompletableFuture<Void> ended) {}

    private static Listening listen(Installation installation, Client client, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(installation.url() + path))
                .header("authorization", "Bearer " + client.token())
                .build();
        HttpResponse<Stream<String>> answer =
                HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofLines());
        assertThat(answer.statusCode()).isEqualTo(200);
        Iterator<String> lines =
                answer.body().filter(line -> line.startsWith("event:")).iterator();
        String first = lines.next();
        while (!first.equals("event: ready")) {
            first = lines.next();
        }
        Listening listening = new Listening(new CompletableFuture<>(), new CompletableFuture<>());
        Thread reader = new Thread(() -> read(lines, listening), "listener of " + path);
        reader.setDaemon(true);
        reader.start();
        return listening;
    }

    private static void read(Iterator<String> lines, Listening listening) {
        try {
            while (lines.hasNext()) {
                listening.next().complete(lines.next());
            }
        } catch (UncheckedIOException cut) {
            // That is an end, too.
        }
        listening.ended().complete(null);
    }

    private static Client signedIn(Installation installation, String email, Map<String, String> more)
            throws IOException, InterruptedException {
        Client client = new Client(installation.url());
        Map<String, String> credentials = new HashMap<>(Map.of("email", email, "password", Installation.DEMO_PASSWORD));
        credentials.putAll(more);
        client.signIn(credentials);
        return client;
    }
}
