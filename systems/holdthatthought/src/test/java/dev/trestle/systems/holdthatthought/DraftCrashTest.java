package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.holdthatthought.Scanner.Paper;
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
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process that is killed while it processes or publishes a draft: the next one goes on from the confirmed files. */
@Tag("once")
@Timeout(300)
class DraftCrashTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Paper LETTER = Paper.pdf(Papers.pdf(DraftsTest.FIRST, DraftsTest.SECOND));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private Process start(String call, int passage) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + directory,
                        "-Djava.library.path=" + System.getProperty("java.library.path"),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        DraftServer.class.getName(),
                        directory.toString(),
                        call,
                        Integer.toString(passage))
                .redirectError(directory.resolve("stderr").toFile())
                .start();
    }

    private static JsonNode send(String url, String method, @Nullable Object body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofMinutes(1))
                .header("authorization", "Bearer emil")
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

    /** The PDF file, the first page's picture, or the index of pages is not stored yet; then the move of a published scan. */
    @ParameterizedTest
    @CsvSource({"putObject, 1", "putObject, 5", "copyObject, 3"})
    void draft_whoseProcessIsKilled_isFinishedByTheNext(String call, int passage) throws Exception {
        Process process = start(call, passage);
        String id;
        try {
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            String url = awaitLine(lines, "listening ") + "/holdthatthought/v1";
            JsonNode announced = send(
                    url + "/letters/upload-request",
                    "POST",
                    Map.of("fileCount", 1, "fileTypes", List.of("application/pdf")));
            id = announced.path("uploadId").asText();
            assertThat(Scanner.put(announced.at("/urls/0/url").asText(), LETTER))
                    .isEqualTo(200);
            send(url + "/letters/process/" + id, "POST", null);
            if (call.equals("copyObject")) {
                awaitStatus(url, id, "ready");
                publish(url, id);
            }
            awaitLine(lines, "reached ");
        } finally {
            process.destroyForcibly();
            process.waitFor(60, TimeUnit.SECONDS);
        }
        // A clock that is ahead, so that the lease of the dead process is over.
        Clock later = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(5));
        try (DraftServer next = new DraftServer(directory, later, objects -> objects)) {
            String url = next.server.url() + "/holdthatthought/v1";
            if (!call.equals("copyObject")) {
                JsonNode ready = awaitStatus(url, id, "ready");
                assertThat(ready.at("/extractedData/author").asText()).isEqualTo("Emil");
                assertThat(ready.path("pages")).hasSize(2);
                publish(url, id);
            }
            assertThat(Scanner.get(send(url + "/letters/1952-06-15/pdf", "GET", null)
                                    .path("downloadUrl")
                                    .asText())
                            .statusCode())
                    .as("readable throughout")
                    .isEqualTo(200);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> send(url + "/admin/drafts/" + id, "GET", null)
                            .path("s3Key")
                            .asText()
                            .equals("letters/1952-06-15/1952-06-15.pdf"));
            assertThat(send(url + "/letters/1952-06-15/pages", "GET", null).path("pages"))
                    .hasSize(2);
        }
    }

    private static void publish(String url, String id) throws Exception {
        send(
                url + "/admin/drafts/" + id + "/publish",
                "POST",
                Map.of("finalData", Map.of("date", "1952-06-15", "title", "T", "content", "Dear Rosa")));
    }

    private static JsonNode awaitStatus(String url, String id, String status) {
        JsonNode[] seen = {Json.mapper().createObjectNode()};
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    seen[0] = send(url + "/admin/drafts/" + id, "GET", null);
                    return seen[0].path("status").asText().equals(status);
                });
        return seen[0];
    }
}
