package dev.trestle.systems.unisync;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.unisync.World.Answer;
import dev.trestle.systems.unisync.World.Someone;
import dev.trestle.systems.unisync.model.UserRole;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ActivityTest extends UniSyncTest {
    private static List<JsonNode> pages(Someone who, String operationId, String path) {
        List<JsonNode> all = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            Answer page = who.get(operationId, path + (cursor == null ? "" : "&cursor=" + cursor));
            page.data().forEach(all::add);
            cursor = page.next();
        } while (cursor != null);
        return all;
    }

    private static void assertNewestFirst(List<JsonNode> entries) {
        for (int i = 1; i < entries.size(); i++) {
            Instant later = Instant.parse(entries.get(i - 1).path("createdAt").asText());
            assertThat(Instant.parse(entries.get(i).path("createdAt").asText())).isBeforeOrEqualTo(later);
        }
        assertThat(entries.stream().map(entry -> entry.path("activityId").asText()))
                .doesNotHaveDuplicates();
    }

    @Test
    void recent_acrossMidnight_isCompleteInPages() {
        Someone admin = world.user("admin", UserRole.ADMIN);
        world.clock.advance(Duration.ofHours(13).plusMinutes(58));
        admin.createShowSet("SS-1", "311");
        admin.createShowSet("SS-2", "312");
        for (int i = 0; i < 12; i++) {
            String status = i % 2 == 0 ? "on_hold" : "client_review";
            admin.stage("SS-" + (1 + i % 2), "screen", Map.of("status", status)).data();
            admin.patch("changeShowSet", "/showsets/SS-1", Map.of("scene", "Scene " + i))
                    .data();
            world.clock.advance(Duration.ofSeconds(20));
        }
        assertThat(world.clock.instant()).isAfter(Instant.parse("2031-03-04T00:01:00Z"));
        List<JsonNode> whole = pages(admin, "listRecentActivity", "/activity/recent?days=1&limit=200");
        assertNewestFirst(whole);
        assertThat(whole.stream().filter(e -> e.path("action").asText().equals("showset_edited")))
                .hasSize(12);
        assertThat(whole.stream()
                        .map(e -> e.path("createdAt").asText().substring(0, 10))
                        .distinct())
                .containsExactly("2031-03-04", "2031-03-03");
        for (int limit : List.of(1, 4, 5)) {
            assertThat(pages(admin, "listRecentActivity", "/activity/recent?days=1&limit=" + limit))
                    .as("limit " + limit)
                    .isEqualTo(whole);
        }
        List<JsonNode> ofOne = pages(admin, "listActivity", "/showsets/SS-1/activity?limit=3");
        assertNewestFirst(ofOne);
        assertThat(ofOne)
                .isEqualTo(whole.stream()
                        .filter(e -> e.path("showSetId").asText().equals("SS-1"))
                        .toList());
        world.clock.advance(Duration.ofDays(2));
        assertThat(pages(admin, "listRecentActivity", "/activity/recent?days=1&limit=10"))
                .isEmpty();
        assertThat(pages(admin, "listRecentActivity", "/activity/recent?days=30&limit=200"))
                .isEqualTo(whole);
    }

    @Test
    void activity_oddRequests_areRefused() {
        Someone admin = world.user("admin", UserRole.ADMIN);
        admin.createShowSet("SS-1", "311");
        assertThat(admin.get("listActivity", "/showsets/SS-2/activity").code(404))
                .isEqualTo("NOT_FOUND");
        for (String cursor : List.of("x", "a.b", "..", "1.", "9999999999999999.x")) {
            assertThat(admin.get("listActivity", "/showsets/SS-1/activity?cursor=" + cursor)
                            .code(400))
                    .as(cursor)
                    .isEqualTo("VALIDATION_ERROR");
        }
        for (String cursor : List.of("x", "a.b", "..", "1.a.b", "1..x.y", "999999999999999.1.x")) {
            assertThat(admin.get("listRecentActivity", "/activity/recent?cursor=" + cursor)
                            .code(400))
                    .as(cursor)
                    .isEqualTo("VALIDATION_ERROR");
        }
        assertThat(admin.get("listRecentActivity", "/activity/recent?days=31").code(400))
                .isEqualTo("VALIDATION_ERROR");
    }

    @Test
    void activity_atOneStandingMoment_isInOrder() {
        Someone admin = world.user("admin", UserRole.ADMIN);
        admin.createShowSet("SS-1", "311");
        for (String status : List.of("in_progress", "complete", "in_progress", "on_hold")) {
            admin.stage("SS-1", "screen", Map.of("status", status)).data();
        }
        JsonNode entries = admin.get("listActivity", "/showsets/SS-1/activity").data();
        List<String> statuses = new ArrayList<>();
        entries.forEach(entry ->
                statuses.add(entry.at("/details/to").asText(entry.path("action").asText())));
        assertThat(statuses)
                .containsExactly(
                        "on_hold", "version_update", "in_progress", "complete", "in_progress", "showset_created");
    }

    private static List<String> actions(Someone who, String filter) {
        return pages(who, "listRecentActivity", "/activity/recent?limit=2&" + filter).stream()
                .map(entry -> entry.path("action").asText())
                .toList();
    }

    @Test
    void recent_filtered_givesWhatFitsInPages() {
        Someone admin = world.user("admin", UserRole.ADMIN);
        Someone mei = world.user("mei", UserRole.MODELLER_3D);
        admin.createShowSet("SS-1", "311");
        admin.createShowSet("SS-2", "312");
        mei.stage("SS-1", "screen", Map.of("status", "in_progress")).data();
        admin.stage("SS-2", "screen", Map.of("assignedTo", mei.userId)).data();
        admin.post("addNote", "/showsets/SS-2/notes", Map.of("text", "Ask @mei", "language", "en"))
                .data();
        admin.post("addNote", "/showsets/SS-1/notes", Map.of("text", "Nobody", "language", "en"))
                .data();
        assertThat(actions(admin, "kind=note")).containsExactly("note_added", "note_added");
        assertThat(actions(admin, "area=312")).containsExactly("note_added", "assignment", "showset_created");
        assertThat(actions(admin, "person=" + mei.userId + "&area=312")).containsExactly("note_added", "assignment");
        assertThat(actions(admin, "person=" + mei.userId + "&kind=status")).containsExactly("status_change");
        assertThat(actions(admin, "kind=file")).isEmpty();
        assertThat(admin.get("listRecentActivity", "/activity/recent?kind=other")
                        .code(400))
                .isEqualTo("VALIDATION_ERROR");
    }

    @Test
    void entries_ofNotesAndPeople_sayWhomTheyAreAbout() {
        Someone admin = world.user("admin", UserRole.ADMIN);
        Someone mei = world.user("mei", UserRole.MODELLER_3D);
        admin.createShowSet("SS-1", "311");
        admin.stage("SS-1", "screen", Map.of("assignedTo", mei.userId)).data();
        String text = "Ask @mei about " + "\uD83D\uDE00".repeat(300);
        JsonNode note = admin.post("addNote", "/showsets/SS-1/notes", Map.of("text", text, "language", "en"))
                .data();
        JsonNode entries = admin.get("listActivity", "/showsets/SS-1/activity").data();
        assertThat(entries.at("/0/note/noteId")).isEqualTo(note.path("noteId"));
        String excerpt = entries.at("/0/note/text").asText();
        assertThat(text).startsWith(excerpt);
        assertThat(excerpt.codePointCount(0, excerpt.length())).isEqualTo(280);
        assertThat(entries.at("/0/note/isCut").asBoolean()).isTrue();
        assertThat(entries.at("/0/about/0/name").asText()).isEqualTo("mei");
        assertThat(entries.at("/1/about/0/userId").asText()).isEqualTo(mei.userId);
        assertThat(entries.at("/2/about")).isEmpty();

        admin.delete("deleteNote", "/notes/" + note.path("noteId").asText());
        for (JsonNode entry :
                admin.get("listActivity", "/showsets/SS-1/activity").data()) {
            assertThat(entry.path("note").isNull())
                    .as(entry.path("action").asText())
                    .isTrue();
        }
    }
}
