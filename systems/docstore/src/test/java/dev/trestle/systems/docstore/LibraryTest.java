package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.docstore.World.Answer;
import dev.trestle.systems.docstore.World.Someone;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.Filing;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.testing.OverTheNetworkToo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Folders, tags and templates: what they hold, who sees it, and what is left of it. */
@OverTheNetworkToo
class LibraryTest extends DocstoreTest {
    private String folder(Someone who, String name, @Nullable String parent) {
        Map<String, Object> body = new LinkedHashMap<>(Map.of("name", name));
        if (parent != null) {
            body.put("parentId", parent);
        }
        return who.json("createFolder", "POST", "/folders", body)
                .is(201)
                .body()
                .path("folderId")
                .asText();
    }

    private static Answer file(Someone who, String id, Map<String, ?> change) {
        return who.json("fileDocument", "PATCH", "/documents/" + id + "/filing", change);
    }

    private static Answer change(Someone who, String folder, @Nullable String name, Object... parent) {
        Map<String, Object> body = new LinkedHashMap<>();
        if (name != null) {
            body.put("name", name);
        }
        if (parent.length > 0) {
            body.put("parentId", parent[0].equals("top") ? null : parent[0]);
        }
        return who.json("changeFolder", "PATCH", "/folders/" + folder, body);
    }

    /** The folders as "parent/name documents". */
    private static List<String> folders(Someone who) {
        JsonNode items = who.get("listFolders", "/folders").ok().path("items");
        Map<String, String> names = new LinkedHashMap<>();
        items.forEach(each ->
                names.put(each.path("folderId").asText(), each.path("name").asText()));
        List<String> shown = new ArrayList<>();
        items.forEach(each -> shown.add(names.getOrDefault(each.path("parentId").asText(), "") + "/"
                + each.path("name").asText() + " " + each.path("documents").asInt()));
        return shown;
    }

    private static List<String> tags(Someone who) {
        List<String> shown = new ArrayList<>();
        who.get("listTags", "/tags")
                .ok()
                .path("items")
                .forEach(each -> shown.add(
                        each.path("tag").asText() + " " + each.path("documents").asInt()));
        return shown;
    }

    @Test
    void folders_countsAndTags_tellOfWhatTheCallerMayRead() {
        Someone ann = world.ann();
        Someone bob = world.someone("bob", "acme");
        Someone gil = world.someone("gil", "acme", "all");
        String plans = folder(ann, "Plans", null);
        String roof = folder(bob, "Roof", plans);
        for (String id : List.of("a", "b", "c")) {
            world.clock.advance(Duration.ofSeconds(1));
            ann.create(id, "text of " + id).is(201);
            file(ann, id, Map.of("folderId", roof, "addTags", List.of("Roof", "2031")))
                    .is(200);
        }
        ann.share("b", List.of("bob"), List.of("group:all"));

        assertThat(folders(ann)).containsExactly("/Plans 0", "Plans/Roof 3");
        assertThat(folders(bob)).containsExactly("/Plans 0", "Plans/Roof 1");
        assertThat(folders(world.someone("eve", "acme"))).containsExactly("/Plans 0", "Plans/Roof 0");
        assertThat(folders(world.someone("ann", "globex"))).isEmpty();
        assertThat(tags(ann)).containsExactly("2031 3", "Roof 3");
        assertThat(tags(gil)).containsExactly("2031 1", "Roof 1");
        assertThat(tags(world.someone("eve", "acme"))).isEmpty();
        assertThat(gil.listed("view=all&folder=" + roof, 10)).containsExactly("b");

        ann.share("b", List.of(), List.of());
        assertThat(folders(bob)).containsExactly("/Plans 0", "Plans/Roof 0");
        assertThat(gil.listed("view=all&folder=" + roof, 10)).isEmpty();
        assertThat(gil.listed("view=all&tag=roof", 10)).isEmpty();
    }

