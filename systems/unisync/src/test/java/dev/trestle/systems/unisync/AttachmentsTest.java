package dev.trestle.systems.unisync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.unisync.World.Answer;
import dev.trestle.systems.unisync.World.Someone;
import dev.trestle.systems.unisync.model.UserRole;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Files of notes: sent straight to the object store, looked at there, and only then the note's. */
class AttachmentsTest extends UniSyncTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', 0x0d, 0x0a, 0x1a, 0x0a};

    private static byte[] png(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        System.arraycopy(SIGNATURE, 0, bytes, 0, SIGNATURE.length);
        return bytes;
    }

    private static Map<String, Object> file(String name, long size) {
        return Map.of("fileName", name, "mimeType", "image/png", "fileSize", size);
    }

    private String note(Someone who) {
        return who.post("addNote", "/showsets/SS-1/notes", Map.of("text", "See the picture", "language", "en"))
                .data()
                .path("noteId")
                .asText();
    }

    private Answer announce(Someone who, String noteId, Map<String, Object> file) {
        return who.post("announceAttachment", "/notes/" + noteId + "/attachments", file);
    }

    private Answer confirm(Someone who, String noteId, JsonNode announced) {
        return who.post(
                "confirmAttachment",
                "/notes/" + noteId + "/attachments/"
                        + announced.path("attachmentId").asText() + "/confirm",
                null);
    }

    private static int put(JsonNode announced, byte[] bytes) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(announced.path("uploadUrl").asText()))
                .PUT(BodyPublishers.ofByteArray(bytes));
        announced
                .path("headers")
                .properties()
                .forEach(header ->
                        request.header(header.getKey(), header.getValue().asText()));
        return HTTP.send(request.build(), BodyHandlers.discarding()).statusCode();
    }

    private JsonNode attached(Someone who, String noteId, String name, byte[] bytes) throws Exception {
        JsonNode announced = announce(who, noteId, file(name, bytes.length)).data();
        assertThat(put(announced, bytes)).isEqualTo(200);
        return confirm(who, noteId, announced).data();
    }

    private HttpResponse<byte[]> download(Someone who, String noteId, String id) throws Exception {
        String url = who.get("getAttachment", "/notes/" + noteId + "/attachments/" + id)
                .data()
                .path("url")
                .asText();
        return HTTP.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofByteArray());
    }

    @Test
    void attachment_sentAndConfirmed_isTheSameBytes() throws Exception {
        Someone max = world.user("max", UserRole.BIM_COORDINATOR);
        max.createShowSet("SS-1", "311");
        String noteId = note(max);
        byte[] bytes = png(70_000, 1);
        JsonNode made = attached(max, noteId, "Grundriß 屏幕.png", bytes);

        String id = made.path("id").asText();
        assertThat(made.path("s3Key").asText()).isEqualTo("notes/" + noteId + "/" + id + "/Grundriß 屏幕.png");
        assertThat(made.path("fileSize").asLong()).isEqualTo(bytes.length);
        HttpResponse<byte[]> got = download(max, noteId, id);
        assertThat(got.body()).isEqualTo(bytes);
        assertThat(got.headers().firstValue("content-type")).contains("image/png");
        assertThat(got.headers().firstValue("content-disposition").orElse("")).startsWith("inline");
        assertThat(max.get("getNote", "/notes/" + noteId).data().at("/attachments/0"))
                .isEqualTo(made);
        assertThat(Files.keys(world.bucket()))
                .containsExactly(made.path("s3Key").asText());
        assertThat(max.post("confirmAttachment", "/notes/" + noteId + "/attachments/" + id + "/confirm", null)
                        .data())
                .as("confirmed again")
                .isEqualTo(made);
        assertThat(max.get("getNote", "/notes/" + noteId).data().path("attachments"))
                .hasSize(1);
    }

    @Test
    void attachment_otherThanAnnounced_isRefusedByWhatIsStored() throws Exception {
        Someone max = world.user("max", UserRole.BIM_COORDINATOR);
        Someone dana = world.user("dana", UserRole.DRAFTER_2D);
        max.createShowSet("SS-1", "311");
        String noteId = note(max);
        String other = note(max);
        JsonNode announced = announce(max, noteId, file("a.png", 100)).data();
        assertThat(confirm(max, noteId, announced).status())
                .as("nothing was sent")
                .isEqualTo(409);
        assertThat(put(announced, png(101, 1))).as("longer").isEqualTo(403);
        assertThat(put(announced, new byte[100])).as("no png, but its length").isEqualTo(200);
        assertThat(confirm(max, noteId, announced).code(422)).isEqualTo("VALIDATION_ERROR");
        assertThat(put(announced, png(100, 1))).isEqualTo(200);
        assertThat(confirm(max, other, announced).status()).as("another note").isEqualTo(404);
        assertThat(confirm(dana, noteId, announced).status())
                .as("another person")
                .isEqualTo(404);
        confirm(max, noteId, announced).data();
        assertThat(max.get("getNote", "/notes/" + other).data().path("attachments"))
                .isEmpty();
        assertThat(max.get(
                                "getAttachment",
                                "/notes/" + other + "/attachments/"
                                        + announced.path("attachmentId").asText())
                        .status())
                .isEqualTo(404);
    }

    @Test
    void announcement_beyondLimits_isRefused() {
        Someone max = world.user("max", UserRole.BIM_COORDINATOR);
        max.createShowSet("SS-1", "311");
        String noteId = note(max);
        long limit = 50L * 1024 * 1024;
        assertThat(announce(max, noteId, file("a.png", limit)).status()).isEqualTo(201);
        assertThat(announce(max, noteId, file("a.png", limit + 1)).code(400)).isEqualTo("VALIDATION_ERROR");
        for (String wrong : List.of("", "a/b.png", "a\\b.png", "a\nb.png", "..", "x".repeat(256), "漢".repeat(301))) {
            assertThat(announce(max, noteId, file(wrong, 10)).code(400))
                    .as(wrong)
                    .isEqualTo("VALIDATION_ERROR");
        }
        assertThat(announce(max, noteId, file("漢".repeat(255), 10)).status()).isEqualTo(201);
        assertThat(announce(max, noteId, Map.of("fileName", "a.svg", "mimeType", "image/svg+xml", "fileSize", 10))
                        .code(400))
                .isEqualTo("VALIDATION_ERROR");
        assertThat(announce(max, "note_none", file("a.png", 10)).status()).isEqualTo(404);
    }

    @Test
    @Tag("once")
    void attachments_twentyPeopleAtOnce_loseNothing() throws Exception {
        Someone max = world.user("max", UserRole.BIM_COORDINATOR);
        max.createShowSet("SS-1", "311");
        String noteId = note(max);
        List<Someone> people = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            people.add(world.user("p" + i, UserRole.values()[i % 4]));
        }
        ExecutorService pool = Executors.newFixedThreadPool(20);
        List<Callable<JsonNode>> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int number = i;
            all.add(() -> attached(people.get(number), noteId, number + ".png", png(500 + number, number)));
        }
        List<String> made = new ArrayList<>();
        for (Future<JsonNode> each : pool.invokeAll(all)) {
            made.add(each.get().path("id").asText());
        }
        pool.shutdown();
        List<String> stored = new ArrayList<>();
        max.get("getNote", "/notes/" + noteId)
                .data()
                .path("attachments")
                .forEach(each -> stored.add(each.path("id").asText()));
        assertThat(stored).containsExactlyInAnyOrderElementsOf(made).hasSize(20);
        for (JsonNode each : max.get("getNote", "/notes/" + noteId).data().path("attachments")) {
            int number = Integer.parseInt(each.path("fileName").asText().replace(".png", ""));
            assertThat(download(max, noteId, each.path("id").asText()).body()).isEqualTo(png(500 + number, number));
        }
    }

    @Test
    void upload_neverConfirmed_isSwept() throws Exception {
        Someone max = world.user("max", UserRole.BIM_COORDINATOR);
        max.createShowSet("SS-1", "311");
        String noteId = note(max);
        JsonNode announced = announce(max, noteId, file("a.png", 100)).data();
        assertThat(put(announced, png(100, 1))).isEqualTo(200);
        assertThat(Files.keys(world.bucket())).hasSize(1);

        world.clock.advance(Duration.ofHours(2));
        await().atMost(Duration.ofSeconds(60))
                .until(() -> Files.keys(world.bucket()).isEmpty());
        assertThat(confirm(max, noteId, announced).status()).isIn(404, 410);
        assertThat(max.get("getNote", "/notes/" + noteId).data().path("attachments"))
                .isEmpty();
    }

    @Test
    void attachment_deletedByAuthorOrAdmin_isRemovedFromTheStore() throws Exception {
        Someone max = world.user("max", UserRole.BIM_COORDINATOR);
        Someone dana = world.user("dana", UserRole.DRAFTER_2D);
        Someone admin = world.user("admin", UserRole.ADMIN);
        max.createShowSet("SS-1", "311");
        String noteId = note(max);
        String first = attached(dana, noteId, "1.png", png(100, 1)).path("id").asText();
        String second = attached(max, noteId, "2.png", png(100, 2)).path("id").asText();
        String third = attached(max, noteId, "3.png", png(100, 3)).path("id").asText();
        String path = "/notes/" + noteId + "/attachments/";
        assertThat(dana.delete("deleteAttachment", path + first).code(403)).isEqualTo("FORBIDDEN");
        assertThat(max.delete("deleteAttachment", path + first).status()).isEqualTo(204);
        assertThat(admin.delete("deleteAttachment", path + second).status()).isEqualTo(204);
        assertThat(admin.delete("deleteAttachment", path + second).status()).isEqualTo(404);
        await().atMost(Duration.ofSeconds(60))
                .until(() -> Files.keys(world.bucket()).size() == 1);
        assertThat(Files.keys(world.bucket()).get(0)).contains(third);

        assertThat(max.delete("deleteNote", "/notes/" + noteId).status()).isEqualTo(204);
        await().atMost(Duration.ofSeconds(60))
                .until(() -> Files.keys(world.bucket()).isEmpty());
    }

    @Test
    void showSet_deleted_takesNotesAndFilesWithItAndLeavesItsActivity() throws Exception {
        Someone admin = world.user("admin", UserRole.ADMIN);
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);
        admin.createShowSet("SS-1", "311");
        String noteId = note(cora);
        attached(cora, noteId, "1.png", png(100, 1));
        note(admin);
        assertThat(cora.delete("deleteShowSet", "/showsets/SS-1").code(403)).isEqualTo("FORBIDDEN");

        assertThat(admin.delete("deleteShowSet", "/showsets/SS-1").status()).isEqualTo(204);
        assertThat(admin.get("getShowSet", "/showsets/SS-1").status()).isEqualTo(404);
        assertThat(admin.get("getNote", "/notes/" + noteId).status()).isEqualTo(404);
        assertThat(admin.get("listShowSets", "/showsets").data()).isEmpty();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> Files.keys(world.bucket()).isEmpty());
        await().atMost(Duration.ofSeconds(60))
                .until(() -> admin.post(
                                        "createShowSet",
                                        "/showsets",
                                        Map.of("showSetId", "SS-1", "area", "311", "scene", "X"))
                                .status()
                        == 201);
        List<String> actions = new ArrayList<>();
        admin.get("listRecentActivity", "/activity/recent")
                .data()
                .forEach(each -> actions.add(each.path("action").asText()));
        assertThat(actions).contains("showset_deleted", "note_added", "attachment_added");
        assertThat(admin.get("listNotes", "/showsets/SS-1/notes").data()).isEmpty();
    }
}
