package dev.trestle.systems.zentriqvision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed when it has raised an alert, and again when it has made a clip: nobody is alerted twice, and the clip is made whole. */
@Tag("once")
@Timeout(300)
class PrivacyCrashTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** Behind the end of a dead process's lease. */
    private static final int LATER = 5;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    /** Starts a server that stops at something, does something with it, and kills it when it has stopped. */
    private void killedAt(String step, int minutes, Action action) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + directory,
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        VideoServer.class.getName(),
                        directory.toString(),
                        step,
                        Integer.toString(minutes))
                .redirectError(directory.resolve("stderr").toFile())
                .start();
        try {
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            action.run(awaitLine(lines, "listening ") + "/zentriqvision/v1");
            String unused = awaitLine(lines, "reached ");
        } finally {
            process.destroyForcibly();
            process.waitFor(60, TimeUnit.SECONDS);
        }
    }

    private interface Action {
        void run(String url) throws Exception;
    }

    @Test
    void server_killedWhenItAlertsAndWhenItExports_doublesAndLosesNothing() throws Exception {
        String[] ids = new String[2];
        killedAt("alerts", 0, url -> {
            ids[0] = upload(url);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> get(url + "/videos/" + ids[0])
                            .path("status")
                            .asText()
                            .equals("PROCESSED"));
            JsonNode unused =
                    send(url + "/searches", "POST", Map.of("name", "Red", "filters", Map.of("color", List.of("red"))));
            seen(url, ids[0], "first", 1);
        });
        killedAt("put acme/exports/", LATER, url -> {
            assertThat(get(url + "/alerts").path("count").asInt()).isEqualTo(1);
            ids[1] = send(url + "/exports", "POST", Map.of("videoId", ids[0], "start", 0, "end", 3))
                    .path("exportId")
                    .asText();
        });
        Clock later = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(2 * LATER));
        try (VideoServer last = new VideoServer(directory, later, step -> false)) {
            String url = last.server.url() + "/zentriqvision/v1";
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> get(url + "/exports/" + ids[1])
                            .path("status")
                            .asText()
                            .equals("READY"));
            byte[] clip = HTTP.send(
                            HttpRequest.newBuilder(URI.create(get(url + "/exports/" + ids[1])
                                            .path("clipUrl")
                                            .asText()))
                                    .build(),
                            BodyHandlers.ofByteArray())
                    .body();
            assertThat(get(url + "/exports/" + ids[1] + "/manifest")
                            .at("/clip/sha256")
                            .asText())
                    .isEqualTo(HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(clip)));
            // Whoever is seen after all of this is alerted: then all that was before was followed again.
            seen(url, ids[0], "last", 2);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> get(url + "/alerts").path("count").asInt() >= 2);
            assertThat(get(url + "/alerts").findValuesAsText("personId")).containsExactlyInAnyOrder("first", "last");
        }
    }

    private static void seen(String url, String videoId, String personId, int offset) throws Exception {
        JsonNode answer = send(
                url + "/videos/" + videoId + "/detections",
                "POST",
                Map.of(
                        "batchId",
                        personId,
                        "analyzer",
                        "test",
                        "detections",
                        List.of(Map.of(
                                "personId",
                                personId,
                                "offset",
                                offset,
                                "confidence",
                                0.9,
                                "box",
                                Map.of("x", 0.2, "y", 0.2, "width", 0.2, "height", 0.6),
                                "attributes",
                                Map.of("upperColor", "red")))));
        assertThat(answer.path("accepted").asInt()).as("%s", answer).isEqualTo(1);
    }

    private static String upload(String url) throws Exception {
        byte[] clip = Clips.empty(4);
        JsonNode announced = send(
                url + "/upload",
                "POST",
                Map.of(
                        "fileName",
                        "yard.mp4",
                        "fileType",
                        "video/mp4",
                        "fileSize",
                        clip.length,
                        "recordedAt",
                        Instant.now()
                                .minusSeconds(3600)
                                .truncatedTo(ChronoUnit.SECONDS)
                                .toString()));
        HttpRequest.Builder put = HttpRequest.newBuilder(
                        URI.create(announced.path("presignedUrl").asText()))
                .PUT(BodyPublishers.ofByteArray(clip));
        announced
                .path("headers")
                .properties()
                .forEach(header -> put.header(header.getKey(), header.getValue().asText()));
        assertThat(HTTP.send(put.build(), BodyHandlers.discarding()).statusCode())
                .isEqualTo(200);
        return announced.path("videoId").asText();
    }

    private static JsonNode get(String url) throws Exception {
        return send(url, "GET", null);
    }

    private static JsonNode send(String url, String method, @Nullable Object body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofMinutes(1))
                .header("authorization", "Bearer otto")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(Json.bytes(body)));
        if (body != null) {
            request.header("content-type", "application/json");
        }
        HttpResponse<byte[]> answer = HTTP.send(request.build(), BodyHandlers.ofByteArray());
        assertThat(answer.statusCode())
                .as(new String(answer.body(), StandardCharsets.UTF_8))
                .isBetween(200, 299);
        return Json.mapper().readTree(answer.body());
    }

    private static String awaitLine(BufferedReader lines, String start) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(start)) {
                return line.substring(start.length());
            }
        }
        throw new AssertionError("the process ended");
    }
}
