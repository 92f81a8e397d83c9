package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.holdthatthought.World.Someone;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Reaction;
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
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
    /** More than one transaction takes. */
    private static final int REACTIONS = 120;

    @Test
    void fullExport_importedIntoAnEmptyArchive_exportsTheSame() throws Exception {
        write();
        liveLong();
        Map<String, byte[]> first = export(world.rosa(), true);
        byte[] archive = zip(first);
        world.close();
        open();
        // Of fast edits, the later ones are some milliseconds ahead of the clock.
        world.clock.advance(Duration.ofHours(1));
        world.rosa().get("getMe", "/me").ok();

        String id = upload(archive, "archive.zip");
        JsonNode result = started(id, "skip&people=same");
        assertThat(result.path("created").asInt()).isEqualTo(3);
        assertThat(result.path("comments").asInt()).isEqualTo(3);
        assertThat(result.path("people").asInt())
                .as("all but rosa, who imports")
                .isEqualTo(3);
        assertThat(result.path("media").asInt()).isEqualTo(2);
        assertThat(result.path("refused").asInt()).as("%s", result).isZero();

        Map<String, byte[]> second = export(world.rosa(), true);
        assertThat(second.keySet()).isEqualTo(first.keySet());
        Map<String, String> texts = texts(first);
        Map<String, String> again = texts(second);
        // The importer's own profile was there before and is not replaced.
        for (Map<String, String> each : List.of(texts, again)) {
            each.remove("manifest.json");
            each.compute("people.json", (name, json) -> withoutRosa(json));
        }
        assertThat(again).isEqualTo(texts);
        assertThat(world.emil()
                        .get("listComments", "/comments/2015/christmas-test")
                        .ok()
                        .path("items")
                        .path(0)
                        .path("reactionCount")
                        .asInt())
                .isEqualTo(REACTIONS);
        JsonNode comments = world.emil()
                .get("listComments", "/comments/letters/1943-05-02")
                .ok()
                .path("items");
        // Two comments of one moment stand in any order: the second edit and the reaction are of the first one.
        int edits = 0;
        for (JsonNode each : comments) {
            edits += each.path("editHistory").size();
        }
        assertThat(comments.path(0).path("reactionCount").asInt()).isEqualTo(1);
        assertThat(edits).isEqualTo(2);

        JsonNode twice = started(upload(archive, "archive.zip"), "skip");
        assertThat(twice.path("created").asInt()
                        + twice.path("comments").asInt()
                        + twice.path("people").asInt()
                        + twice.path("media").asInt())
                .as("what is there is left alone")
                .isZero();
    }

    /** So much, and so hard to compress, that the archive is sent in several parts. */
    private static String noise() {
        byte[] bytes = new byte[12 << 20];
        new Random(8_675_309).nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** People who comment, react, have photos and put things into the gallery. */
    private void live() throws Exception {
        world.emil().get("getMe", "/me").ok();
        world.ines().get("getMe", "/me").ok();
        world.tim().get("getMe", "/me").ok();
        String id = world.emil()
                .post("addComment", "/comments/letters/1943-05-02", Map.of("commentText", "The gate"))
                .is(201)
                .body()
                .path("commentId")
                .asText();
        world.emil()
                .put("editComment", "/comments/letters/1943-05-02/" + id, Map.of("commentText", "The gate!"))
                .is(200);
        String liked = world.ines()
                .post("addComment", "/comments/2015/christmas-test", Map.of("commentText", "<3 & more"))
                .is(201)
                .body()
                .path("commentId")
                .asText();
        for (int i = 0; i < REACTIONS; i++) {
            world.tables
                    .store()
                    .put(
                            HoldThatThoughtTable.REACTION,
                            new Reaction("2015/christmas-test", liked, "u" + i, "U", "like", World.MONDAY));
        }
        String first = world.rosa()
                .get("listComments", "/comments/letters/1943-05-02")
                .ok()
                .path("items")
                .path(0)
                .path("commentId")
                .asText();
        world.rosa()
                .put("editComment", "/comments/letters/1943-05-02/" + first, Map.of("commentText", "I remember it"))
                .is(200);
        world.ines()
                .post("react", "/reactions/" + first, Map.of("reactionType", "love"))
                .ok();
        world.emil()
                .put(
                        "updateProfile",
                        "/profile",
                        Map.of(
                                "bio",
                                "Keeper of the gate",
                                "isProfilePrivate",
                                true,
                                "familyRelationships",
                                List.of(Map.of("type", "sibling", "name", "Hanna", "userId", "ines"))))
                .ok();
        medium("notes.txt", "text/plain", "What the tape says");
    }

    /** More than one step of an import, and more than one part of an archive. */
    private void liveLong() throws Exception {
        live();
        medium("tape.txt", "text/plain", noise());
        for (int i = 0; i < 45; i++) {
            world.rosa()
                    .put("editLetter", "/letters/1988-02-17", Map.of("content", "我們都好。" + i))
                    .is(200);
        }
    }

    private void medium(String name, String type, String content) throws Exception {
        JsonNode announced = world.emil()
                .post("announceMedia", "/media/upload-url", Map.of("fileName", name, "contentType", type))
                .ok();
        HttpRequest.Builder put = HttpRequest.newBuilder(
                        URI.create(announced.path("uploadUrl").asText()))
                .header("content-type", type)
                .PUT(BodyPublishers.ofString(content));
        assertThat(world.http().send(put.build(), BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);
        String id = announced.path("mediaId").asText();
        world.emil().post("confirmMedia", "/media/" + id + "/confirm", null).is(201);
        world.emil()
                .json("captionMedium", "PATCH", "/media/" + id, Map.of("caption", "Anna's voice"))
                .is(200);
    }

    private static Map<String, String> texts(Map<String, byte[]> files) {
        Map<String, String> texts = new TreeMap<>();
        files.forEach((name, bytes) -> texts.put(name, new String(bytes, StandardCharsets.UTF_8)));
        return texts;
    }

    private static String withoutRosa(String people) {
        try {
            List<JsonNode> others = new ArrayList<>();
            Json.mapper().readTree(people).forEach(person -> {
                if (!person.path("userId").asText().equals("rosa")) {
                    others.add(person);
                }
            });
            return others.toString();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void import_ofPeople_leavesThemLockedOutUnlessAskedOtherwise() throws Exception {
        write();
        live();
        byte[] archive = zip(export(world.rosa(), true));
        world.close();
        open();

        JsonNode result = imported(archive, "archive.zip", "skip");

        assertThat(result.path("people").asInt()).isEqualTo(3);
        world.emil().get("listLetters", "/letters").is(403);
        JsonNode people =
                world.rosa().get("listAllUsers", "/admin/users?limit=100").ok().path("items");
        assertThat(people)
                .filteredOn(person -> person.path("userId").asText().equals("emil"))
                .singleElement()
                .satisfies(person -> assertThat(person.path("status").asText()).isEqualTo("inactive"));
        world.rosa()
                .json("changeUser", "PATCH", "/admin/users/emil", Map.of("status", "active"))
                .is(200);
        world.emil().get("listLetters", "/letters").is(200);
    }

    @Test
    void import_ofAForgedExport_refusesWhatIsNotAsItShouldBe() throws Exception {
        world.rosa().get("getMe", "/me").ok();
        byte[] forged = zip(Map.of(
                "manifest.json", bytes("{}"),
                "people.json",
                        bytes(
                                "[{\"userId\":\"../x\",\"displayName\":\"X\"},{\"userId\":\"mallory\",\"displayName\":\"\"}]"),
                "comments/a.json",
                        bytes("[{\"commentId\":\"a#b\",\"itemId\":\"letters/1943-05-02\",\"userId\":\"emil\"}]"),
                "comments/b.json", bytes("{\"not\":\"a list\"}"),
                "gallery/pictures.json",
                        bytes("[{\"mediaId\":\"../../x\",\"category\":\"pictures\",\"file\":\"media/x\"}]"),
                "media/x", bytes("x")));

        JsonNode result = imported(forged, "archive.zip", "skip");

        assertThat(result.path("refused").asInt()).isEqualTo(4);
        assertThat(result.path("people").asInt()
                        + result.path("comments").asInt()
                        + result.path("media").asInt())
                .isZero();
        assertThat(world.objects()).noneMatch(key -> key.startsWith("media/"));
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
    }

    /** What a person reads who has nothing but the archive and a browser. */
    @Test
    void fullExport_pages_leadFromLetterToLetterInTheReadersLanguage() throws Exception {
        write();
        world.ines().get("getMe", "/me").ok();
        world.tables
                .store()
                .put(
                        HoldThatThoughtTable.COMMENT,
                        new Comment(
                                "letters/1943-05-02",
                                "c1",
                                "ines",
                                "ines@family.example",
                                null,
                                "<i>There</i> it is",
                                null,
                                null,
                                0,
                                World.MONDAY,
                                null));
        world.rosa()
                .put(
                        "editLetter",
                        "/letters/1943-05-02",
                        Map.of("content", "Dear *Karl*,\n\n<script>alert(1)</script>the sea.\n"))
                .is(200);

        Map<String, String> files = texts(export(world.rosa(), Map.of("full", true, "language", "zh-TW")));

        assertThat(files.get("index.html"))
                .contains("lang=\"zh-TW\"")
                .contains("1943年5月2日", "日期不詳", "共 3 封信")
                .contains("&quot;What&quot;: the children # asked")
                .contains("href=\"read/1943-05-02.html\"", "href=\"1943-05-02.pdf\"");
        assertThat(files.get("read/1943-05-02.html"))
                .contains("<em>Karl</em>", "Anna 致 Karl", "A letter\nof two lines")
                .contains("&lt;i&gt;There&lt;/i&gt; it is", "I remember")
                .contains("href=\"../1943-05-02.pdf\"", "href=\"../1943-05-02.md\"", "href=\"../index.html\"")
                .contains("href=\"0000-00-00-card.html\">上一封：Quinces")
                .contains("href=\"1988-02-17.html\">下一封：信")
                .doesNotContain("<script", "family.example");
        assertThat(files.get("read/0000-00-00-card.html")).doesNotContain("上一封");
        assertThat(files.get("read/1988-02-17.html")).doesNotContain("下一封");
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
                        "read/0000-00-00-card.html",
                        "read/1943-05-02.html",
                        "read/1988-02-17.html",
                        "manifest.json");
        world.emil().post("beginExport", "/exports", Map.of("full", true)).is(403);
        world.tim().post("beginExport", "/exports", Map.of()).is(403);
        world.emil()
                .post("announceImport", "/imports", Map.of("fileName", "a.zip"))
                .is(403);
    }

    @Test
    void fullExport_ofSomebodyWhoIsNoAdministratorAnyMore_isNotGiven() throws Exception {
        world.rosa().get("getMe", "/me").ok();
        world.emil().get("getMe", "/me").ok();
        world.rosa()
                .json("changeUser", "PATCH", "/admin/users/emil", Map.of("groups", List.of("Admins")))
                .is(200);
        String id = world.emil()
                .post("beginExport", "/exports", Map.of("full", true))
                .is(202)
                .body()
                .path("work")
                .path("workId")
                .asText();
        ended(world.emil(), "getExport", "/exports/" + id);

        world.rosa()
                .json("changeUser", "PATCH", "/admin/users/emil", Map.of("groups", List.of("ApprovedUsers")))
                .is(200);

        world.emil().get("getExport", "/exports/" + id).is(403);
        world.emil().get("getBook", "/books/" + id).is(404);
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
        return export(who, Map.of("full", isFull));
    }

    private Map<String, byte[]> export(Someone who, Map<String, ?> asked) throws IOException, InterruptedException {
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
