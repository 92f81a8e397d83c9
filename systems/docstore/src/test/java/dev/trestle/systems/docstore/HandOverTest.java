package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.docstore.World.Answer;
import dev.trestle.systems.docstore.World.Someone;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A document gets another owner, and the former one stays as an editor. */
class HandOverTest extends DocstoreTest {
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
        List<String> eighty = IntStream.range(0, 80).mapToObj(i -> "u" + i).toList();
        ann.share("docA", List.of(), eighty).is(200);
        assertThat(ann.json("handOver", "POST", "/documents/docA/owner", Map.of("owner", "bob"))
                        .is(409)
                        .header("trestle-error"))
                .isEqualTo("shared-with-too-many");
        ann.json("handOver", "POST", "/documents/docA/owner", Map.of("owner", "u3"))
                .is(200);
    }

    @Test
    @Tag("once")
    void handOver_raceOfTwo_hasOneOwnerAndRefusesTheOther() {
        Someone ann = world.ann();
        for (int round = 0; round < 8; round++) {
            String id = "doc" + round;
            ann.create(id, "x").is(201);
            List<CompletableFuture<Answer>> both = List.of("bob", "eve").stream()
                    .map(owner -> CompletableFuture.supplyAsync(
                            () -> ann.json("handOver", "POST", "/documents/" + id + "/owner", Map.of("owner", owner))))
                    .toList();
            List<Integer> statuses =
                    both.stream().map(each -> each.join().status()).toList();
            assertThat(statuses)
                    .containsOnlyOnce(200)
                    .allMatch(status -> List.of(200, 403, 409).contains(status));
            JsonNode access =
                    ann.get("getAccess", "/documents/" + id + "/access").ok();
            assertThat(access.path("owner").asText()).isEqualTo(statuses.get(0) == 200 ? "bob" : "eve");
            assertThat(access.path("editors")).extracting(JsonNode::asText).containsExactly("ann");
        }
    }
}
