package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.holdthatthought.World.Someone;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.awaitility.Awaitility;
import software.amazon.awssdk.core.sync.RequestBody;

/** Some letters, and how they are exported and imported. */
abstract class TransferredFamily extends FamilyTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static Map<String, String> texts(Map<String, byte[]> files) {
        Map<String, String> texts = new TreeMap<>();
        files.forEach((name, bytes) -> texts.put(name, new String(bytes, StandardCharsets.UTF_8)));
        return texts;
    }

    void write() {
        world.rosa().get("getMe", "/me").ok();
        Map<String, Object> letter = new LinkedHashMap<>(Map.of(
                "date", "1943-05-02",
                "title", "\"What\": the children # asked",
                "author", "Anna",
                "recipient", "Karl",
                "tags", List.of("war", "true"),
                "content", "Dear Karl,\n\n---\n\nthe sea.\n"));
        letter.put("description", "A letter\nof two lines");
        world.rosa().post("createLetter", "/letters", letter).is(201);
        world.rosa()
                .put("editLetter", "/letters/1943-05-02", Map.of("content", "Dear Karl, the sea.\n"))
                .is(200);
        world.rosa()
                .post("createLetter", "/letters", Map.of("date", "0000-00-00-card", "title", "Quinces", "content", "x"))
                .is(201);
        world.rosa()
                .post("createLetter", "/letters", Map.of("date", "1988-02-17", "title", "信", "content", "我們都好。"))
                .is(201);
        world.rosa()
                .post("addComment", "/comments/letters/1943-05-02", Map.of("commentText", "I remember"))
                .is(201);
        Objects3.client()
                .putObject(
                        request -> request.bucket(world.bucket)
                                .key("letters/1943-05-02/1943-05-02.pdf")
                                .contentType("application/pdf"),
                        RequestBody.fromString("%PDF-1.4 not really"));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    JsonNode imported(byte[] file, String name, String existing) throws Exception {
        world.rosa().get("getMe", "/me").ok();
        return started(upload(file, name), existing);
    }

    JsonNode started(String id, String existing) {
        world.rosa()
                .post("startImport", "/imports/" + id + "/start?existing=" + existing, null)
                .is(202);
        return ended(world.rosa(), "getImport", "/imports/" + id).path("work").path("result");
    }

    static JsonNode ended(Someone who, String operation, String path) {
        return Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> who.get(operation, path).ok(), view -> {
                    String state = view.path("work").path("state").asText();
                    assertThat(state).as("%s", view).isNotEqualTo("FAILED");
                    return state.equals("DONE");
                });
    }

    String upload(byte[] file, String name) throws IOException, InterruptedException {
        JsonNode announced = world.rosa()
                .post("announceImport", "/imports", Map.of("fileName", name))
                .is(201)
                .body();
        HttpResponse<String> put = world.http()
                .send(
                        HttpRequest.newBuilder(
                                        URI.create(announced.path("uploadUrl").asText()))
                                .header(
                                        "content-type",
                                        announced.path("contentType").asText())
                                .PUT(BodyPublishers.ofByteArray(file))
                                .build(),
                        BodyHandlers.ofString());
        assertThat(put.statusCode()).as(put.body()).isEqualTo(200);
        return announced.path("importId").asText();
    }

    Map<String, byte[]> export(Someone who, boolean isFull) throws IOException, InterruptedException {
        return export(who, Map.of("full", isFull));
    }

    Map<String, byte[]> export(Someone who, Map<String, ?> asked) throws IOException, InterruptedException {
        who.get("getMe", "/me").ok();
        String id = who.post("beginExport", "/exports", asked)
                .is(202)
                .body()
                .path("work")
                .path("workId")
                .asText();
        JsonNode view = ended(who, "getExport", "/exports/" + id);
        byte[] archive = world.http()
                .send(
                        HttpRequest.newBuilder(
                                        URI.create(view.path("downloadUrl").asText()))
                                .build(),
                        BodyHandlers.ofByteArray())
                .body();
        Map<String, byte[]> files = new TreeMap<>();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                files.put(entry.getName(), in.readAllBytes());
            }
        }
        return files;
    }

    static byte[] zip(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                out.putNextEntry(new ZipEntry(file.getKey()));
                out.write(file.getValue());
                out.closeEntry();
            }
        }
        return bytes.toByteArray();
    }
}
