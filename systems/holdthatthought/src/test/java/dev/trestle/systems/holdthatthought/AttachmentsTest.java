package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.holdthatthought.World.Answer;
import dev.trestle.systems.holdthatthought.World.Someone;
import dev.trestle.testing.OverTheNetworkToo;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files of messages: the sender's own, unused, as stored. */
@OverTheNetworkToo
class AttachmentsTest extends FamilyTest {
    @BeforeEach
    void meet() {
        for (Someone each : List.of(world.rosa(), world.emil(), world.ines())) {
            each.get("getMe", "/me").ok();
        }
        world.emil()
                .post("openConversation", "/messages/conversations", Map.of("participantIds", List.of("ines")))
                .is(201);
    }

    private static JsonNode announce(Someone who, String name) {
        return who.post("uploadAttachment", "/messages/upload", Map.of("filename", name, "contentType", "text/plain"))
                .ok();
    }

    private void put(JsonNode address, String text) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(address.path("uploadUrl").asText()))
                .PUT(BodyPublishers.ofString(text));
        address.path("headers").fields().forEachRemaining(each -> {
            if (!each.getKey().equalsIgnoreCase("host") && !each.getKey().equalsIgnoreCase("content-length")) {
                request.header(each.getKey(), each.getValue().asText());
            }
        });
        HttpResponse<String> answer = world.http().send(request.build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static Answer send(Someone who, Map<String, ?>... files) {
        return who.post("sendMessage", "/messages/emil_ines", Map.of("attachments", List.of(files)));
    }

    @Test
    void sendMessage_withUploads_hasThemForItsConversation() throws Exception {
        JsonNode announced = announce(world.emil(), "Grandma's recipe/é.txt");
        String key = announced.path("s3Key").asText();
        assertThat(key)
                .startsWith("messages/attachments/emil/")
                .endsWith("_Grandma_s_recipe__.txt")
                .isEqualTo(announced.path("key").asText());
        put(announced, "Flour");

        JsonNode sent = send(world.emil(), Map.of("s3Key", key, "fileName", "Grandma's recipe.txt"))
                .is(201)
                .body();

        JsonNode file = sent.path("attachments").get(0);
        assertThat(file.path("filename").asText()).isEqualTo("Grandma's recipe.txt");
        assertThat(file.path("contentType").asText()).isEqualTo("text/plain");
        assertThat(sent.path("messageText").asText()).isEmpty();
        JsonNode seen = world.ines()
                .get("listMessages", "/messages/emil_ines")
                .ok()
                .path("items")
                .get(0)
                .path("attachments")
                .get(0);
        HttpResponse<String> got = world.http()
                .send(
                        HttpRequest.newBuilder(URI.create(seen.path("url").asText()))
                                .build(),
                        BodyHandlers.ofString());
        assertThat(got.body()).isEqualTo("Flour");
        assertThat(world.objects()).contains(key);
        String address = "/download/presigned-url?key=" + key;
        world.ines().get("getDownloadUrl", address).is(200);
        world.rosa().get("getDownloadUrl", address).is(403);
        // Deleted for good once that cannot be taken back any more.
        world.emil()
                .delete(
                        "deleteMessage",
                        "/messages/emil_ines/" + sent.path("messageId").asText())
                .is(200);
        world.ines().get("getDownloadUrl", address).is(403);
        world.emil().get("getDownloadUrl", address).is(403);
        assertThat(world.objects()).contains(key);
        world.clock.advance(Duration.ofMinutes(12));
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(world.objects()).doesNotContain(key));
    }

    @Test
    void sendMessage_foreignReusedOrMissingFile_isRefused() throws Exception {
        JsonNode own = announce(world.emil(), "a.txt");
        String key = own.path("s3Key").asText();
        assertCode(send(world.emil(), Map.of("s3Key", key)), "attachment-not-sent");
        put(own, "text");
        assertCode(send(world.ines(), Map.of("s3Key", key)), "attachment-unknown");
        assertCode(send(world.emil(), Map.of("s3Key", key.replace("a.txt", "b.txt"))), "attachment-unknown");
        assertCode(send(world.emil(), Map.of("s3Key", "letters/1944-06-06/x.pdf")), "attachment-unknown");
        assertCode(send(world.emil(), Map.of("s3Key", "messages/attachments/emil/../ines/x")), "attachment-unknown");
        send(world.emil(), Map.of("s3Key", key), Map.of("s3Key", key)).is(400);
        send(world.emil(), Map.of("s3Key", key, "contentType", "image/png")).is(400);

        send(world.emil(), Map.of("s3Key", key)).is(201);
        assertCode(send(world.emil(), Map.of("s3Key", key)), "attachment-used");
        world.clock.advance(Duration.ofHours(3)); // the upload itself is forgotten by then
        send(world.emil(), Map.of("s3Key", key)).is(400);
        assertThat(world.ines().listed("listMessages", "/messages/emil_ines", 5))
                .hasSize(1);
    }

    private static void assertCode(Answer refused, String code) {
        assertThat(refused.is(400).header("trestle-error")).isEqualTo(code);
    }

    @Test
    void announceAttachment_limits_hold() {
        Map<String, Object> large = Map.of("fileName", "a", "contentType", "text/plain", "size", (25L << 20) + 1);
        world.emil()
                .post("announceAttachment", "/messages/emil_ines/upload-url", large)
                .is(400);
        world.emil()
                .post("uploadAttachment", "/messages/upload", Map.of("fileName", "a"))
                .is(400);
        world.emil()
                .post("uploadAttachment", "/messages/upload", Map.of("fileName", "a", "contentType", "text"))
                .is(400);
        JsonNode many = world.emil()
                .post(
                        "announceAnyAttachment",
                        "/messages/attachments/upload-url",
                        Map.of(
                                "files",
                                List.of(
                                        Map.of("fileName", "a", "contentType", "text/plain"),
                                        Map.of("fileName", "b", "contentType", "text/plain"))))
                .ok();
        assertThat(many.path("uploads")).hasSize(2);
        world.rosa()
                .post(
                        "announceAttachment",
                        "/messages/emil_ines/upload-url",
                        Map.of("fileName", "a", "contentType", "text/plain"))
                .is(403);
        for (int i = 0; i < 8; i++) {
            announce(world.emil(), "x");
        }
        world.emil()
                .post("uploadAttachment", "/messages/upload", Map.of("fileName", "a", "contentType", "text/plain"))
                .is(429);
    }
}
