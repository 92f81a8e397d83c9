package dev.trestle.systems.unisync;

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
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed in the midst of an import: the next one goes on, and no row is lost or done twice. */
@Tag("once")
@Timeout(300)
class ImportCrashTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final int ROWS = 100;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private record Started(Process process, BufferedReader lines, String url) {
        JsonNode json(String method, String path, String body) throws Exception {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                    .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                    .header("authorization", "Bearer any");
            if (!body.isEmpty()) {
                request.header("content-type", "application/json");
            }
            HttpResponse<String> answer = HTTP.send(request.build(), BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
            return Json.mapper().readTree(answer.body()).path("data");
        }

        String text(String path) throws Exception {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                    .header("authorization", "Bearer any")
                    .build();
            return HTTP.send(request, BodyHandlers.ofString()).body();
        }
    }

    /** {@code ahead} is by how many minutes its clock is: more than the lease of the job that the killed process had. */
    private Started start(String ahead, String point, int passage) throws IOException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + directory,
                        "-Djava.library.path=" + System.getProperty("java.library.path"),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        ImportingServer.class.getName(),
                        directory.toString(),
                        ahead,
                        point,
                        Integer.toString(passage)))
                .redirectError(directory.resolve("stderr").toFile())
                .start();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        return new Started(process, lines, awaitLine(lines, "listening ") + "/unisync/v1");
    }

    private static String awaitLine(BufferedReader lines, String begin) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(begin)) {
                return line.substring(begin.length());
            }
        }
        throw new AssertionError("the process ended before it said " + begin);
    }

    private static void upload(JsonNode announced, String file) throws Exception {
        HttpRequest.Builder put = HttpRequest.newBuilder(
                        URI.create(announced.path("uploadUrl").asText()))
                .PUT(BodyPublishers.ofString(file));
        announced.path("headers").properties().forEach(each -> {
            if (!each.getKey().equalsIgnoreCase("host")) {
                put.header(each.getKey(), each.getValue().asText());
            }
        });
        assertThat(HTTP.send(put.build(), BodyHandlers.discarding()).statusCode())
                .isEqualTo(200);
    }

    /** The first is killed before it commits a step, the second after, and the third ends the work. */
    @Test
    void import_processesKilledAtSteps_nextOneDoesTheRestOnce() throws Exception {
        String importPath;
        String work;
        Started first = start("0", "before", 3);
        try {
            JsonNode announced = first.json("POST", "/imports", "{\"fileName\": \"all.csv\"}");
            upload(
                    announced,
                    "showSetId,area,scene\n"
                            + IntStream.range(0, ROWS)
                                    .mapToObj(i -> "S" + i + ",311,A\n")
                                    .collect(Collectors.joining()));
            importPath = "/imports/" + announced.path("importId").asText();
            work = first.json("POST", importPath + "/start", "").path("workId").asText();
            awaitLine(first.lines(), "reached");
        } finally {
            first.process().destroyForcibly().waitFor();
        }
        Started second = start("3", "after", 2);
        try {
            awaitLine(second.lines(), "reached");
        } finally {
            second.process().destroyForcibly().waitFor();
        }
        Started third = start("6", "never", 0);
        try {
            JsonNode ended = await().atMost(Duration.ofSeconds(120))
                    .until(
                            () -> third.json("GET", "/work/" + work, ""),
                            view -> !view.path("endedAt").isNull());
            assertThat(ended.path("state").asText()).isEqualTo("DONE");
            assertThat(ended.at("/result/rows/created").asInt()).isEqualTo(ROWS);
            assertThat(ended.at("/result/rows/rows").asInt()).isEqualTo(ROWS);
            assertThat(third.json("GET", "/showsets", "")).hasSize(ROWS);
            assertThat(third.text(importPath + "/report").lines().skip(1).toList())
                    .containsExactlyElementsOf(IntStream.range(0, ROWS)
                            .mapToObj(i -> (i + 2) + ",S" + i + ",create,,")
                            .toList());
            Map<String, Integer> created = new HashMap<>();
            for (JsonNode each : activities(third)) {
                created.merge(each.path("showSetId").asText(), 1, Integer::sum);
            }
            assertThat(created).hasSize(ROWS);
            assertThat(created.values()).containsOnly(1);
        } finally {
            third.process().destroyForcibly().waitFor();
        }
    }

    private static List<JsonNode> activities(Started server) throws Exception {
        List<JsonNode> all = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            server.json("GET", "/showsets/S" + i + "/activity", "").forEach(all::add);
        }
        return all;
    }
}
