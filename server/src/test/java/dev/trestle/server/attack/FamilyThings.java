package dev.trestle.server.attack;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Makes what HoldThatThought's operations are about, by its API. */
final class FamilyThings {
    private static final String BASE = "/holdthatthought/v1";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Caller NOBODY = new Caller("nobody", null);

    private final AttackedServer server;

    FamilyThings(AttackedServer server) {
        this.server = server;
    }

    private JsonNode get(Caller by, String path) {
        return server.json(by, "GET", BASE + path, null);
    }

    private JsonNode post(Caller by, String path, @Nullable Object body) {
        return server.json(by, "POST", BASE + path, body);
    }

    void put(Caller by, String path, Object body) {
        server.json(by, "PUT", BASE + path, body);
    }

    void delete(Caller by, String path) {
        server.json(by, "DELETE", BASE + path, null);
    }

    /** The caller's id; the first call makes the profile. */
    String me(Caller caller) {
        return get(caller, "/me").path("userId").asText();
    }

    void change(Caller by, String userId, Map<String, ?> change) {
        server.json(by, "PATCH", BASE + "/admin/users/" + userId, change);
    }

    String invited(Caller by) {
        String email = server.accounts.unique("invited-") + "@matrix.example";
        return post(by, "/admin/users", Map.of("email", email)).path("userId").asText();
    }

    /** Limits are tested elsewhere; the matrix calls more often than any person does. */
    void forgetRates() {
        String table = HoldThatThoughtTable.TABLE.name();
        items(table, item -> text(item, "SK").startsWith("RATE#")).forEach(item -> drop(table, item));
        String support = SupportTable.TABLE.name();
        items(support, item -> text(item, "PK").startsWith("CONTACT_COUNT#")).forEach(item -> drop(support, item));
    }

    private List<Map<String, AttributeValue>> items(String table, Predicate<Map<String, AttributeValue>> wanted) {
        return server.items.scanPaginator(scan -> scan.tableName(table).consistentRead(true)).items().stream()
                .filter(wanted)
                .toList();
    }

    private static String text(Map<String, AttributeValue> item, String attribute) {
        AttributeValue value = item.get(attribute);
        return value == null || value.s() == null ? "" : value.s();
    }

    private void drop(String table, Map<String, AttributeValue> item) {
        Map<String, AttributeValue> key = new LinkedHashMap<>(item);
        key.keySet().retainAll(Set.of("PK", "SK"));
        server.items.deleteItem(request -> request.tableName(table).key(key));
    }

    String newDate() {
        return server.accounts.unique("1950-01-01-m");
    }

    String letter(Caller by, String marker) {
        String date = newDate();
        post(by, "/letters", Map.of("date", date, "title", marker, "content", marker));
        return date;
    }

    /** The time of a letter's version, which an edit makes. */
    String version(Caller by, String date, String marker) {
        put(by, "/letters/" + date, Map.of("content", marker + " again"));
        return get(by, "/letters/" + date + "/versions")
                .at("/items/0/timestamp")
                .asText();
    }

    String scannedLetter(Caller by, String marker) {
        String draft = readyDraft(by);
        String date = newDate();
        Map<String, String> data = Map.of("date", date, "title", marker, "content", marker);
        post(by, "/admin/drafts/" + draft + "/publish", Map.of("finalData", data));
        return date;
    }

    String comment(Caller by, String item, String marker) {
        return post(by, "/comments/" + item, Map.of("commentText", marker))
                .path("commentId")
                .asText();
    }

    String conversation(Caller by, List<String> others, String marker) {
        return post(by, "/messages/conversations", Map.of("participantIds", others, "messageText", marker))
                .path("conversationId")
                .asText();
    }

    String message(Caller by, String conversation, String marker) {
        return post(by, "/messages/" + conversation, Map.of("messageText", marker))
                .path("messageId")
                .asText();
    }

    /** The key of a file that was sent with a message. */
    String attachment(Caller by, List<String> others, String marker) {
        String conversation = conversation(by, others, marker);
        JsonNode announced =
                post(by, "/messages/upload", Map.of("fileName", marker + ".txt", "contentType", "text/plain"));
        send(announced, "text/plain", marker.getBytes(StandardCharsets.UTF_8));
        String key = announced.path("s3Key").asText();
        post(by, "/messages/" + conversation, Map.of("attachments", List.of(Map.of("s3Key", key))));
        return key;
    }

