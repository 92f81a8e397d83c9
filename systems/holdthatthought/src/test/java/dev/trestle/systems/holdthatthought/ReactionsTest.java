package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.holdthatthought.World.Someone;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.testing.OverTheNetworkToo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@OverTheNetworkToo
class ReactionsTest extends FamilyTest {
    private String id = "";

    @BeforeEach
    void comment() {
        id = world.emil()
                .post("addComment", "/comments/letters/1944-06-06", Map.of("content", "text"))
                .is(201)
                .body()
                .path("commentId")
                .asText();
    }

    private String at() {
        return "/reactions/" + id;
    }

    private JsonNode react(Someone who, String type) {
        return who.post("react", at(), Map.of("reactionType", type)).is(200).body();
    }

    @Test
    void react_again_togglesAndReplaces() {
        JsonNode liked = world.ines().post("react", at(), null).is(200).body();
        assertThat(liked.path("liked").booleanValue()).isTrue();
        assertThat(liked.path("count").asInt()).isEqualTo(1);
        assertThat(liked.path("reactions").get(0).path("type").asText()).isEqualTo("like");

        JsonNode replaced = react(world.ines(), "heart");
        assertThat(replaced.path("count").asInt()).isEqualTo(1);
        assertThat(replaced.path("reactions").get(0).path("reactionType").asText())
                .isEqualTo("heart");
        assertThat(react(world.rosa(), "heart").path("count").asInt()).isEqualTo(2);
        JsonNode comment = world.ines()
                .get("listComments", "/comments/letters/1944-06-06")
                .ok()
                .path("items")
                .get(0);
        assertThat(comment.path("myReaction").asText()).isEqualTo("heart");
        assertThat(comment.path("reactions").get(0).path("count").asInt()).isEqualTo(2);

        assertThat(react(world.ines(), "heart").path("liked").booleanValue()).isFalse();
        assertThat(world.rosa()
                        .delete("removeReaction", at())
                        .is(200)
                        .body()
                        .path("count")
                        .asInt())
                .isZero();
        assertThat(world.rosa()
                        .delete("removeReaction", at())
                        .is(200)
                        .body()
                        .path("count")
                        .asInt())
                .isZero();
    }

    @Test
    void getReactions_itemOptional_aWrongOneIsNotFound() {
        react(world.ines(), "like");

        assertThat(world.emil().get("getReactions", at()).ok().path("liked").booleanValue())
                .isFalse();
        world.emil().get("getReactions", at() + "?itemId=letters/1944-06-06").is(200);
        world.emil().get("getReactions", at() + "?itemId=letters/1944-06-07").is(404);
        world.emil().post("react", at(), Map.of("itemId", "other")).is(404);
        world.emil().get("getReactions", "/reactions/no-uuid").is(404);
        for (String type : new String[] {"Like", "", "a b", "x".repeat(21), "😀"}) {
            world.emil().post("react", at(), Map.of("reactionType", type)).is(400);
        }
        assertThat(world.ines().listed("listReactionsOfUser", "/profile/ines/reactions", 5))
                .hasSize(1);
    }

    @Test
    @Tag("once")
    void react_fiftyAtOnce_countIsTheNumberOfRows() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(50);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                // Some people toggle twice or three times at once.
                Someone who = world.someone("p" + i % 20, "ApprovedUsers");
                all.add(threads.submit(() -> react(who, "like")));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }

        JsonNode now = world.emil().get("getReactions", at()).ok();
        // Ten people toggled three times, ten twice.
        assertThat(now.path("count").asInt())
                .isEqualTo(now.path("reactions").size())
                .isEqualTo(10);
    }

    @Test
    void react_sixtyFirstOfAMinute_isTooOften() {
        for (int i = 0; i < 60; i++) {
            react(world.ines(), "like");
        }
        world.ines().post("react", at(), null).is(429);
        assertThat(world.ines().get("getReactions", at()).ok().path("count").asInt())
                .isZero();
    }

    /** More than go in one transaction are moved by a job. */
    @ParameterizedTest
    @ValueSource(ints = {3, 95})
    void deleteComment_withReactions_takesThemAlongAndBack(int people) {
        for (int i = 0; i < people; i++) {
            react(world.someone("p" + i, "ApprovedUsers"), "like");
        }

        world.emil()
                .delete("deleteComment", "/comments/letters/1944-06-06/" + id)
                .is(200);
        awaitRows(0, people);
        world.emil()
                .post("restoreComment", "/comments/letters/1944-06-06/" + id + "/restore", null)
                .is(200);
        awaitRows(people, 0);
        assertThat(world.emil().get("getReactions", at()).ok().path("count").asInt())
                .isEqualTo(people);
    }

    private void awaitRows(int there, int deleted) {
        Awaitility.await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            assertThat(world.tables
                            .store()
                            .consistent()
                            .first(HoldThatThoughtTable.REACTIONS_TO_COMMENT.of("letters/1944-06-06", id), 200))
                    .hasSize(there);
            assertThat(world.tables.store().consistent().first(SupportTable.DELETED_REACTIONS.of(id), 200))
                    .hasSize(deleted);
        });
    }
}
