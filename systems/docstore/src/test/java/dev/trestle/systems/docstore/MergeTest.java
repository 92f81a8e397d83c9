package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.docstore.World.Someone;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A save that was refused: its text is merged with the current one, and then saved. */
class MergeTest extends DocstoreTest {
    private static JsonNode merge(Someone who, int baseVersion, String base, String text) {
        return who.json(
                        "mergeText",
                        "POST",
                        "/documents/docA/merge",
                        Map.of("baseVersion", baseVersion, "base", base, "text", text))
                .ok();
    }

    @Test
    void merge_afterAConflict_givesWhatCanBeSavedAndSaysWhoseItIs() {
        Someone ann = world.ann();
        Someone bob = world.someone("bob", "acme");
        ann.create("docA", "one\r\ntwo\r\nthree\r\n").is(201);
        ann.share("docA", List.of("bob"), List.of()).is(200);
        bob.save("docA", "\"v0\"", "ONE\r\ntwo\r\nthree\r\n").is(200);
        ann.save("docA", "\"v0\"", "one\ntwo\nthree\nfour\n").is(412);

        JsonNode merged = merge(ann, 0, "one\ntwo\nthree\n", "one\ntwo\nthree\nfour\n");
        assertThat(merged.path("conflicts").asInt()).isZero();
        assertThat(merged.path("version").asInt()).isEqualTo(1);
        assertThat(merged.path("changedBy").findValuesAsText("author")).containsExactly("bob");
        assertThat(String.join("", merged.path("pieces").findValuesAsText("text")))
                .isEqualTo("ONE\ntwo\nthree\nfour\n");
        assertThat(merged.path("pieces").findValuesAsText("kind")).containsExactly("theirs", "same", "mine");
        assertThat(ann.versions("docA")).as("nothing is stored").containsExactly(1, 0);
    }

    @Test
    void merge_ofTheSameLine_isAConflictWithBothTexts() {
        Someone ann = world.ann();
        ann.create("docA", "x\nbase\n").is(201);
        ann.saveNext("docA", "x\ntheirs\n");
        JsonNode conflict =
                merge(ann, 0, "x\nbase\n", "x\nmine\n").path("pieces").get(1);
        assertThat(conflict.path("base").asText()).isEqualTo("base\n");
        assertThat(conflict.path("theirs").asText()).isEqualTo("theirs\n");
        assertThat(conflict.path("mine").asText()).isEqualTo("mine\n");
    }

    @Test
    void handOver_toAMember_makesTheFormerOwnerAnEditorInOneStep() {
        Someone ann = world.ann();
        ann.create("docA", "x").is(201);
        ann.share("docA", List.of("eve"), List.of("bob")).is(200);
        JsonNode access = ann.json("handOver", "POST", "/documents/docA/owner", Map.of("owner", "bob"))
                .ok();
        assertThat(access.path("owner").asText()).isEqualTo("bob");
        assertThat(access.path("editors")).extracting(JsonNode::asText).containsExactly("eve", "ann");
        assertThat(access.path("viewers")).isEmpty();
        assertThat(ann.listed("view=shared", 10)).containsExactly("docA");
        assertThat(ann.listed("view=mine", 10)).isEmpty();
        Someone bob = world.someone("bob", "acme");
        assertThat(bob.listed("view=mine", 10)).containsExactly("docA");
        assertThat(bob.listed("view=shared", 10)).isEmpty();
        ann.json("handOver", "POST", "/documents/docA/owner", Map.of("owner", "ann"))
                .is(403);
        ann.saveNext("docA", "still an editor");
        bob.json("handOver", "POST", "/documents/docA/owner", Map.of("owner", " "))
                .is(400);
        bob.json("handOver", "POST", "/documents/docA/owner", Map.of("owner", "eve"), "if-match", "\"a0\"")
                .is(412);
    }

    @Test
    void handOver_whenNobodyMoreHasRoom_isRefused() {
        Someone ann = world.ann();
        ann.create("docA", "x").is(201);
        List<String> eighty =
                java.util.stream.IntStream.range(0, 80).mapToObj(i -> "u" + i).toList();
        ann.share("docA", List.of(), eighty).is(200);
        assertThat(ann.json("handOver", "POST", "/documents/docA/owner", Map.of("owner", "bob"))
                        .is(409)
                        .header("trestle-error"))
                .isEqualTo("shared-with-too-many");
        ann.json("handOver", "POST", "/documents/docA/owner", Map.of("owner", "u3"))
                .is(200);
    }
}
