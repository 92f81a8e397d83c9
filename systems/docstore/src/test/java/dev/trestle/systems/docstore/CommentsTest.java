package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.docstore.World.Answer;
import dev.trestle.systems.docstore.World.Someone;
import dev.trestle.systems.docstore.model.Comment;
import dev.trestle.systems.docstore.model.SupportTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Comments and presence: who may, what others see, and what is refused. */
class CommentsTest extends DocstoreTest {
    private static final String COMMENTS = "/documents/doc/comments";

    @SuppressWarnings("NullAway.Init")
    private Someone ann;

    @SuppressWarnings("NullAway.Init")
    private Someone vic;

    @SuppressWarnings("NullAway.Init")
    private Someone eve;

    @BeforeEach
    void share() {
        ann = world.ann();
        vic = world.someone("vic", "acme");
        eve = world.someone("eve", "acme");
        ann.create("doc", "The slates are sound.").is(201);
        ann.share("doc", List.of("ed"), List.of("vic")).is(200);
    }

    private static Answer add(Someone who, String text, @Nullable String parent) {
        Map<String, Object> body = new LinkedHashMap<>(Map.of("text", text));
        if (parent != null) {
            body.put("parentId", parent);
        }
        return who.json("addComment", "POST", COMMENTS, body);
    }

    private static String id(Answer added) {
        return added.is(201).body().path("commentId").asText();
    }

    private static Answer act(Someone who, String id, String what) {
        return who.json(what + "Comment", "POST", COMMENTS + "/" + id + "/" + what, null);
    }

    private static Answer delete(Someone who, String id) {
        return who.json("deleteComment", "DELETE", COMMENTS + "/" + id, null);
    }

    private static Answer edit(Someone who, String id, Map<String, ?> body) {
        return who.json("editComment", "PATCH", COMMENTS + "/" + id, body);
    }

    private static List<String> shown(Someone who) {
        List<String> shown = new ArrayList<>();
        for (JsonNode each : who.get("listComments", COMMENTS).ok().path("items")) {
            shown.add((each.has("parentId") ? "> " : "")
                    + each.path("text").asText("deleted")
                    + (each.has("resolvedAt") ? " (resolved)" : ""));
        }
        return shown;
    }

    @Test
    void comments_ofReaders_areEditedDeletedAndRestoredByTheirAuthors() {
        String first = id(vic.json(
                "addComment",
                "POST",
                COMMENTS,
                Map.of("text", "All of them?", "anchor", Map.of("version", 0, "quote", "slates", "start", 4))));
        world.clock.advance(Duration.ofSeconds(1));
        String reply = id(add(ann, "Most.", first));
        assertThat(shown(vic)).containsExactly("All of them?", "> Most.");
        assertThat(vic.get("listComments", COMMENTS)
                        .ok()
                        .at("/items/0/anchor/quote")
                        .asText())
                .isEqualTo("slates");

        add(vic, "Reply to a reply", reply).is(400);
        edit(ann, first, Map.of("text", "changed")).is(403);
        edit(vic, first, Map.of("text", "All forty?")).is(200);
        delete(vic, reply).is(403);
        delete(vic, first).is(204);
        assertThat(shown(ann)).containsExactly("deleted", "> Most.");
        edit(vic, first, Map.of("text", "again")).is(404);
        act(vic, first, "restore").is(200);
        delete(ann, reply).is(204);
        assertThat(shown(ann)).containsExactly("All forty?");
        assertThat(act(vic, reply, "restore").status()).isEqualTo(404);

        act(world.someone("ed", "acme"), first, "resolve").is(200);
        assertThat(shown(ann)).containsExactly("All forty? (resolved)");
        act(vic, first, "reopen").is(200);
        String others = id(add(ann, "Another", null));
        act(vic, others, "resolve").is(403);
        delete(ann, first).is(204);

        delete(ann, others).is(204);
        world.clock.advance(Duration.ofDays(31));
        act(ann, others, "restore").is(404);
    }

    @Test
    void comments_ofStrangers_areNotThere() {
        String first = id(add(ann, "Between us", null));
        eve.get("listComments", COMMENTS).is(404);
        add(eve, "Hello", null).is(404);
        act(eve, first, "resolve").is(404);
        world.someone("ann", "globex").get("listComments", COMMENTS).is(404);
        ann.share("doc", List.of(), List.of());
        vic.get("listComments", COMMENTS).is(404);
        edit(vic, first, Map.of("text", "x")).is(404);
    }

    @Test
    void mentions_ofReadersOnly_areTaken() {
        Answer added = ann.json(
                "addComment", "POST", COMMENTS, Map.of("text", "@vic look", "mentions", List.of("vic", "vic")));
        assertThat(added.is(201).body().path("mentions")).hasSize(1);
        assertThat(ann.json("addComment", "POST", COMMENTS, Map.of("text", "@eve look", "mentions", List.of("eve")))
                        .is(400)
                        .header("trestle-error"))
                .isEqualTo("mention-no-reader");
        assertThat(ann.get("listReaders", "/documents/doc/readers")
                        .ok()
                        .path("items")
                        .findValuesAsText("personId"))
                .containsExactly("ann", "ed", "vic");
    }

    @Test
    void comments_beyondLimits_areRefused() {
        add(ann, " ", null).is(400);
        add(ann, "x".repeat(4001), null).is(400);
        add(ann, "a\u0001b", null).is(400);
        add(ann, "x", "nowhere").is(400);
        Answer once = ann.json("addComment", "POST", COMMENTS, Map.of("text", "once"), "idempotency-key", "k");
        Answer again = ann.json("addComment", "POST", COMMENTS, Map.of("text", "once"), "idempotency-key", "k");
        assertThat(id(again)).isEqualTo(id(once));
        List<Comment> many = new ArrayList<>();
        var acme = world.tables.store().within("acme");
        var one = acme.all(SupportTable.COMMENTS.of("doc"), 10).get(0);
        for (int i = 0; i < 499; i++) {
            many.add(one.withCommentId("c" + i));
        }
        acme.putAll(SupportTable.COMMENT, many);
        assertThat(add(ann, "one more", null).is(422).header("trestle-error")).isEqualTo("comments-full");
    }

    @Test
    void presence_ofReaders_endsByItself() {
        assertThat(present(vic, true)).containsExactly("vic reads");
        assertThat(present(ann, true)).containsExactlyInAnyOrder("vic reads", "ann writes");
        eve.json("bePresent", "PUT", "/documents/doc/presence", Map.of("editing", true))
                .is(404);
        world.clock.advance(Duration.ofSeconds(60));
        present(ann, false);
        world.clock.advance(Duration.ofSeconds(60));
        assertThat(present(ann, false)).containsExactly("ann reads");
        ann.json("endPresence", "DELETE", "/documents/doc/presence", null).is(204);
        assertThat(vic.get("listPresent", "/documents/doc/presence").ok().path("items"))
                .isEmpty();
    }

    private static List<String> present(Someone who, boolean editing) {
        List<String> present = new ArrayList<>();
        who.json("bePresent", "PUT", "/documents/doc/presence", Map.of("editing", editing))
                .ok()
                .path("items")
                .forEach(each -> present.add(
                        each.path("personId").asText() + (each.path("editing").asBoolean() ? " writes" : " reads")));
        return present;
    }
}
