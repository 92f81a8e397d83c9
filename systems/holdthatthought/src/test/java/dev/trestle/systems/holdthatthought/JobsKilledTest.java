package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that is killed (SIGKILL) in the midst of the jobs of comments, messages, imports and exports: the next one finishes them, each thing once. */
@Tag("once")
@Timeout(300)
class JobsKilledTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int LETTERS = 12;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private @Nullable Process process;
    private @Nullable BufferedReader lines;

    private String start(String call, int passage) throws Exception {
        Process started = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + directory,
                        "-Djava.library.path=" + System.getProperty("java.library.path"),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        DraftServer.class.getName(),
                        directory.toString(),
                        call,
                        Integer.toString(passage),
                        "armed")
                .redirectError(directory.resolve("stderr").toFile())
                .start();
        process = started;
        lines = new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
        return line("listening ") + "/holdthatthought/v1";
    }

    /** What follows the beginning of a line that the process prints. */
    private String line(String start) throws Exception {
        return CompletableFuture.supplyAsync(() -> read(start)).get(60, TimeUnit.SECONDS);
    }

    private String read(String start) {
        BufferedReader from = lines;
        try {
            for (String line = from == null ? null : from.readLine(); line != null; line = from.readLine()) {
                if (line.startsWith(start)) {
                    return line.substring(start.length());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new AssertionError("the process ended");
    }

    /** From now on calls count. */
    private void arm() throws IOException {
        Files.createFile(directory.resolve(DraftServer.ARMED));
    }

    private void kill() throws InterruptedException {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
            running.waitFor(60, TimeUnit.SECONDS);
        }
    }

    /** The next process, on the same directory, with a clock that is ahead, so that the dead one's leases are over. */
    private DraftServer next() {
        return new DraftServer(directory, Clock.offset(Clock.systemUTC(), Duration.ofMinutes(5)), objects -> objects);
    }

    private static HttpResponse<byte[]> request(String who, String method, String url, @Nullable Object body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofMinutes(1))
                .header("authorization", "Bearer " + who)
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(Json.bytes(body)));
        if (body != null) {
            request.header("content-type", "application/json");
        }
        return HTTP.send(request.build(), BodyHandlers.ofByteArray());
    }

    private static JsonNode send(String who, String method, String url, @Nullable Object body) throws Exception {
        HttpResponse<byte[]> answer = request(who, method, url, body);
        assertThat(answer.statusCode())
                .as(new String(answer.body(), StandardCharsets.UTF_8))
                .isBetween(200, 299);
        return Json.mapper().readTree(answer.body());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void deletedConversation_whoseProcessIsKilled_isGoneWithAllItsMessages(int passage) throws Exception {
        String id;
        try {
            String url = start(DraftServer.TRANSACTION, passage);
            send("ines", "GET", url + "/me", null);
            id = send(
                            "emil",
                            "POST",
                            url + "/messages/conversations",
                            Map.of("participantIds", List.of("ines"), "messageText", "0"))
                    .path("conversationId")
                    .asText();
            for (int i = 1; i < 60; i++) {
                send(i % 2 == 0 ? "emil" : "ines", "POST", url + "/messages/" + id, Map.of("messageText", "Word " + i));
            }
            arm();
            send("emil", "DELETE", url + "/messages/" + id, null);
            line("reached ");
        } finally {
            kill();
        }
        try (DraftServer next = next()) {
            String url = next.server.url() + "/holdthatthought/v1";
            await().atMost(PATIENCE).untilAsserted(() -> {
                // The conversation of two can be begun again once nothing of the old one is left.
                JsonNode begun = send(
                        "emil", "POST", url + "/messages/conversations", Map.of("participantIds", List.of("ines")));
                assertThat(begun.path("conversationId").asText()).isEqualTo(id);
            });
            assertThat(send("ines", "GET", url + "/messages/" + id + "?limit=100", null)
                            .path("items"))
                    .isEmpty();
        }
    }

    @Test
    void deletedComment_whoseProcessIsKilled_comesBackWithAllItsReactions() throws Exception {
        int people = 70;
        String id;
        String item;
        try {
            String url = start(DraftServer.TRANSACTION, 2);
            item = url + "/comments/letters/1943-05-02";
            id = send("emil", "POST", item, Map.of("commentText", "The gate"))
                    .path("commentId")
                    .asText();
            for (int i = 0; i < people; i++) {
                send("cousin" + i, "POST", url + "/reactions/" + id, Map.of());
            }
            arm();
            send("emil", "DELETE", item + "/" + id, null);
            line("reached ");
        } finally {
            kill();
        }
        try (DraftServer next = next()) {
            String url = next.server.url() + "/holdthatthought/v1";
            send("rosa", "POST", url + "/comments/letters/1943-05-02/" + id + "/restore", null);
            await().atMost(PATIENCE).untilAsserted(() -> {
                JsonNode reactions = send("emil", "GET", url + "/reactions/" + id, null);
                assertThat(reactions.path("count").asInt()).isEqualTo(people);
                assertThat(reactions.path("reactions")).hasSize(people);
            });
        }
    }

    private static byte[] archive() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            List<Map<String, Object>> comments = new ArrayList<>();
            for (int i = 0; i < LETTERS; i++) {
                String date = "1950-01-%02d".formatted(i + 1);
                put(zip, date + ".md", "---\ntitle: Letter " + i + "\n---\nDear all " + i);
                comments.add(Map.of(
                        "itemId",
                        "letters/" + date,
                        "commentId",
                        "c" + i,
                        "userId",
                        "hanna",
                        "userName",
                        "Hanna",
                        "commentText",
                        "Yes",
                        "createdAt",
                        "2001-01-01T00:00:00.000Z",
                        "reactions",
                        List.of(),
                        "formerTexts",
                        List.of()));
            }
            put(zip, "manifest.json", "{}");
            put(zip, "comments/hanna.json", new String(Json.bytes(comments), StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static void put(ZipOutputStream zip, String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }

    /** Among the letters, and among the comments. */
    @ParameterizedTest
    @ValueSource(ints = {5, 20})
    void import_whoseProcessIsKilled_hasEverythingOnce(int passage) throws Exception {
        String id;
        try {
            String url = start(DraftServer.TRANSACTION, passage);
            JsonNode announced = send("rosa", "POST", url + "/imports", Map.of("fileName", "archive.zip"));
            id = announced.path("importId").asText();
            HttpRequest.Builder put = HttpRequest.newBuilder(
                            URI.create(announced.path("uploadUrl").asText()))
                    .header("content-type", "application/zip")
                    .PUT(BodyPublishers.ofByteArray(archive()));
            assertThat(HTTP.send(put.build(), BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
            arm();
            // At the fifth, the answer may never come.
            HTTP.sendAsync(
                    HttpRequest.newBuilder(URI.create(url + "/imports/" + id + "/start"))
                            .header("authorization", "Bearer rosa")
                            .POST(BodyPublishers.noBody())
                            .build(),
                    BodyHandlers.discarding());
            line("reached ");
        } finally {
            kill();
        }
        try (DraftServer next = next()) {
            String url = next.server.url() + "/holdthatthought/v1";
            JsonNode view = await().atMost(PATIENCE)
                    .until(
                            () -> send("rosa", "GET", url + "/imports/" + id, null),
                            found -> found.path("work").path("state").asText().equals("DONE"));
            JsonNode result = view.path("work").path("result");
            assertThat(result.path("created").asInt()).isEqualTo(LETTERS);
            assertThat(result.path("refused").asInt()).isZero();
            assertThat(send("rosa", "GET", url + "/letters?limit=100", null).path("items"))
                    .hasSize(LETTERS);
            for (int i = 0; i < LETTERS; i++) {
                String item = url + "/comments/letters/1950-01-%02d".formatted(i + 1);
                assertThat(send("rosa", "GET", item, null).path("items")).hasSize(1);
            }
        }
    }

    @Test
    void export_whoseProcessIsKilled_isCompleteAfterwards() throws Exception {
        String id;
        try {
            String url = start("putObject:temp/exports/", 1);
            for (int i = 0; i < LETTERS; i++) {
                send(
                        "rosa",
                        "POST",
                        url + "/letters",
                        Map.of("date", "1950-01-%02d".formatted(i + 1), "title", "T" + i, "content", "Dear all"));
            }
            arm();
            id = send("rosa", "POST", url + "/exports", Map.of("full", true))
                    .path("work")
                    .path("workId")
                    .asText();
            line("reached ");
        } finally {
            kill();
        }
        try (DraftServer next = next()) {
            String url = next.server.url() + "/holdthatthought/v1";
            JsonNode export = await().atMost(PATIENCE)
                    .until(
                            () -> send("rosa", "GET", url + "/exports/" + id, null),
                            found -> found.path("work").path("state").asText().equals("DONE"));
            byte[] zip = HTTP.send(
                            HttpRequest.newBuilder(URI.create(
                                            export.path("downloadUrl").asText()))
                                    .build(),
                            BodyHandlers.ofByteArray())
                    .body();
            List<String> names = new ArrayList<>();
            try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(zip))) {
                for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                    names.add(entry.getName());
                }
            }
            assertThat(names).contains("1950-01-01.md", "1950-01-12.md", "index.html", "manifest.json");
        }
    }
}