    @Test
    void list_byFolderTagOwnerAndName_hasFullPagesInOrder() {
        Someone ann = world.ann();
        Someone bob = world.someone("bob", "acme");
        String plans = folder(ann, "Plans", null);
        for (int i = 0; i < 12; i++) {
            world.clock.advance(Duration.ofSeconds(1));
            String id = "d" + i;
            Someone owner = i % 3 == 0 ? bob : ann;
            owner.create(id, "text " + i).is(201);
            if (i % 3 == 0) {
                bob.share(id, List.of(), List.of("ann"));
            }
            if (i % 2 == 0) {
                file(owner, id, Map.of("folderId", plans, "addTags", List.of(i % 4 == 0 ? "four" : "two")))
                        .is(200);
            }
        }
        assertThat(ann.listed("view=all&folder=" + plans, 2)).containsExactly("d10", "d8", "d6", "d4", "d2", "d0");
        assertThat(ann.listed("view=mine&folder=" + plans, 3)).containsExactly("d10", "d8", "d4", "d2");
        assertThat(ann.listed("view=shared&folder=" + plans, 1)).containsExactly("d6", "d0");
        assertThat(ann.listed("view=all&tag=FOUR&sort=name", 2)).containsExactly("d0", "d4", "d8");
        assertThat(ann.listed("view=all&folder=none&sort=name", 4))
                .containsExactly("d1", "d11", "d3", "d5", "d7", "d9");
        assertThat(ann.listed("view=all&ownedBy=bob", 3)).containsExactly("d9", "d6", "d3", "d0");
        assertThat(ann.listed("view=all&text=text&sort=name&tag=two", 2)).containsExactly("d10", "d2", "d6");
        assertThat(ann.listed("view=all", 5)).hasSize(12);
        ann.list("view=all&sort=size").is(400);
        ann.list("view=all&cursor=nonsense").is(400);
        Someone admin = world.someone("adm", "acme", "tenant-administrators");
        assertThat(admin.listed("view=tenant&folder=" + plans, 10)).hasSize(6);
        assertThat(admin.listed("view=all&folder=" + plans, 10)).isEmpty();
    }

    @Test
    void folder_movedBelowItselfTakenOrTooDeep_isRefused() {
        Someone ann = world.ann();
        String a = folder(ann, "A", null);
        String b = folder(ann, "B", a);
        String c = folder(ann, "C", b);
        assertThat(change(ann, a, null, c).is(409).header("trestle-error")).isEqualTo("folder-loop");
        assertThat(change(ann, a, null, a).is(409).header("trestle-error")).isEqualTo("folder-loop");
        change(ann, c, null, "top").is(200);
        change(ann, c, "a").is(409);
        change(ann, c, "b", a).is(409);
        change(ann, c, "C2", a).is(200);
        change(ann, c, " ").is(400);
        change(ann, c, "x/y").is(400);
        change(ann, c, null, "nowhere").is(400);
        assertThat(folders(ann)).containsExactly("/A 0", "A/B 0", "A/C2 0");

        Someone bob = world.someone("bob", "acme");
        change(bob, a, "Mine").is(403);
        bob.json("deleteFolder", "DELETE", "/folders/" + a, null).is(403);
        change(world.someone("ann", "globex"), a, "Mine").is(404);
        change(world.someone("adm", "acme", "tenant-administrators"), a, "Renamed")
                .is(200);

        String parent = a;
        for (int depth = 2; depth <= 10; depth++) {
            parent = folder(ann, "deep" + depth, parent);
        }
        ann.json("createFolder", "POST", "/folders", Map.of("name", "too deep", "parentId", parent))
                .is(422);
        change(ann, b, null, parent).is(422);
    }

    @Test
    @Tag("once")
    void folders_movedIntoEachOtherAtOnce_makeNoLoop() {
        Someone ann = world.ann();
        for (int round = 0; round < 8; round++) {
            String a = folder(ann, "A" + round, null);
            String b = folder(ann, "B" + round, null);
            CompletableFuture<Integer> one =
                    CompletableFuture.supplyAsync(() -> change(ann, a, null, b).status());
            CompletableFuture<Integer> other =
                    CompletableFuture.supplyAsync(() -> change(ann, b, null, a).status());
            assertThat(List.of(one.join(), other.join())).containsExactlyInAnyOrder(200, 409);
        }
        assertThat(folders(ann))
                .hasSize(16)
                .filteredOn(each -> each.startsWith("/"))
                .hasSize(8);
    }

