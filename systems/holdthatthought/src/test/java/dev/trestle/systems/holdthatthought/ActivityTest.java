package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.holdthatthought.World.Someone;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.Draft;
import dev.trestle.systems.holdthatthought.model.DraftStatus;
import dev.trestle.systems.holdthatthought.model.ExtractedData;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ActivityTest extends FamilyTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private List<String> happened(int limit) {
        return world.ines().listed("listActivity", "/activity", limit).stream()
                .filter(each -> !each.path("kind").asText().equals("member"))
                .map(each ->
                        each.path("kind").asText() + " " + each.path("title").asText() + " "
                                + each.path("userName").asText() + " "
                                + each.path("path").asText())
                .toList();
    }

    private void await(String... expected) {
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(happened(2)).containsExactly(expected));
    }

    @Test
    void listActivity_lettersEditsCommentsAndDrafts_areToldOnceWhileTheyAreThere() {
        Someone emil = world.emil();
        world.ines().get("getMe", "/me").ok();
        LettersTest.create(emil, "1943-05-02", "Coast", "x").is(201);
        world.clock.advance(Duration.ofMinutes(1));
        LettersTest.edit(world.ines(), "1943-05-02", Map.of("content", "y")).is(200);
        Instant at = World.MONDAY.plusSeconds(120);
        Comment comment =
                new Comment("letters/1943-05-02", "c1", "ines", "Ines", null, "Dear", null, null, 0, at, null);
        world.tables.store().put(HoldThatThoughtTable.COMMENT, comment);
        Draft draft = new Draft(
                "d1",
                DraftStatus.READY,
                "emil",
                List.of(),
                new ExtractedData(null, "Found", null, null),
                null,
                at.plusSeconds(1),
                at.plusSeconds(1));
        world.tables.store().put(HoldThatThoughtTable.DRAFT, draft);

        String letter = "/holdthatthought/letters/1943-05-02";
        await(
                "draft Found emil /holdthatthought/drafts/d1",
                "comment Coast Ines " + letter + "#comment-c1",
                "edit Coast ines " + letter,
                "letter Coast emil " + letter);
        JsonNode home = world.ines().get("getHome", "/home").ok();
        assertThat(home.path("waiting").get(0).path("link").asText()).isEqualTo("/holdthatthought/drafts/d1");
        assertThat(home.path("recent").get(0).path("code").asText()).isEqualTo("comment");
        assertThat(home.path("figure").path("number").asText()).isEqualTo("1");

        world.tables.store().delete(HoldThatThoughtTable.COMMENT, comment);
        world.tables.store().put(HoldThatThoughtTable.DRAFT, draft.withStatus(DraftStatus.PUBLISHED));
        await("edit Coast ines " + letter, "letter Coast emil " + letter);
        world.rosa().delete("deleteLetter", "/letters/1943-05-02").is(200);
        await();
        world.tim().get("listActivity", "/activity").is(403);
        assertThat(world.tim().get("getHome", "/home").ok().path("recent")).isEmpty();
        world.someone("stranger").get("getHome", "/home").is(403);
    }

    @Test
    void listActivity_somebodyIsLetIn_isTold() {
        world.emil().get("getMe", "/me").ok();
        world.tim().get("getMe", "/me").ok();

        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(world.ines().listed("listActivity", "/activity", 50))
                        .extracting(each -> each.path("path").asText())
                        .contains("/holdthatthought/people/emil")
                        .doesNotContain("/holdthatthought/people/tim"));

        world.emil()
                .put("updateProfile", "/profile", Map.of("isProfilePrivate", true))
                .is(200);
        assertThat(joined(world.ines())).doesNotContain("/holdthatthought/people/emil");
        assertThat(joined(world.emil())).contains("/holdthatthought/people/emil");
        assertThat(joined(world.rosa())).contains("/holdthatthought/people/emil");
    }

    private static List<String> joined(Someone viewer) {
        return viewer.listed("listActivity", "/activity", 50).stream()
                .filter(each -> each.path("kind").asText().equals("member"))
                .map(each -> each.path("path").asText())
                .toList();
    }

    /** Other programs store addresses as names, which nobody is to see. */
    @Test
    void listActivity_addressAsAName_isNotShown() {
        world.ines().get("getMe", "/me").ok();
        world.tables
                .store()
                .put(
                        HoldThatThoughtTable.COMMENT,
                        new Comment(
                                "2015/christmas-test",
                                "c1",
                                "emil",
                                "emil@family.example",
                                null,
                                "Dear",
                                null,
                                "Coast",
                                0,
                                World.MONDAY,
                                null));

        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(world.rosa()
                                .get("listActivity", "/activity")
                                .ok()
                                .toString())
                        .contains("#comment-c1"));
        assertThat(world.ines().get("listActivity", "/activity").ok().toString())
                .doesNotContain("@family.example");
    }
}
