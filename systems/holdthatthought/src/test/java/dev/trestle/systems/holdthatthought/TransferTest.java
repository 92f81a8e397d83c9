package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Reaction;
import dev.trestle.testing.OverTheNetworkToo;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The family takes everything with it, and brings it back. */
@OverTheNetworkToo
class TransferTest extends TransferredFamily {
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
}
