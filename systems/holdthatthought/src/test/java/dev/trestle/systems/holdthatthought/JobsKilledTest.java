package dev.trestle.systems.holdthatthought;

import static dev.trestle.systems.holdthatthought.ServerProcess.HTTP;
import static dev.trestle.systems.holdthatthought.ServerProcess.awaitWork;
import static dev.trestle.systems.holdthatthought.ServerProcess.request;
import static dev.trestle.systems.holdthatthought.ServerProcess.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that is killed (SIGKILL) in the midst of the jobs of letters that move, comments, messages, imports and exports: the next one finishes them, each thing once. */
@Tag("once")
@Timeout(300)
class JobsKilledTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int LETTERS = 12;
    private static final String OLD = "1943-05-02";
    private static final String NEW = "1944-06-03";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private ServerProcess start(String call, int passage) throws Exception {
        return new ServerProcess(directory, "512m", call, passage);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void deletedConversation_whoseProcessIsKilled_isGoneWithAllItsMessages(int passage) throws Exception {
        String id;
        try (ServerProcess process = start(DraftServer.TRANSACTION, passage)) {
            String url = process.url();
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
            process.arm();
            send("emil", "DELETE", url + "/messages/" + id, null);
            process.awaitStop();
        }
        try (DraftServer next = ServerProcess.next(directory)) {
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
        try (ServerProcess process = start(DraftServer.TRANSACTION, 2)) {
            String url = process.url();
            item = url + "/comments/letters/1943-05-02";
            id = send("emil", "POST", item, Map.of("commentText", "The gate"))
                    .path("commentId")
                    .asText();
            for (int i = 0; i < people; i++) {
                send("cousin" + i, "POST", url + "/reactions/" + id, Map.of());
            }
            process.arm();
            send("emil", "DELETE", item + "/" + id, null);
            process.awaitStop();
        }
        try (DraftServer next = ServerProcess.next(directory)) {
            String url = next.server.url() + "/holdthatthought/v1";
            send("rosa", "POST", url + "/comments/letters/1943-05-02/" + id + "/restore", null);
            await().atMost(PATIENCE).untilAsserted(() -> {
                JsonNode reactions = send("emil", "GET", url + "/reactions/" + id, null);
                assertThat(reactions.path("count").asInt()).isEqualTo(people);
                assertThat(reactions.path("reactions")).hasSize(people);
            });
        }
    }

    /** Among its versions, and among its comments. */
    @ParameterizedTest
    @ValueSource(ints = {4, 16})
    void movedLetter_whoseProcessIsKilled_isWholeUnderItsNewDate(int passage) throws Exception {
        int versions = 9;
        int people = 6;
        try (ServerProcess process = start(DraftServer.TRANSACTION, passage)) {
            String url = process.url();
            send("rosa", "POST", url + "/letters", Map.of("date", OLD, "title", "The gate", "content", "0"));
            for (int i = 1; i <= versions; i++) {
                send("rosa", "PUT", url + "/letters/" + OLD, Map.of("content", "Text " + i));
            }
            for (int i = 0; i < people; i++) {
                String commentId = send(
                                "cousin" + i,
                                "POST",
                                url + "/comments/letters/" + OLD,
                                Map.of("commentText", "Comment " + i))
                        .path("commentId")
                        .asText();
                send("rosa", "POST", url + "/reactions/" + commentId, Map.of());
            }
            process.arm();
            // What decides it may be the transaction that is killed: the page would ask again.
            Map<String, Object> moved = Map.of("content", "Text " + versions, "date", NEW);
            HTTP.sendAsync(
                    request("rosa", "PUT", url + "/letters/" + OLD, moved).build(), BodyHandlers.discarding());
            process.awaitStop();
        }
        try (DraftServer next = ServerProcess.next(directory)) {
            String url = next.server.url() + "/holdthatthought/v1";
            assertWholeAtItsNewDate(url, versions, people); // while it is moved, too
            await().atMost(PATIENCE).untilAsserted(() -> {
                // Nothing is left under the old date once another letter can be written there.
                send("rosa", "POST", url + "/letters", Map.of("date", OLD, "title", "Another", "content", "x"));
            });
            assertWholeAtItsNewDate(url, versions, people);
            assertThat(send("rosa", "GET", url + "/letters/" + OLD + "/versions", null)
                            .path("items"))
                    .isEmpty();
            assertThat(send("rosa", "GET", url + "/comments/letters/" + OLD, null)
                            .path("items"))
                    .isEmpty();
        }
    }

    private static void assertWholeAtItsNewDate(String url, int versions, int people) throws Exception {
        assertThat(send("rosa", "GET", url + "/letters/" + NEW, null)
                        .path("content")
                        .asText())
                .isEqualTo("Text " + versions);
        assertThat(send("rosa", "GET", url + "/letters/" + NEW + "/versions?limit=100", null)
                        .path("items"))
                .hasSize(versions);
        JsonNode comments = send("rosa", "GET", url + "/comments/letters/" + NEW + "?limit=100", null)
                .path("items");
        assertThat(comments).hasSize(people);
        for (JsonNode comment : comments) {
            JsonNode reactions = send(
                    "rosa",
                    "GET",
                    url + "/reactions/" + comment.path("commentId").asText(),
                    null);
            assertThat(reactions.path("count").asInt()).isEqualTo(1);
            assertThat(reactions.path("reactions")).hasSize(1);
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
        try (ServerProcess process = start(DraftServer.TRANSACTION, passage)) {
            String url = process.url();
            JsonNode announced = send("rosa", "POST", url + "/imports", Map.of("fileName", "archive.zip"));
            id = announced.path("importId").asText();
            HttpRequest.Builder put = HttpRequest.newBuilder(
                            URI.create(announced.path("uploadUrl").asText()))
                    .header("content-type", "application/zip")
                    .PUT(BodyPublishers.ofByteArray(archive()));
            assertThat(HTTP.send(put.build(), BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
            process.arm();
            // At the fifth, the answer may never come.
            HTTP.sendAsync(
                    request("rosa", "POST", url + "/imports/" + id + "/start", null)
                            .build(),
                    BodyHandlers.discarding());
            process.awaitStop();
        }
        try (DraftServer next = ServerProcess.next(directory)) {
            String url = next.server.url() + "/holdthatthought/v1";
            JsonNode view = awaitWork("rosa", url + "/imports/" + id, PATIENCE);
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
        try (ServerProcess process = start("putObject:temp/exports/", 1)) {
            String url = process.url();
            for (int i = 0; i < LETTERS; i++) {
                send(
                        "rosa",
                        "POST",
                        url + "/letters",
                        Map.of("date", "1950-01-%02d".formatted(i + 1), "title", "T" + i, "content", "Dear all"));
            }
            process.arm();
            id = send("rosa", "POST", url + "/exports", Map.of("full", true))
                    .path("work")
                    .path("workId")
                    .asText();
            process.awaitStop();
        }
        try (DraftServer next = ServerProcess.next(directory)) {
            String url = next.server.url() + "/holdthatthought/v1";
            JsonNode export = awaitWork("rosa", url + "/exports/" + id, PATIENCE);
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
