package dev.trestle.systems.zentriqvision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.zentriqvision.model.DataTable;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed in each segment of a video, again and again: what is found at last is what an undisturbed server finds. */
@Tag("once")
@Timeout(300)
class VideoCrashTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final int SECONDS = 6;

    /** Before anything of the first segment; after its appearances; before the second checkpoint, after it; in the last segment. */
    private static final List<String> KILLS =
            List.of("boxes-0000000000", "appearances", "state-0000004000", "delete acme/derived/", "boxes-0000004000");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path undisturbed;

    private Process start(String stopAt, int minutes) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + directory,
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        VideoServer.class.getName(),
                        directory.toString(),
                        stopAt,
                        Integer.toString(minutes))
                .redirectError(directory.resolve("stderr").toFile())
                .start();
    }

    @Test
    void server_killedInEverySegment_findsWhatAnUndisturbedOneFinds() throws Exception {
        assumeTrue(Clips.hasStreet());
        String id = "";
        int minutes = 0;
        for (String stopAt : KILLS) {
            Process process = start(stopAt, minutes);
            try {
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                String url = awaitLine(lines, "listening ") + "/zentriqvision/v1";
                if (id.isEmpty()) {
                    id = upload(url);
                }
                awaitLine(lines, "reached ");
            } finally {
                process.destroyForcibly();
                process.waitFor(60, TimeUnit.SECONDS);
            }
            minutes += 5; // the lease of the dead process is over
        }
        Set<String> expected;
        try (VideoServer calm = new VideoServer(undisturbed, Clock.systemUTC(), step -> false)) {
            String url = calm.server.url() + "/zentriqvision/v1";
            expected = finds(calm, url, upload(url));
        }
        Clock later = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(minutes));
        try (VideoServer last = new VideoServer(directory, later, step -> false)) {
            assertThat(finds(last, last.server.url() + "/zentriqvision/v1", id)).isEqualTo(expected);
        }
    }

    private static String upload(String url) throws Exception {
        byte[] clip = Clips.street(SECONDS);
        JsonNode announced = send(
                url + "/upload",
                "POST",
                Map.of(
                        "fileName", "street.mp4",
                        "fileType", "video/mp4",
                        "fileSize", clip.length,
                        "recordedAt", "2026-03-02T22:00:00Z"));
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

    /** Who was seen when, where and how, without the ids, in which the video's stands; totals equal the appearances. */
    private static Set<String> finds(VideoServer server, String url, String id) {
        JsonNode[] seen = {Json.mapper().createObjectNode()};
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    seen[0] = send(url + "/videos/" + id, "GET", null);
                    return !seen[0].path("status").asText().equals("PROCESSING")
                            && !seen[0].path("status").asText().equals("UPLOADING");
                });
        JsonNode video = seen[0];
        assertThat(video.path("status").asText()).as("%s", video).isEqualTo("PROCESSED");
        assertThat(video.path("appearanceCount").asInt())
                .isEqualTo(video.path("detections").size());
        assertThat(video.path("detections").size()).isGreaterThan(3);
        Set<String> finds = new TreeSet<>();
        video.path("detections").forEach(each -> {
            String person = each.path("personId").asText();
            var counted = server.store
                    .within(World.ACME)
                    .consistent()
                    .get(DataTable.PERSON_DETAILS.of(person))
                    .orElseThrow();
            assertThat(server.store.within(World.ACME).consistent().first(DataTable.FIRST_OF_PERSON.of(person), 100))
                    .hasSize(counted.totalAppearances());
            finds.add(each.path("timestamp") + " " + each.path("box") + " " + each.path("attributes") + " "
                    + each.path("confidence") + " of " + counted.totalAppearances());
        });
        return finds;
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
