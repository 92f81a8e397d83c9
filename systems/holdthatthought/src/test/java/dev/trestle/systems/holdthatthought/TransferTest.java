package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.holdthatthought.World.Someone;
import dev.trestle.testing.OverTheNetworkToo;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;

/** The family takes everything with it, and brings it back. */
@OverTheNetworkToo
class TransferTest extends FamilyTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void export_importedIntoAnEmptyArchive_exportsTheSame() throws Exception {
        write();
        Map<String, byte[]> first = export(world.rosa(), true);
        byte[] archive = zip(first);
        world.close();
        open();
        world.rosa().get("getMe", "/me").ok();

        JsonNode result = imported(archive, "archive.zip", "skip");
        assertThat(result.path("created").asInt()).isEqualTo(3);

        Map<String, byte[]> second = export(world.rosa(), true);
        assertThat(letters(second)).isEqualTo(letters(first));
        assertThat(second.get("1943-05-02.pdf")).isEqualTo(first.get("1943-05-02.pdf"));
    }

    /** All that is about letters, as text. */
    private static Map<String, String> letters(Map<String, byte[]> files) {
        Map<String, String> letters = new TreeMap<>();
        files.forEach((name, bytes) -> {
            if (name.endsWith(".md")) {
                letters.put(name, new String(bytes, StandardCharsets.UTF_8));
            }
        });
        return letters;
    }

    private void write() {
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

    @Test
    void fullExport_manifest_hasTheChecksumOfEachFile() throws Exception {
        write();
        Map<String, byte[]> files = export(world.rosa(), true);

        JsonNode manifest = Json.mapper().readTree(files.get("manifest.json"));
        List<String> listed = new ArrayList<>();
        for (JsonNode line : manifest.path("files")) {
            byte[] content = files.get(line.path("name").asText());
            assertThat(content)
                    .as("%s", line)
                    .isNotNull()
                    .hasSize(line.path("bytes").asInt());
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
            assertThat(line.path("sha256").asText()).isEqualTo(HexFormat.of().formatHex(hash));
            listed.add(line.path("name").asText());
        }
        assertThat(listed)
                .contains("1943-05-02.md", "1943-05-02.pdf", "comments/rosa.json", "people.json", "index.html")
                .anyMatch(name -> name.startsWith("versions/1943-05-02/"));
        assertThat(new String(files.get("index.html"), StandardCharsets.UTF_8))
                .contains("&quot;What&quot;: the children # asked")
                .contains("href=\"1943-05-02.pdf\"");
    }

    @Test
    void export_ofAMember_hasLettersOnly() throws Exception {
        write();

        Map<String, byte[]> files = export(world.emil(), false);

        assertThat(files.keySet())
                .containsExactlyInAnyOrder(
                        "0000-00-00-card.md",
                        "1943-05-02.md",
                        "1943-05-02.pdf",
                        "1988-02-17.md",
                        "index.html",
                        "manifest.json");
        world.emil().post("beginExport", "/exports", Map.of("full", true)).is(403);
        world.tim().post("beginExport", "/exports", Map.of()).is(403);
        world.emil()
                .post("announceImport", "/imports", Map.of("fileName", "a.zip"))
                .is(403);
    }

    @Test
    void getExport_ofAnother_is404() {
        world.rosa().get("getMe", "/me").ok();
        String id = world.rosa()
                .post("beginExport", "/exports", Map.of("full", true))
                .is(202)
                .body()
                .path("work")
                .path("workId")
                .asText();

        world.emil().get("getExport", "/exports/" + id).is(404);
    }

    @Test
    void import_existingDates_areSkippedOrEditedNeverReplaced() throws Exception {
        write();
        byte[] archive = zip(Map.of(
                "1943-05-02.md", bytes("---\ntitle: Another title\n---\n\nAnother text\n"),
                "notes/Walk.md", bytes("---\ncreated: 1951-03-08\n---\nA walk\n"),
                "1961-08-00 postcard.md", bytes("Rain"),
                "undated.md", bytes("No date anywhere"),
                "broken.md", bytes("---\na: b: c\n---\n1999")));
        String id = upload(archive, "archive.zip");

        JsonNode preview = world.rosa()
                .post("startImport", "/imports/" + id + "/start?preview=true", null)
                .ok();
        Map<String, String> outcomes = new TreeMap<>();
        preview.path("files")
                .forEach(file -> outcomes.put(
                        file.path("name").asText(),
                        file.path("outcome").asText() + " " + file.path("date").asText()));
        assertThat(outcomes)
                .containsEntry("1943-05-02.md", "skip 1943-05-02")
                .containsEntry("notes/Walk.md", "create 1951-03-08")
                .containsEntry("1961-08-00 postcard.md", "create 1961-08-00")
                .containsEntry("undated.md", "refused ")
                .containsEntry("broken.md", "refused ");
        assertThat(world.rosa().get("getLetter", "/letters/1951-03-08").status())
                .isEqualTo(404);

        JsonNode result = started(id, "edit");
        assertThat(result.path("created").asInt()).isEqualTo(2);
        assertThat(result.path("edited").asInt()).isEqualTo(1);
        assertThat(result.path("refused").asInt()).isEqualTo(2);
        JsonNode edited = world.rosa().get("getLetter", "/letters/1943-05-02").ok();
        assertThat(edited.path("title").asText()).isEqualTo("Another title");
        assertThat(edited.path("versionCount").asInt()).isEqualTo(2);
    }

    @Test
    void import_hostileArchives_areRefused() throws Exception {
        world.rosa().get("getMe", "/me").ok();
        for (byte[] hostile : List.of(
                zip(Map.of("../../evil.md", bytes("x"))),
                bytes("PK\u0003\u0004 no archive"),
                zip(Map.of("1999-01-01.md", bytes("x"), "1999-01-01.MD", bytes("y"))))) {
            String id = upload(hostile, "archive.zip");
            World.Answer answer = world.rosa()
                    .post("startImport", "/imports/" + id + "/start?preview=true", null)
                    .is(422);
            assertThat(answer.header("trestle-error")).isEqualTo("archive-refused");
        }
        // A bomb is a letter that is too long.
        String bomb = upload(zip(Map.of("1999-01-01.md", new byte[30_000_000])), "archive.zip");
        JsonNode plan = world.rosa()
                .post("startImport", "/imports/" + bomb + "/start?preview=true", null)
                .ok();
        assertThat(plan.path("files").path(0).path("outcome").asText()).isEqualTo("refused");
    }

    @Test
    void import_oneFile_isALetter() throws Exception {
        JsonNode result =
                imported(bytes("---\ndate: 1950-01-01\ntitle: New year\n---\nDear all\n"), "letter.md", "skip");

        assertThat(result.path("created").asInt()).isEqualTo(1);
        assertThat(world.emil()
                        .get("getLetter", "/letters/1950-01-01")
                        .ok()
                        .path("title")
                        .asText())
                .isEqualTo("New year");
        world.rosa()
                .post("announceImport", "/imports", Map.of("fileName", "letter.exe"))
                .is(400);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private JsonNode imported(byte[] file, String name, String existing) throws Exception {
        world.rosa().get("getMe", "/me").ok();
        return started(upload(file, name), existing);
    }

    private JsonNode started(String id, String existing) {
        world.rosa()
                .post("startImport", "/imports/" + id + "/start?existing=" + existing, null)
                .is(202);
        return ended(world.rosa(), "getImport", "/imports/" + id).path("work").path("result");
    }

    private static JsonNode ended(Someone who, String operation, String path) {
        return Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> who.get(operation, path).ok(), view -> {
                    String state = view.path("work").path("state").asText();
                    assertThat(state).as("%s", view).isNotEqualTo("FAILED");
                    return state.equals("DONE");
                });
    }

    private String upload(byte[] file, String name) throws IOException, InterruptedException {
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

    private Map<String, byte[]> export(Someone who, boolean isFull) throws IOException, InterruptedException {
        who.get("getMe", "/me").ok();
        String id = who.post("beginExport", "/exports", Map.of("full", isFull))
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

    private static byte[] zip(Map<String, byte[]> files) throws IOException {
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
