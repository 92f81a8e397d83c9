package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.docstore.World.Answer;
import dev.trestle.systems.docstore.World.Someone;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.model.DocstoreModel;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.testing.Damage;
import dev.trestle.testing.Target;
import dev.trestle.testing.Targets;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items that do not fit their records: requests for them are refused, everything else goes on. */
@Tag("once")
class DamagedItemsTest {
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', 0x0d, 0x0a, 0x1a, 0x0a, 1, 2};

    /** Entities of which folders, tags, comments and presence are made. */
    private static final Set<String> ORGANISED =
            Set.of("Document", "Folder", "FolderTree", "Filing", "Comment", "Presence");

    private final Target target = Targets.all().findFirst().orElseThrow();
    private final World world = new World(target);
    private final Someone ann = world.ann();
    private final Someone bob = world.someone("bob", "acme");
    private final Someone admin = world.someone("root", "acme", Caller.ADMINISTRATORS);
    private final Set<String> called = new TreeSet<>();
    private String imageId = "";
    private String folderId = "";
    private String commentId = "";

    @BeforeEach
    void fill() {
        for (String id : List.of("victim", "healthy", "gone", "goneToo")) {
            ann.create(id, "# One").is(201);
            ann.saveNext(id, "# Two");
            ann.rollBack(id, ann.content(id).tag(), 0).is(200);
            ann.share(id, List.of("bob"), List.of("carl")).is(200);
            mark(id).is(200);
            imageId =
                    id.equals("victim") ? addImage(ann, id).ok().path("imageId").asText() : imageId;
        }
        ann.json("deleteDocument", "DELETE", "/documents/gone", null).is(204);
        ann.json("deleteDocument", "DELETE", "/documents/goneToo", null).is(204);
        organise("healthy");
        organise("victim");
    }

    private void organise(String id) {
        folderId = ann.json("createFolder", "POST", "/folders", Map.of("name", id))
                .ok()
                .path("folderId")
                .asText();
        ann.json(
                        "fileDocument",
                        "PATCH",
                        "/documents/" + id + "/filing",
                        Map.of("folderId", folderId, "addTags", List.of(id)))
                .is(200);
        commentId = ann.json("addComment", "POST", "/documents/" + id + "/comments", Map.of("text", "Why " + id))
                .ok()
                .path("commentId")
                .asText();
        ann.json("bePresent", "PUT", "/documents/" + id + "/presence", Map.of("editing", true))
                .is(200);
    }

    @AfterEach
    void close() {
        world.close();
    }

    private Answer mark(String id) {
        return ann.json(
                "markVersion",
                "PUT",
                "/documents/" + id + "/versions/1/mark",
                Map.of("name", "second", "pinned", true));
    }

    private static Answer addImage(Someone who, String id) {
        return who.send(
                "addImage",
                who.request("/documents/" + id + "/images")
                        .header("content-type", "image/png")
                        .POST(BodyPublishers.ofByteArray(PNG)));
    }

    /** Of the two of each kind the first. */
    private static boolean isVictim(Map<String, AttributeValue> item) {
        String all = item.toString();
        return !all.contains("healthy") && !all.contains("goneToo");
    }

    @Test
    void everyOperation_itemsThatDoNotFit_failsForThemAlone() {
        Damage damage = new Damage(DocstoreModel.MODEL, world.tables, target.client(), "acme");
        List<String> contents = world.objects();

        Set<String> missed = damage.each((entity, item) -> isVictim(item), this::useAll);

        assertThat(missed).isSubsetOf("Guard", "DeployedModel", "WorkProgress", "StreamPlace", "ObjectTombstone");
        assertThat(world.operations()).as("but events").isSubsetOf(withEvents());
        assertThat(world.objects()).as("what rows name is there").containsAll(contents);
    }

    private Set<String> withEvents() {
        Set<String> all = new TreeSet<>(called);
        all.add("listen");
        return all;
    }

