package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.model.Scoping;
import dev.trestle.systems.holdthatthought.World.Answer;
import dev.trestle.systems.holdthatthought.World.Someone;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.RateAction;
import dev.trestle.systems.holdthatthought.model.RateLimit;
import dev.trestle.testing.OverTheNetworkToo;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Comments: as clients send them, who may, what is refused. */
@OverTheNetworkToo
class CommentsTest extends FamilyTest {
    /** As the project's own client names items. */
    private static final String ITEM = "/comments/2015/christmas-test";

    private static Answer add(Someone who, String path, String text) {
        return who.post("addComment", path, Map.of("content", text));
    }

    private static String id(Answer added) {
        return added.is(201).body().path("commentId").asText();
    }

    private static Answer edit(Someone who, String id, String text) {
        return who.put("editComment", ITEM + "/" + id, Map.of("content", text));
    }

    private static Answer delete(Someone who, String id) {
        return who.delete("deleteComment", ITEM + "/" + id);
    }

    private static List<String> texts(Someone who, String path) {
        return who.listed("listComments", path, 2).stream()
                .map(each -> each.path("commentText").asText())
                .toList();
    }

    private JsonNode me(Someone who) {
        return who.get("getMe", "/me").ok();
    }

    @Test
    void addComment_asClientsSendIt_answersWithBothNames() {
        JsonNode added = world.emil()
                .post(
                        "addComment",
                        ITEM,
                        Map.of("content", "What a day", "itemType", "letter", "itemTitle", "Christmas"))
                .is(201)
                .body();

        assertThat(added.path("commentText").asText()).isEqualTo("What a day");
        assertThat(added.path("content").asText()).isEqualTo("What a day");
        assertThat(added.path("authorId").asText())
                .isEqualTo(added.path("userId").asText())
                .isEqualTo("emil");
        assertThat(added.path("authorEmail").asText()).isEqualTo("emil").doesNotContain("@");
        assertThat(added.path("itemId").asText()).isEqualTo("2015/christmas-test");
        assertThat(added.path("isDeleted").booleanValue()).isFalse();
        assertThat(added.path("isEdited").booleanValue()).isFalse();
        assertThat(added.path("reactionCount").asInt()).isZero();
        assertThat(added.has("updatedAt")).isFalse();
        JsonNode stored = world.ines().get("listComments", ITEM).ok();
        assertThat(stored.path("comments")).isEqualTo(stored.path("items")).hasSize(1);
        assertThat(stored.path("lastEvaluatedKey").isNull()).isTrue();
        assertThat(me(world.emil()).path("commentCount").asInt()).isEqualTo(1);
        assertThat(me(world.emil()).path("lastActive").asText()).isEqualTo("2031-03-03T10:00:00.000Z");
    }

    @Test
    void listComments_pages_areFullInEitherOrder() {
        for (int i = 0; i < 5; i++) {
            add(world.emil(), ITEM, "text " + i).is(201);
            world.clock.advance(Duration.ofMillis(i % 2)); // some are of one moment
        }

        assertThat(texts(world.ines(), ITEM))
                .containsExactlyInAnyOrder("text 0", "text 1", "text 2", "text 3", "text 4");
        List<String> oldest = texts(world.ines(), ITEM);
        List<String> newest = texts(world.ines(), ITEM + "?order=newest");
        assertThat(newest)
                .isEqualTo(
                        IntStream.range(0, 5).mapToObj(i -> oldest.get(4 - i)).toList());
        world.ines().get("listComments", ITEM + "?limit=0").is(400);
        world.ines().get("listComments", ITEM + "?limit=101").is(400);
        world.ines().get("listComments", ITEM + "?cursor=abc").is(400);
        String cursor = world.ines()
                .get("listComments", ITEM + "?limit=2")
                .ok()
                .path("lastEvaluatedKey")
                .asText();
        world.ines()
                .get("listComments", ITEM + "?limit=2&lastEvaluatedKey=" + cursor)
                .is(200);
        world.emil().get("listComments", ITEM + "?limit=2&cursor=" + cursor).is(400);
        world.ines()
                .get("listComments", "/comments/other?limit=2&cursor=" + cursor)
                .is(400);
    }

    @Test
    void editComment_sixTimes_keepsFiveFormerTexts() {
        String id = id(add(world.emil(), ITEM, "text 0"));
        for (int i = 1; i <= 6; i++) {
            JsonNode edited = edit(world.emil(), id, "text " + i).ok();
            assertThat(edited.path("isEdited").booleanValue()).isTrue();
            assertThat(edited.path("editHistory").get(0).path("commentText").asText())
                    .isEqualTo("text " + (i - 1));
        }

        JsonNode history =
                world.ines().get("listComments", ITEM).ok().path("items").get(0).path("editHistory");
        assertThat(history).hasSize(5);
        assertThat(history.get(4).path("content").asText()).isEqualTo("text 1");
        assertThat(edit(world.emil(), id, "text 6").ok().path("editHistory")).hasSize(5);
        edit(world.ines(), id, "not mine").is(403);
        edit(world.rosa(), id, "an administrator's").is(200);
        world.emil()
                .put("editComment", "/comments/other/" + id, Map.of("content", "x"))
                .is(404);
        world.emil()
                .put("editComment", "/comments/" + id, Map.of("content", "x"))
                .is(400);
        edit(world.emil(), "no-uuid", "x").is(404);
        edit(world.emil(), "a%23b", "x").is(404);
    }