    /** A draft whose file was sent. */
    String sentDraft(Caller by) {
        JsonNode announced =
                post(by, "/letters/upload-request", Map.of("fileCount", 1, "fileTypes", List.of("image/png")));
        send(announced.at("/urls/0"), "image/png", picture());
        return announced.path("uploadId").asText();
    }

    String readyDraft(Caller by) {
        String draft = sentDraft(by);
        post(by, "/letters/process/" + draft, null);
        await().atMost(PATIENCE)
                .until(() -> get(by, "/admin/drafts/" + draft)
                        .path("status")
                        .asText()
                        .equals("ready"));
        return draft;
    }

    /** A medium that waits to be confirmed. */
    String sentMedium(Caller by) {
        JsonNode announced = post(by, "/media/upload-url", Map.of("fileName", "a.png", "contentType", "image/png"));
        send(announced.at("/uploads/0"), "image/png", picture());
        return announced.path("mediaId").asText();
    }

    String medium(Caller by, String marker) {
        String id = sentMedium(by);
        post(by, "/media/" + id + "/confirm", null);
        String small = "media/thumbnails/" + id + "/1600.jpg";
        await().atMost(PATIENCE)
                .until(() -> server.objects
                        .listObjectsV2(list ->
                                list.bucket(HoldThatThoughtFixture.BUCKET).prefix(small))
                        .hasContents());
        server.json(by, "PATCH", BASE + "/media/" + id, Map.of("caption", marker));
        return id;
    }

    String endedExport(Caller by) {
        String work = post(by, "/exports", null).at("/work/workId").asText();
        await().atMost(PATIENCE).until(() -> get(by, "/work/" + work).hasNonNull("endedAt"));
        return work;
    }

    /** Waits until no long work is open: only some of a kind may be under way at a time. */
    void awaitWork() {
        await().atMost(PATIENCE)
                .until(() -> items(
                                SupportTable.TABLE.name(),
                                item -> text(item, "PK").startsWith("LONG_WORK#")
                                        && text(item, "SK").equals("WORK")
                                        && !item.containsKey("endedAt"))
                        .isEmpty());
    }

    /** A book that was made. */
    String endedBook(Caller by) {
        String work =
                post(by, "/books", Map.of("pictures", false)).at("/work/workId").asText();
        await().atMost(PATIENCE).until(() -> get(by, "/work/" + work).hasNonNull("endedAt"));
        return work;
    }

    /** An import whose file has been sent. */
    String announcedImport(Caller by) {
        JsonNode announced = post(by, "/imports", Map.of("fileName", newDate() + ".md"));
        send(announced, announced.path("contentType").asText(), "Rain".getBytes(StandardCharsets.UTF_8));
        return announced.path("importId").asText();
    }

    String contact(Caller admin, String marker) {
        post(NOBODY, "/contact", Map.of("email", "somebody@matrix.example", "message", marker));
        return get(admin, "/admin/contact").at("/items/0/contactId").asText();
    }

    String unsubscribeToken(Caller by, String userId) {
        put(by, "/mail/settings", Map.of("digest", "weekly"));
        return text(
                items(
                                SupportTable.TABLE.name(),
                                item -> text(item, "PK").equals("USER#" + userId)
                                        && text(item, "SK").equals("MAIL"))
                        .get(0),
                "token");
    }

    private void send(JsonNode announced, String type, byte[] file) {
        Map<String, String> headers = new LinkedHashMap<>();
        announced
                .path("headers")
                .properties()
                .forEach(each -> headers.put(
                        each.getKey().toLowerCase(Locale.ROOT), each.getValue().asText()));
        headers.keySet().removeAll(Set.of("host", "content-length"));
        headers.put("content-type", type);
        String url =
                announced.path(announced.has("uploadUrl") ? "uploadUrl" : "url").asText();
        Answer sent = server.send(NOBODY, new Request("PUT", url, headers, file));
        if (!sent.isDone()) {
            throw new IllegalStateException("A file is not taken: " + sent);
        }
    }

    /** One that is like no other: the same bytes are one medium. */
    private byte[] picture() {
        BufferedImage image = new BufferedImage(64, 64, BufferedImage.TYPE_INT_RGB);
        image.setRGB(0, 0, Integer.parseInt(server.accounts.unique("")));
        try (ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            ImageIO.write(image, "png", out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