    @Test
    void folder_deletedWithContents_movesThemUp() {
        Someone ann = world.ann();
        Someone eve = world.someone("eve", "acme");
        String plans = folder(ann, "Plans", null);
        String roof = folder(ann, "Roof", plans);
        String tiles = folder(ann, "Tiles", roof);
        ann.create("a", "text").is(201);
        eve.create("secret", "text").is(201);
        file(ann, "a", Map.of("folderId", roof)).is(200);
        file(eve, "secret", Map.of("folderId", roof)).is(200);
        ann.json("deleteFolder", "DELETE", "/folders/" + roof, null).is(409);
        ann.json("deleteFolder", "DELETE", "/folders/" + roof + "?contents=up", null)
                .is(204);

        // At once, whether or not the job has run.
        assertThat(folders(ann)).containsExactly("/Plans 1", "Plans/Tiles 0");
        assertThat(folders(eve)).containsExactly("/Plans 1", "Plans/Tiles 0");
        assertThat(ann.listed("view=all&folder=" + plans, 10)).containsExactly("a");
        assertThat(ann.get("getDocument", "/documents/a")
                        .ok()
                        .at("/filing/folderId")
                        .asText())
                .isEqualTo(plans);
        file(ann, "a", Map.of("folderId", roof)).is(400);
        ann.json("deleteFolder", "DELETE", "/folders/" + roof, null).is(404);
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(supportKeys()).doesNotContain("FOLDERS#acme FOLDER#" + roof));
        assertThat(folders(ann)).containsExactly("/Plans 1", "Plans/Tiles 0");
        assertThat(world.tables.store().within("acme").all(SupportTable.FILINGS.of(), 10))
                .extracting(Filing::folderId)
                .containsExactly(plans, plans);
        ann.json("deleteFolder", "DELETE", "/folders/" + tiles, null).is(204);
    }

    @Test
    void fileDocuments_several_tellsOfEach() {
        Someone ann = world.ann();
        Someone bob = world.someone("bob", "acme");
        String plans = folder(ann, "Plans", null);
        ann.create("a", "text").is(201);
        ann.create("b", "text").is(201);
        ann.share("b", List.of(), List.of("bob"));
        bob.create("c", "text").is(201);
        Map<String, ?> change =
                Map.of("folderId", plans, "addTags", List.of(" big  plan ", "x"), "removeTags", List.of());
        JsonNode done = bob.json(
                        "fileDocuments",
                        "POST",
                        "/filings",
                        Map.of("documents", List.of("a", "b", "c", "gone"), "change", change))
                .ok()
                .path("items");
        List<String> told = new ArrayList<>();
        done.forEach(each ->
                told.add(each.path("id").asText() + " " + each.path("problem").asText("done")));
        assertThat(told).containsExactly("a not-found", "b forbidden", "c done", "gone not-found");
        assertThat(tags(bob)).containsExactly("big plan 1", "x 1");
        file(bob, "c", Map.of("addTags", List.of("X"), "removeTags", List.of("BIG PLAN")))
                .is(200);
        assertThat(tags(bob)).containsExactly("x 1");
        file(bob, "c", Map.of("addTags", List.of("a,b"))).is(400);
        Object[] many = new Object[21];
        Arrays.setAll(many, i -> "tag" + i);
        file(bob, "c", Map.of("addTags", List.of(many).subList(0, 20))).is(422);
        file(bob, "c", Map.of("addTags", List.of(many))).is(400);
        assertThat(world.tables.items(DocumentsTable.TABLE))
                .as("the documented table knows nothing of it")
                .allSatisfy(item -> assertThat(item).doesNotContainKeys("tags", "folderId"));
    }

    @Test
    void copy_ofATemplate_hasItsContentAndTitleAndIsTheCallers() {
        Someone ann = world.ann();
        Someone bob = world.someone("bob", "acme");
        String plans = folder(ann, "Plans", null);
        ann.create("minutes", "# Minutes\n").is(201);
        ann.share("minutes", List.of(), List.of("bob"));
        bob.json("makeTemplate", "PUT", "/documents/minutes/template", Map.of("titlePattern", "x"))
                .is(403);
        ann.json("makeTemplate", "PUT", "/documents/minutes/template", Map.of("titlePattern", "Minutes {date}"))
                .is(200);
        assertThat(bob.listed("view=all&template=true", 10)).containsExactly("minutes");

        Answer made = bob.json(
                        "copyDocument",
                        "POST",
                        "/documents/minutes/copies",
                        Map.of("folderId", plans),
                        "idempotency-key",
                        "one")
                .is(201);
        String id = made.body().path("id").asText();
        assertThat(made.body().path("displayName").asText()).isEqualTo("Minutes 2031-03-03");
        assertThat(made.body().path("owner").asText()).isEqualTo("bob");
        assertThat(bob.content(id).text()).isEqualTo("# Minutes\n");
        bob.save(id, made.tag(), "# Minutes of today\n").is(200);
        assertThat(bob.listed("view=all&folder=" + plans, 10)).containsExactly(id);
        assertThat(bob.listed("view=all&template=true", 10)).containsExactly("minutes");
        Answer again = bob.json(
                "copyDocument",
                "POST",
                "/documents/minutes/copies",
                Map.of("folderId", plans),
                "idempotency-key",
                "one");
        assertThat(again.body().path("id").asText()).isEqualTo(id);
        world.someone("eve", "acme")
                .json("copyDocument", "POST", "/documents/minutes/copies", null)
                .is(404);
        bob.json("copyDocument", "POST", "/documents/minutes/copies", Map.of("folderId", "nowhere"))
                .is(400);
        ann.json("unmakeTemplate", "DELETE", "/documents/minutes/template", null)
                .is(200);
        assertThat(bob.listed("view=all&template=true", 10)).isEmpty();
    }

    @Test
    void created_documentsTag_isIfMatchOfTheNextSave() {
        Answer made = world.ann().create("doc", "zero").is(201);
        assertThat(made.tag()).isEqualTo("\"v0\"");
        world.ann().save("doc", made.tag(), "one").is(200);
    }

    @Test
    void documents_ofAnotherProgram_areFiledAtOnceAndLeaveNothing() {
        Someone ann = world.ann();
        ann.create("doc", "zero").is(201);
        // What another program leaves: the documented items only.
        assertThat(ann.listed("view=all&folder=none", 10)).containsExactly("doc");
        String plans = folder(ann, "Plans", null);
        file(ann, "doc", Map.of("folderId", plans, "addTags", List.of("x"))).is(200);
        ann.json("addComment", "POST", "/documents/doc/comments", Map.of("text", "Why?"))
                .is(201);
        ann.json("bePresent", "PUT", "/documents/doc/presence", Map.of("editing", true))
                .is(200);

        // Another program deletes its items.
        dev.trestle.model.operation.ItemStore acme = world.tables.store().within("acme");
        acme.delete(
                DocumentsTable.DOCUMENT,
                acme.get(DocumentsTable.LATEST.of("doc")).orElseThrow());
        assertThat(folders(ann)).containsExactly("/Plans 0");
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(supportKeys())
                        .noneMatch(key -> key.matches("(FILINGS#acme doc|COMMENT#.*|PRESENCE#.*)")));
    }

    @Test
    void deletion_keepsFilingAndCommentsForARestoreAndThenRemovesThem() {
        Someone ann = world.ann();
        ann.create("doc", "zero").is(201);
        file(ann, "doc", Map.of("addTags", List.of("x"))).is(200);
        ann.json("addComment", "POST", "/documents/doc/comments", Map.of("text", "Why?"))
                .is(201);
        ann.delete("doc").is(204);
        assertThat(tags(ann)).isEmpty();
        ann.restore("doc").is(200);
        assertThat(tags(ann)).containsExactly("x 1");
        ann.delete("doc").is(204);

        world.clock.advance(Duration.ofSeconds(5));
        ann.create("doc", "another").is(201);
        assertThat(tags(ann)).as("another document of the same id").isEmpty();
        assertThat(ann.get("listComments", "/documents/doc/comments").ok().path("items"))
                .isEmpty();
        file(ann, "doc", Map.of("addTags", List.of("y"))).is(200);
        world.clock.advance(Duration.ofDays(31));
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(supportKeys())
                        .noneMatch(key -> key.startsWith("COMMENT#") || key.startsWith("DELETED#")));
        assertThat(tags(ann)).containsExactly("y 1");
    }

    @Test
    void leftovers_ofDocumentsThatWentUnseen_areSwept() {
        Someone ann = world.ann();
        ann.create("doc", "zero").is(201);
        file(ann, "doc", Map.of("addTags", List.of("x"))).is(200);
        var acme = world.tables.store().within("acme");
        Filing filing = acme.get(SupportTable.FILING_OF.of("doc")).orElseThrow();
        acme.put(SupportTable.FILING, filing.withDocumentId("gone"));
        world.docstore.removeLeftovers();
        assertThat(supportKeys()).contains("FILINGS#acme doc").doesNotContain("FILINGS#acme gone");
    }

    private List<String> supportKeys() {
        return world.tables.items(SupportTable.TABLE).stream()
                .map(item -> item.get("PK").s() + " " + item.get("SK").s())
                .toList();
    }
}
