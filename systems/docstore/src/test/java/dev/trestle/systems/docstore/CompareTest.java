package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.docstore.World.Answer;
import dev.trestle.systems.docstore.World.Someone;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CompareTest extends DocstoreTest {
    @Test
    void compare_twoVersions_isUnifiedOrSideBySide() {
        Someone ann = world.ann();
        ann.create("doc", "one\ntwo\nthree\n");
        ann.saveNext("doc", "one\n2\nthree\nfour\n");
        Answer unified = ann.get("compareVersions", "/documents/doc/diff?from=0&to=1");
        assertThat(unified.text()).isEqualTo("--- v0\n+++ v1\n@@ -1,3 +1,4 @@\n one\n-two\n+2\n three\n+four\n");
        JsonNode side = ann.get("compareVersions", "/documents/doc/diff?from=0&to=1&view=side")
                .ok();
        assertThat(side.path("rows").findValuesAsText("kind")).containsExactly("same", "changed", "same", "added");
        assertThat(side.path("added").asInt()).isEqualTo(2);
        ann.get("compareVersions", "/documents/doc/diff?from=0&to=9").is(404);
        ann.get("compareVersions", "/documents/doc/diff?from=0").is(400);
    }

    @Test
    @Tag("slow")
    void compare_twoTimesTenMegabytes_isAnswered() {
        Someone ann = world.ann();
        ann.create("doc", "x");
        ann.save("doc", "\"v0\"", "update", BodyPublishers.ofString(large(1))).is(200);
        ann.save("doc", "\"v1\"", "update", BodyPublishers.ofString(large(2))).is(200);
        Answer unified =
                ann.get("compareVersions", "/documents/doc/diff?from=1&to=2").is(200);
        assertThat(unified.bytes().length).isGreaterThan(1_000_000);
        JsonNode side = ann.get("compareVersions", "/documents/doc/diff?from=1&to=2&view=side")
                .ok();
        assertThat(side.path("truncated").asBoolean()).isTrue();
        assertThat(side.path("rows")).hasSize(5000);
    }

    private static String large(long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        while (text.length() < 10 * 1024 * 1024 - 100) {
            text.append("word ").append(random.nextInt(200)).append('\n');
        }
        return text.toString();
    }
}
