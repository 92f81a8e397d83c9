package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed while it makes, moves and deletes: what the next one shows is right at once, and it goes on to the end. */
@Tag("once")
@Timeout(300)
class KilledServerTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final int FILES = 120;
    private static final int VALUES = 150;
    private static final int REACHED_SECONDS_MAX = 100;

    /** Behind the leases of a dead process, and the time that unfinished rows are left alone. */
    private static final int LATER = 15;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private int minutes;

    private FormKiqServer open() {
        minutes += LATER;
        return new FormKiqServer(
                directory, Clock.offset(Clock.systemUTC(), Duration.ofMinutes(minutes)), client -> client);
    }

    /** Starts a server, asks it for something, and kills it at a write. */
    private void killedAt(String part, int write, String method, String path, @Nullable String body) throws Exception {
        minutes += LATER;
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + directory,
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        FormKiqServer.class.getName(),
                        directory.toString(),
                        part,
                        Integer.toString(write),
                        Integer.toString(minutes))
                .redirectError(directory.resolve("stderr").toFile())
                .start();
        // A read from a process cannot be interrupted: what does not get there must end by itself.
        CompletableFuture.delayedExecutor(REACHED_SECONDS_MAX, TimeUnit.SECONDS).execute(process::destroyForcibly);
        try {
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            String url = awaitLine(lines, "listening ");
            // A server that stops in the request never answers.
            var unused = HTTP.sendAsync(request(url, method, path, body), BodyHandlers.discarding());
            String reached = awaitLine(lines, "reached");
            assertThat(reached).isEmpty();
        } finally {
            process.destroyForcibly();
            process.waitFor(60, TimeUnit.SECONDS);
        }
    }

    private static String awaitLine(BufferedReader lines, String start) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(start)) {
                return line.substring(start.length());
            }
        }
        throw new AssertionError("the process ended");
    }

    private static HttpRequest request(String url, String method, String path, @Nullable String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(Duration.ofMinutes(1))
                .header("authorization", "joe")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        return (body == null ? request : request.header("content-type", "application/json")).build();
    }

    private static int status(FormKiqServer server, String method, String path, @Nullable String body)
            throws Exception {
        return HTTP.send(request(server.url(), method, path, body), BodyHandlers.discarding())
                .statusCode();
    }

    private static JsonNode json(FormKiqServer server, String method, String path, @Nullable String body)
            throws Exception {
        HttpResponse<String> answer = HTTP.send(request(server.url(), method, path, body), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        return Json.mapper().readTree(answer.body());
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofMinutes(1)).pollInterval(Duration.ofMillis(100));
    }

    private static String document(String id) {
        String values =
                IntStream.range(0, VALUES).mapToObj(i -> "\"v" + i + "\"").collect(Collectors.joining(","));
        return "{\"documentId\":\"" + id
                + "\",\"path\":\"many.txt\",\"content\":\"x\",\"attributes\":[{\"key\":\"many\"," + "\"stringValues\":["
                + values + "]}]}";
    }

    private static int found(FormKiqServer server) throws Exception {
        return json(server, "POST", "/search", "{\"query\":{\"attribute\":{\"key\":\"many\",\"eq\":\"v7\"}}}")
                .path("documents")
                .size();
    }

    private static void assertHidden(FormKiqServer server, String id) throws Exception {
        assertThat(status(server, "GET", "/documents/" + id, null)).isEqualTo(404);
        assertThat(found(server)).isZero();
        assertThat(json(server, "GET", "/folders", null).toString()).doesNotContain(id);
    }

    @Test
    void server_killedInACreate_showsNothingOfItAndSweepsIt() throws Exception {
        try (FormKiqServer server = open()) {
            json(server, "POST", "/attributes", "{\"attribute\":{\"key\":\"many\"}}");
        }
        for (int write = 1; write <= 3; write += 2) {
            String id = UUID.randomUUID().toString();
            killedAt("request", write, "POST", "/documents", document(id));
            try (FormKiqServer server = open()) {
                assertHidden(server, id);
                await().until(() -> server.rows(id) == 0);
                await().until(() -> status(server, "POST", "/documents", document(id)) == 201);
                assertThat(found(server)).isEqualTo(1);
                json(server, "DELETE", "/documents/" + id, null);
            }
        }
    }

    @Test
    void server_killedInAMoveAndInADeletion_isRightAtOnceAndGoesOn() throws Exception {
        String id = UUID.randomUUID().toString();
        try (FormKiqServer server = open()) {
            for (int i = 0; i < FILES; i++) {
                json(server, "POST", "/documents", "{\"path\":\"old/" + i + ".txt\",\"content\":\"x\"}");
            }
            json(server, "POST", "/attributes", "{\"attribute\":{\"key\":\"many\"}}");
            json(server, "POST", "/documents", document(id));
        }
        killedAt("job", FILES / 3, "POST", "/indices/folder/move", "{\"source\":\"old\",\"target\":\"new/place\"}");
        try (FormKiqServer server = open()) {
            JsonNode there = json(server, "GET", "/folders?path=new/place&limit=1000", null)
                    .path("documents");
            assertThat(there).hasSize(FILES);
            assertThat(json(server, "GET", "/folders?path=old", null).path("documents"))
                    .isEmpty();
            await().until(() -> paths(server).stream().allMatch(path -> path.startsWith("new/place/")));
        }

        killedAt("job", 1, "DELETE", "/documents/" + id + "?softDelete=true", null);
        try (FormKiqServer server = open()) {
            assertHidden(server, id);
            await().until(() -> server.rows(id) == 0);
            assertHidden(server, id);
            json(server, "PUT", "/documents/" + id + "/restore", null);
            assertThat(found(server)).isEqualTo(1);
            assertThat(json(server, "GET", "/documents/" + id + "/attributes/many", null)
                            .at("/attribute/stringValues"))
                    .hasSize(VALUES);
        }
    }

    private static java.util.List<String> paths(FormKiqServer server) throws Exception {
        java.util.List<String> paths = new java.util.ArrayList<>();
        json(server, "GET", "/folders?path=new/place&limit=1000", null)
                .path("documents")
                .forEach(each -> paths.add(each.path("path").asText()));
        assertThat(paths).hasSize(FILES);
        return paths;
    }
}
