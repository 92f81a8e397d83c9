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
}