    private void useAll(String damage) {
        assertThat(ann.listed("view=mine", 1)).as(damage).contains("healthy");
        assertThat(admin.listed("view=tenant", 50)).as(damage).contains("healthy");
        assertThat(bob.listed("view=shared", 1)).as(damage).contains("healthy");
        assertThat(ann.listed("view=deleted", 50)).as(damage).contains("goneToo");
        assertThat(ann.listed("view=mine&text=healthy", 50)).as(damage).contains("healthy");
        called.add("listDocuments");
        ann.saveNext("healthy", "# Three " + damage);
        world.docstore.sweepNow();
        if (ORGANISED.contains(damage.substring(0, damage.indexOf(' ')))) {
            organisation(damage);
        }
        read(damage);
        write(damage);
    }

    /** Folders, tags, comments and presence, whose rows no other operation reads. */
    private void organisation(String damage) {
        assertThat(ann.listed("view=all&tag=healthy", 50)).as(damage).contains("healthy");
        assertThat(ann.listed("view=all&sort=name", 50)).as(damage).contains("healthy");
        String at = "/documents/victim";
        String comment = at + "/comments/" + commentId;
        fine(damage, "getHome", ann.get("getHome", "/home"));
        fine(damage, "listFolders", ann.get("listFolders", "/folders"));
        fine(damage, "getFolder", ann.get("getFolder", "/folders/" + folderId));
        fine(damage, "listTags", ann.get("listTags", "/tags"));
        fine(damage, "listComments", ann.get("listComments", at + "/comments"));
        fine(damage, "listReaders", ann.get("listReaders", at + "/readers"));
        fine(damage, "listPresent", ann.get("listPresent", at + "/presence"));
        send(damage, "changeFolder", "PATCH", "/folders/" + folderId, Map.of("name", "other"));
        send(damage, "createFolder", "POST", "/folders", Map.of("name", "new"));
        send(damage, "fileDocument", "PATCH", at + "/filing", Map.of("addTags", List.of("x")));
        send(
                damage,
                "fileDocuments",
                "POST",
                "/filings",
                Map.of("documents", List.of("victim", "healthy"), "change", Map.of("addTags", List.of("healthy"))));
        send(damage, "makeTemplate", "PUT", at + "/template", Map.of("titlePattern", "x"));
        send(damage, "unmakeTemplate", "DELETE", at + "/template", null);
        send(damage, "copyDocument", "POST", at + "/copies", null);
        send(damage, "addComment", "POST", at + "/comments", Map.of("text", "More"));
        send(damage, "editComment", "PATCH", comment, Map.of("text", "Other"));
        send(damage, "resolveComment", "POST", comment + "/resolve", null);
        send(damage, "reopenComment", "POST", comment + "/reopen", null);
        send(damage, "deleteComment", "DELETE", comment, null);
        send(damage, "restoreComment", "POST", comment + "/restore", null);
        send(damage, "bePresent", "PUT", at + "/presence", Map.of("editing", false));
        send(damage, "endPresence", "DELETE", at + "/presence", null);
        send(damage, "deleteFolder", "DELETE", "/folders/" + folderId + "?contents=up", null);
    }

    private void send(String damage, String operation, String method, String path, @Nullable Object body) {
        fine(damage, operation, ann.json(operation, method, path, body));
    }

    private void fine(String damage, String operation, Answer answer) {
        called.add(operation);
        assertThat(answer.status()).as("%s, %s: %s", damage, operation, answer).isLessThan(500);
    }

    private void read(String damage) {
        Map<String, String> paths = new HashMap<>();
        paths.put("getDocument", "");
        paths.put("getContent", "/content");
        paths.put("listVersions", "/versions");
        paths.put("getVersionContent", "/versions/1/content");
        paths.put("compareVersions", "/diff?from=0&to=1");
        paths.put("getAccess", "/access");
        paths.put("getImage", "/images/" + imageId);
        paths.forEach((operation, path) -> fine(damage, operation, ann.get(operation, "/documents/victim" + path)));
        fine(damage, "getDocument", admin.get("getDocument", "/documents/victim"));
        fine(damage, "findPeople", ann.get("findPeople", "/members?text=bob"));
        fine(damage, "findPerson", ann.get("findPerson", "/people?email=bob@example.com"));
        fine(
                damage,
                "previewText",
                ann.send(
                        "previewText",
                        ann.request("/preview")
                                .header("content-type", "text/markdown")
                                .POST(BodyPublishers.ofString("# One"))));
    }

