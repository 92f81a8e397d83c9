package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.docstore.World.Answer;
import dev.trestle.systems.docstore.World.Someone;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who may do what: every operation, by everybody whom a document can have, and by those whom it has nothing to do with. */
class AccessMatrixTest extends DocstoreTest {
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0};

    @SuppressWarnings("NullAway.Init")
    private String imageId;

    @SuppressWarnings("NullAway.Init")
    private Map<String, Someone> people;

    @BeforeEach
    void write() {
        people = new LinkedHashMap<>();
        people.put("owner", world.ann());
        people.put("editor", world.someone("ed", "acme"));
        people.put("viewer", world.someone("vi", "acme"));
        people.put("editing group", world.someone("ge", "acme", "writers"));
        people.put("viewing group", world.someone("gv", "acme", "readers"));
        people.put("stranger", world.someone("sam", "acme"));
        people.put("administrator", world.someone("adm", "acme", "tenant-administrators"));
        people.put("other tenant", world.someone("ann", "globex"));
        people.put("other tenant's group", world.someone("gx", "globex", "writers"));
        Someone ann = world.ann();
        ann.create("doc", "zero");
        ann.saveNext("doc", "one");
        ann.share("doc", List.of("ed", "group:writers"), List.of("vi", "group:readers"))
                .is(200);
        imageId = addImage(ann).is(201).ok().path("imageId").asText();
    }

    private static Answer addImage(Someone who) {
        return who.send(
                "addImage",
                who.request("/documents/doc/images")
                        .header("content-type", "image/png")
                        .POST(BodyPublishers.ofByteArray(PNG)));
    }

    /** The statuses of one operation, in the order of the people. */
    private void check(Function<Someone, Answer> operation, int... expected) {
        int i = 0;
        for (Map.Entry<String, Someone> person : people.entrySet()) {
            Answer answer = operation.apply(person.getValue());
            assertThat(answer.status()).as("%s: %s", person.getKey(), answer).isEqualTo(expected[i++]);
            if (answer.status() == 404) {
                assertThat(answer.text()).doesNotContain("acme", "zero", "one");
            }
        }
    }

    private static String tag(Someone ann) {
        return ann.content("doc").tag();
    }

    @Test
    void reads_byEverybody_areForThoseWhomItIsSharedWith() {
        List<String> paths = List.of(
                "getDocument /documents/doc",
                "getContent /documents/doc/content",
                "getVersionContent /documents/doc/versions/0/content",
                "listVersions /documents/doc/versions",
                "compareVersions /documents/doc/diff?from=0&to=1",
                "compareVersions /documents/doc/diff?from=0&to=1&view=side",
                "getAccess /documents/doc/access",
                "getImage /documents/doc/images/" + imageId);
        for (String each : paths) {
            String[] parts = each.split(" ");
            check(who -> who.get(parts[0], parts[1]), 200, 200, 200, 200, 200, 404, 404, 404, 404);
        }
        check(
                who -> who.get("getContent", "/documents/doc/content", "accept", "text/html"),
                200,
                200,
                200,
                200,
                200,
                404,
                404,
                404,
                404);
    }

    @Test
    void changes_byEverybody_areForEditorsAndOwners() {
        Someone ann = world.ann();
        check(who -> who.save("doc", tag(ann), "by " + who.name), 200, 200, 403, 200, 403, 404, 404, 404, 404);
        check(
                who -> who.rollBack("doc", tag(ann), ann.versions("doc").get(1)),
                200,
                200,
                403,
                200,
                403,
                404,
                404,
                404,
                404);
        check(
                who -> who.json("renameDocument", "PATCH", "/documents/doc", Map.of("displayName", "x" + who.name)),
                200,
                200,
                403,
                200,
                403,
                404,
                404,
                404,
                404);
        check(AccessMatrixTest::addImage, 201, 201, 403, 201, 403, 404, 404, 404, 404);
    }

    @Test
    void accessDeleteAndRestore_byEverybody_areForTheOwner() {
        Someone ann = world.ann();
        check(
                who -> who.json(
                        "changeAccess",
                        "PUT",
                        "/documents/doc/access",
                        Map.of(
                                "owner", "ann",
                                "editors", List.of("ed", "group:writers"),
                                "viewers", List.of("vi", "group:readers")),
                        "if-match",
                        ann.get("getAccess", "/documents/doc/access").tag()),
                200,
                403,
                403,
                403,
                403,
                404,
                404,
                404,
                404);
        people.remove("owner");
        check(
                who -> who.json("deleteDocument", "DELETE", "/documents/doc", null),
                403,
                403,
                403,
                403,
                404,
                404,
                404,
                404);
        ann.json("deleteDocument", "DELETE", "/documents/doc", null).is(204);
        check(
                who -> who.json("restoreDocument", "POST", "/documents/doc/restore", null),
                404,
                404,
                404,
                404,
                404,
                404,
                404,
                404);
        ann.json("restoreDocument", "POST", "/documents/doc/restore", null).is(200);
    }

    @Test
    void lists_byEverybody_haveWhatIsTheirs() {
        assertThat(world.ann().listed("view=mine", 10)).containsExactly("doc");
        assertThat(world.ann().listed("view=shared", 10)).isEmpty();
        for (String who : List.of("editor", "viewer", "editing group", "viewing group")) {
            assertThat(people.get(who).listed("view=shared", 10)).as(who).containsExactly("doc");
            assertThat(people.get(who).listed("view=mine", 10)).as(who).isEmpty();
        }
        for (String who : List.of("stranger", "other tenant", "other tenant's group")) {
            assertThat(people.get(who).listed("view=shared", 10)).as(who).isEmpty();
            assertThat(people.get(who).listed("view=mine", 10)).as(who).isEmpty();
        }
        check(who -> who.list("view=tenant"), 403, 403, 403, 403, 403, 403, 200, 403, 403);
        assertThat(people.get("administrator").listed("view=tenant", 10)).containsExactly("doc");
        assertThat(people.get("viewer").listed("view=shared&role=editor", 10)).isEmpty();
        assertThat(people.get("viewer").listed("view=shared&role=viewer", 10)).containsExactly("doc");
    }

    @Test
    void editor_removed_isOutAtOnce() {
        Someone ed = people.get("editor");
        String before = ed.content("doc").tag();
        world.ann().share("doc", List.of(), List.of("vi")).is(200);

        ed.save("doc", before, "too late").is(404);
        ed.content("doc").is(404);
        ed.content("doc", 0).is(404);
        ed.get("getImage", "/documents/doc/images/" + imageId).is(404);
        ed.get("compareVersions", "/documents/doc/diff?from=0&to=1").is(404);
        assertThat(ed.listed("view=shared", 10)).isEmpty();
        people.get("editing group").content("doc").is(404);
        people.get("viewer").content("doc").is(200);
    }

    @Test
    void leave_aViewerAndTheOwner_takesOutWhoIsNamed() {
        people.get("viewer")
                .json("leaveDocument", "POST", "/documents/doc/leave", null)
                .is(204);
        people.get("viewer").content("doc").is(404);
        assertThat(people.get("viewer").listed("view=shared", 10)).isEmpty();
        people.get("editing group")
                .json("leaveDocument", "POST", "/documents/doc/leave", null)
                .is(409);
        people.get("owner")
                .json("leaveDocument", "POST", "/documents/doc/leave", null)
                .is(409);
        people.get("stranger")
                .json("leaveDocument", "POST", "/documents/doc/leave", null)
                .is(404);
    }

    @Test
    void access_handedOver_makesTheOtherTheOwner() {
        Someone ann = world.ann();
        ann.json(
                        "changeAccess",
                        "PUT",
                        "/documents/doc/access",
                        Map.of("owner", "ed", "editors", List.of("ann"), "viewers", List.of()),
                        "if-match",
                        ann.get("getAccess", "/documents/doc/access").tag())
                .is(200);
        assertThat(people.get("editor").listed("view=mine", 10)).containsExactly("doc");
        assertThat(ann.listed("view=mine", 10)).isEmpty();
        assertThat(ann.listed("view=shared", 10)).containsExactly("doc");
        ann.json("deleteDocument", "DELETE", "/documents/doc", null).is(403);
    }

    @Test
    void access_staleOrTooMany_isRefused() {
        Someone ann = world.ann();
        Map<String, Object> list = Map.of("owner", "ann", "editors", List.of("x"), "viewers", List.of());
        ann.json("changeAccess", "PUT", "/documents/doc/access", list).is(428);
        ann.json("changeAccess", "PUT", "/documents/doc/access", list, "if-match", "\"a0\"")
                .is(412);
        List<String> many =
                java.util.stream.IntStream.range(0, 60).mapToObj(i -> "u" + i).toList();
        List<String> others =
                java.util.stream.IntStream.range(60, 90).mapToObj(i -> "u" + i).toList();
        ann.share("doc", many, others).is(400);
        // Everybody is replaced by somebody else: more than one transaction has room for.
        ann.share("doc", many, others.subList(0, 20)).is(200);
        List<String> new80 = java.util.stream.IntStream.range(200, 280)
                .mapToObj(i -> "u" + i)
                .toList();
        ann.share("doc", List.of(), new80).is(200);
        assertThat(world.someone("u79", "acme").listed("view=shared", 10)).isEmpty();
        assertThat(world.someone("u279", "acme").listed("view=shared", 10)).containsExactly("doc");
        ann.saveNext("doc", "with eighty viewers");
    }

    @Test
    void anything_withoutTenant_isRefused() {
        world.someone("ann", "").content("doc").is(403);
        world.someone("ann", "a#b").content("doc").is(403);
        world.someone("group:writers", "acme").content("doc").is(403);
    }
}