    @Test
    void deleteComment_thenRestore_isForTenMinutesAndWhoDeletedIt() {
        String id = id(add(world.emil(), ITEM, "mine"));
        world.ines()
                .post("react", "/reactions/" + id, Map.of("reactionType", "heart"))
                .is(200);
        delete(world.ines(), id).is(403);
        assertThat(delete(world.emil(), id).is(200).body().path("message").asText())
                .isNotEmpty();

        assertThat(texts(world.emil(), ITEM)).isEmpty();
        delete(world.emil(), id).is(404);
        world.ines().get("getReactions", "/reactions/" + id).is(404);
        assertThat(me(world.emil()).path("commentCount").asInt()).isZero();
        assertThat(world.ines().listed("listReactionsOfUser", "/profile/ines/reactions", 5))
                .isEmpty();
        restore(world.ines(), id).is(403);

        JsonNode restored = restore(world.emil(), id).ok();
        assertThat(restored.path("reactionCount").asInt()).isEqualTo(1);
        assertThat(restored.path("reactions").get(0).path("type").asText()).isEqualTo("heart");
        assertThat(me(world.emil()).path("commentCount").asInt()).isEqualTo(1);
        restore(world.emil(), id).is(200); // sent again

        delete(world.emil(), id).is(200);
        world.clock.advance(Duration.ofMinutes(10).plusMillis(1));
        assertThat(restore(world.emil(), id).is(410).header("trestle-error")).isEqualTo("undo-over");
        restore(world.rosa(), id).is(200);
        world.emil().delete("deleteAnyComment", "/admin/comments/" + id).is(403);
        world.rosa().delete("deleteAnyComment", "/admin/comments/" + id).is(200);
        world.rosa().delete("deleteAnyComment", "/admin/comments/" + id).is(404);
    }

    private static Answer restore(Someone who, String id) {
        return who.post("restoreComment", ITEM + "/" + id + "/restore", null);
    }

    @Test
    void addComment_textsOutOfBounds_areRefusedWithTheNumber() {
        add(world.emil(), ITEM, "  ").is(400);
        add(world.emil(), ITEM, "<script>alert(1)</script>").is(400);
        assertThat(add(world.emil(), ITEM, "x".repeat(2001)).is(400).error()).contains("2000 characters");
        world.emil().post("addComment", ITEM, Map.of("text", "x")).is(400);

        String longest = "😀".repeat(2000);
        assertThat(add(world.emil(), ITEM, "<b>" + longest + "</b>")
                        .ok()
                        .path("content")
                        .asText())
                .isEqualTo(longest);
        assertThat(add(world.emil(), ITEM, "Tom & Jerry <3<style>p{}</style>")
                        .ok()
                        .path("content")
                        .asText())
                .isEqualTo("Tom & Jerry <3");
    }

    @Test
    void addComment_twentyFirstOfAMinute_isTooOften() {
        for (int i = 0; i < 20; i++) {
            add(world.emil(), ITEM, "text " + i).is(201);
        }
        Answer refused = add(world.emil(), ITEM, "one too many").is(429);

        assertThat(refused.header("retry-after")).isEqualTo("60");
        assertThat(refused.body().path("retryAfter").asInt()).isEqualTo(60);
        add(world.ines(), ITEM, "others may").is(201);
        world.clock.advance(Duration.ofMinutes(1));
        add(world.emil(), ITEM, "again").is(201);
    }

    @Test
    void addComment_staleRateItem_windowStartDecides() {
        Instant now = World.MONDAY;
        RateLimit stale = new RateLimit(
                "emil",
                RateAction.COMMENT,
                20,
                now.minus(Duration.ofMinutes(2)),
                Instant.parse("2100-01-01T00:00:00Z"));
        world.tables.store().put(HoldThatThoughtTable.RATE_LIMIT, stale);

        add(world.emil(), ITEM, "its window is over, whatever its TTL says").is(201);

        world.tables
                .store()
                .put(
                        HoldThatThoughtTable.RATE_LIMIT,
                        new RateLimit("ines", RateAction.COMMENT, 20, now, now.plusSeconds(3600)));
        add(world.ines(), ITEM, "hers is not").is(429);
    }