    private void write(String damage) {
        Answer content = ann.content("victim");
        String tag = content.status() == 200 ? content.tag() : "\"0\"";
        Answer access = ann.get("getAccess", "/documents/victim/access");
        String accessTag = access.status() == 200 ? access.tag() : "\"0\"";
        fine(damage, "createDocument", ann.create("victim", "# Again"));
        fine(damage, "saveContent", ann.save("victim", tag, "# Three"));
        fine(damage, "markVersion", mark("victim"));
        fine(
                damage,
                "mergeText",
                ann.json(
                        "mergeText",
                        "POST",
                        "/documents/victim/merge",
                        Map.of("baseVersion", 0, "base", "# One", "text", "# Four")));
        fine(damage, "handOver", ann.json("handOver", "POST", "/documents/victim/owner", Map.of("owner", "ann")));
        fine(
                damage,
                "rollBack",
                ann.rollBack(
                        "victim",
                        ann.content("victim").status() == 200
                                ? ann.content("victim").tag()
                                : tag,
                        1));
        fine(
                damage,
                "renameDocument",
                ann.json("renameDocument", "PATCH", "/documents/victim", Map.of("displayName", "Other")));
        fine(damage, "addImage", addImage(ann, "victim"));
        fine(damage, "leaveDocument", bob.json("leaveDocument", "POST", "/documents/victim/leave", null));
        fine(
                damage,
                "changeAccess",
                ann.json(
                        "changeAccess",
                        "PUT",
                        "/documents/victim/access",
                        Map.of("owner", "ann", "editors", List.of(), "viewers", List.of("bob")),
                        "if-match",
                        accessTag));
        fine(damage, "deleteDocument", ann.json("deleteDocument", "DELETE", "/documents/victim", null));
        fine(damage, "restoreDocument", ann.json("restoreDocument", "POST", "/documents/gone/restore", null));
    }

    @Test
    void list_documentsWithoutListsOrWithSets_hasThem() {
        Map<String, AttributeValue> item = new HashMap<>(world.tables.items(DocumentsTable.TABLE).stream()
                .filter(each ->
                        each.toString().contains("victim") && each.get("sk").s().equals("#LATEST"))
                .findFirst()
                .orElseThrow());
        item.remove("viewers");
        item.remove("id");
        item.put("editors", AttributeValue.fromSs(List.of("bob")));
        world.tables.put(DocumentsTable.TABLE, item);

        assertThat(ann.listed("view=mine", 50)).contains("victim", "healthy");
        assertThat(bob.listed("view=shared", 50)).contains("victim", "healthy");
        assertThat(bob.saveNext("victim", "# Three")).isEqualTo(2);
        assertThat(ann.get("getAccess", "/documents/victim/access")
                        .ok()
                        .path("editors")
                        .get(0)
                        .asText())
                .isEqualTo("bob");
    }

    @Test
    void sweep_versionThatCannotBeRead_keepsItsContent() {
        Map<String, AttributeValue> version = new HashMap<>(world.tables.items(DocumentsTable.TABLE).stream()
                .filter(each ->
                        each.toString().contains("victim") && each.get("sk").s().equals("v1"))
                .findFirst()
                .orElseThrow());
        version.remove("author");
        version.remove("fileSize");
        world.tables.put(DocumentsTable.TABLE, version);
        List<String> before = world.objects();

        assertThat(world.docstore.sweepNow()).isZero();

        assertThat(world.objects()).isEqualTo(before);
        assertThat(ann.versions("victim")).containsExactly(0);
        ann.content("victim", 1).is(422);
        ann.json("deleteDocument", "DELETE", "/documents/victim", null).is(422);
    }

    @Test
    void get_documentThatCannotBeRead_isTheAdministratorsToKnow() {
        Map<String, AttributeValue> item = new HashMap<>(world.tables.items(DocumentsTable.TABLE).stream()
                .filter(each ->
                        each.toString().contains("victim") && each.get("sk").s().equals("#LATEST"))
                .findFirst()
                .orElseThrow());
        item.remove("displayName");
        world.tables.put(DocumentsTable.TABLE, item);

        ann.get("getDocument", "/documents/victim").is(404);
        Answer told = admin.get("getDocument", "/documents/victim").is(422);
        assertThat(told.text()).contains("the attribute displayName is missing").doesNotContain("victim.md");
    }
}
