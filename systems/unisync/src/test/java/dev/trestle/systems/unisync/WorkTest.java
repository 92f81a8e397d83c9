package dev.trestle.systems.unisync;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.unisync.World.Someone;
import dev.trestle.systems.unisync.model.UserRole;
import dev.trestle.testing.OverTheNetworkToo;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What waits for somebody. */
@OverTheNetworkToo
class WorkTest extends UniSyncTest {
    private JsonNode work(Someone who) {
        return who.get("getMyWork", "/me/work").data();
    }

    @Test
    void work_assignedSentBackAndMentioned_isListed() {
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);
        Someone max = world.user("max", UserRole.MODELLER_3D);
        Someone maxine = world.user("maxine", UserRole.MODELLER_3D);
        cora.createShowSet("SS-1", "311");
        cora.createShowSet("SS-2", "312");
        cora.stage("SS-1", "screen", Map.of("assignedTo", max.userId)).data();
        cora.stage("SS-2", "structure", Map.of("assignedTo", max.userId, "status", "complete"))
                .data();
        cora.stage(
                        "SS-2",
                        "structure",
                        Map.of(
                                "status", "revision_required",
                                "revisionNote", "Again, @MAX.",
                                "revisionNoteLang", "en"))
                .data();
        String noteId = cora.post(
                        "addNote",
                        "/showsets/SS-1/notes",
                        Map.of("text", "请看@maxine，谢谢 @max2 @nobody", "language", "zh"))
                .data()
                .path("noteId")
                .asText();

        JsonNode mine = work(max);
        assertThat(mine.path("stages")).hasSize(2);
        assertThat(mine.path("revisions")).hasSize(1);
        assertThat(mine.at("/revisions/0/showSetId").asText()).isEqualTo("SS-2");
        assertThat(mine.at("/revisions/0/stage").asText()).isEqualTo("structure");
        assertThat(mine.path("mentions")).hasSize(1);
        assertThat(mine.at("/mentions/0/isRevisionNote").asBoolean()).isTrue();
        JsonNode hers = work(maxine);
        assertThat(hers.path("stages")).isEmpty();
        assertThat(hers.at("/mentions/0/noteId").asText()).isEqualTo(noteId);

        cora.patch("editNote", "/notes/" + noteId, Map.of("text", "@max alone", "language", "en"))
                .data();
        assertThat(work(maxine).path("mentions")).isEmpty();
        assertThat(work(max).path("mentions")).hasSize(2);
        assertThat(cora.delete("deleteNote", "/notes/" + noteId).status()).isEqualTo(204);
        assertThat(work(max).path("mentions")).hasSize(1);
    }
}
