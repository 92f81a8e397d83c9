package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.model.Scoping;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Letter;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What the family takes with it: who may take what, and that it can be read without a server. */
class ExportTest extends TransferredFamily {
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
    void export_letterWithADateOfAnotherProgram_isInItAsItIs() throws Exception {
        write();
        Letter odd = new Letter("christmas", "Odd", null, "x", null, 0, World.MONDAY, World.MONDAY, "emil");
        world.tables.put(HoldThatThoughtTable.TABLE, HoldThatThoughtTable.LETTER.toItem(odd, Scoping.NONE));
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> world.emil().listed("listLetters", "/letters", 10).size() == 4);

        Map<String, String> files = texts(export(world.emil(), false));

        assertThat(files.get("index.html")).contains("<span>christmas</span>", "href=\"read/christmas.html\"");
        assertThat(files.get("read/christmas.html")).contains("<p class=\"quiet\">christmas</p>");
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
}
