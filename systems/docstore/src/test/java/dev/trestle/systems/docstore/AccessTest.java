package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.docstore.World.Someone;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What follows from access to a document: lists, leaving, handing over. Who may do what is stated and tried for every operation. */
class AccessTest extends DocstoreTest {
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
        imageId = ann.addImage("doc", PNG).is(201).ok().path("imageId").asText();
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