    @Test
    void itemIds_asClientsWriteThem_areOneItem() {
        String encoded = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString("letters/1944-06-06".getBytes(StandardCharsets.UTF_8));
        add(world.emil(), "/comments/letters/1944-06-06", "two segments").is(201);
        add(world.emil(), "/comments/letters%2F1944-06-06", "one, escaped").is(201);
        add(world.emil(), "/comments/%2Fletters%2F1944-06-06", "with a slash before")
                .is(201);
        String id = id(add(world.emil(), "/comments/" + encoded, "base64url"));

        assertThat(texts(world.ines(), "/comments/letters/1944-06-06")).hasSize(4);
        world.emil()
                .put("editComment", "/comments/" + encoded + "/" + id, Map.of("content", "edited"))
                .is(200);
        world.emil().delete("deleteComment", "/comments/" + encoded + "/" + id).is(200);
        assertThat(add(world.emil(), "/comments/" + encoded + "=", "padded is taken as it is")
                        .ok()
                        .path("itemId")
                        .asText())
                .isEqualTo(encoded + "=");
        assertThat(add(world.emil(), "/comments/a/b/c/d", "four")
                        .ok()
                        .path("itemId")
                        .asText())
                .isEqualTo("a/b/c/d");
        assertThat(add(world.emil(), "/comments/a/b/c/d/e", "five").is(400).error())
                .contains("4 segments");
        add(world.emil(), "/comments/a//b", "empty").is(400);
        assertThat(add(world.emil(), "/comments/caf%C3%A9%20%23", "any letters")
                        .ok()
                        .path("itemId")
                        .asText())
                .isEqualTo("café #");
    }

    @Test
    void listComments_nineOfTenDeleted_pagesAreFull() {
        for (int i = 0; i < 60; i++) {
            String id = id(add(world.someone("writer" + i % 4, "ApprovedUsers"), ITEM, "text " + i));
            if (i % 10 != 0) {
                delete(world.rosa(), id).is(200);
            }
            world.clock.advance(Duration.ofSeconds(1));
        }

        assertThat(texts(world.ines(), ITEM))
                .containsExactly("text 0", "text 10", "text 20", "text 30", "text 40", "text 50");
    }

    @Test
    void commentsOfUser_privatePerson_areForThemAndAdministrators() {
        add(world.emil(), ITEM, "first").is(201);
        world.clock.advance(Duration.ofSeconds(1));
        add(world.emil(), "/comments/other", "second").is(201);

        List<JsonNode> seen = world.ines().listed("listCommentsOfUser", "/profile/emil/comments", 1);
        assertThat(seen).extracting(each -> each.path("content").asText()).containsExactly("second", "first");
        world.ines().get("listReactionsOfUser", "/profile/emil/reactions").is(403);
        world.ines().get("listReactionsOfUser", "/profile/nobody/reactions").is(403);
        world.rosa().get("listReactionsOfUser", "/profile/emil/reactions").is(200);
        world.ines().get("listCommentsOfUser", "/profile/nobody/comments").is(404);
        world.ines().get("listCommentsOfUser", "/profile/a%23b/comments").is(400);

        world.tables
                .store()
                .update(
                        HoldThatThoughtTable.PROFILE_OF_USER.of("emil"),
                        profile -> profile.withIsProfilePrivate(true).withPhotoUrl("profile-photos/emil/1.jpg"));
        world.ines().get("listCommentsOfUser", "/profile/emil/comments").is(403);
        world.emil().get("listCommentsOfUser", "/profile/emil/comments").is(200);
        JsonNode hidden =
                world.ines().get("listComments", ITEM).ok().path("items").get(0);
        assertThat(hidden.path("userName").asText()).isEqualTo("emil");
        assertThat(hidden.has("userPhotoUrl")).isFalse();
        assertThat(world.rosa()
                        .get("listComments", ITEM)
                        .ok()
                        .path("items")
                        .get(0)
                        .path("userPhotoUrl")
                        .asText())
                .contains("profile-photos/emil/1.jpg");
    }

    @Test
    void everyOperation_pendingPerson_isForbidden() {
        String id = id(add(world.emil(), ITEM, "text"));
        Someone tim = world.tim();

        tim.get("listComments", ITEM).is(403);
        add(tim, ITEM, "x").is(403);
        edit(tim, id, "x").is(403);
        delete(tim, id).is(403);
        restore(tim, id).is(403);
        tim.get("listCommentsOfUser", "/profile/emil/comments").is(403);
        tim.get("getReactions", "/reactions/" + id).is(403);
        tim.post("react", "/reactions/" + id, null).is(403);
        tim.delete("removeReaction", "/reactions/" + id).is(403);
    }

    @Test
    void comments_ofAnotherProgram_workAtOnce() {
        Comment foreign = new Comment(
                "2015/christmas-test",
                "their-1",
                "emil",
                "emil@family.example",
                null,
                "theirs",
                null,
                null,
                0,
                World.MONDAY,
                null);
        world.tables.put(HoldThatThoughtTable.TABLE, HoldThatThoughtTable.COMMENT.toItem(foreign, Scoping.NONE));

        JsonNode seen =
                world.ines().get("listComments", ITEM).ok().path("items").get(0);
        assertThat(seen.path("authorEmail").asText()).isEqualTo("emil");
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(
                        () -> assertThat(me(world.emil()).path("commentCount").asInt())
                                .isEqualTo(1));
        edit(world.emil(), "their-1", "edited here").is(200);
        world.ines().post("react", "/reactions/their-1", null).is(200);

        world.tables.store().delete(HoldThatThoughtTable.COMMENT, foreign);
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(
                        () -> assertThat(me(world.emil()).path("commentCount").asInt())
                                .isZero());
        edit(world.emil(), "their-1", "gone").is(404);
    }
}
