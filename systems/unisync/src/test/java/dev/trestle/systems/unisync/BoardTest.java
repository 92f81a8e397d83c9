package dev.trestle.systems.unisync;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.unisync.World.Someone;
import dev.trestle.systems.unisync.model.UserRole;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the board asks for beside its rows. */
class BoardTest extends UniSyncTest {
    @Test
    void views_savedChangedAndDeleted_areTheirOwnersAlone() {
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);
        Someone max = world.user("max", UserRole.MODELLER_3D);
        cora.put("saveView", "/me/views/Open%20in%20311", Map.of("query", "area=311"))
                .data();
        cora.put("saveView", "/me/views/Open%20in%20311", Map.of("query", "area=311&status=in_progress"))
                .data();
        max.put("saveView", "/me/views/%E5%BE%85%E5%8A%9E", Map.of("query", "")).data();

        JsonNode hers = cora.get("listViews", "/me/views").data();
        assertThat(hers).hasSize(1);
        assertThat(hers.at("/0/viewName").asText()).isEqualTo("Open in 311");
        assertThat(hers.at("/0/query").asText()).isEqualTo("area=311&status=in_progress");
        assertThat(max.get("listViews", "/me/views").data().at("/0/viewName").asText())
                .isEqualTo("待办");
        assertThat(max.delete("deleteView", "/me/views/Open%20in%20311").code(404))
                .isEqualTo("NOT_FOUND");
        assertThat(cora.delete("deleteView", "/me/views/Open%20in%20311").status())
                .isEqualTo(204);
        assertThat(cora.get("listViews", "/me/views").data()).isEmpty();
    }

    @Test
    void views_moreThanOneMayKeep_areRefusedAndThoseThereCanStillChange() {
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);
        for (int i = 0; i < 30; i++) {
            cora.put("saveView", "/me/views/v" + i, Map.of("query", "")).data();
        }
        assertThat(cora.put("saveView", "/me/views/one-more", Map.of("query", ""))
                        .code(409))
                .isEqualTo("CONFLICT");
        assertThat(cora.put("saveView", "/me/views/v7", Map.of("query", "area=312"))
                        .data()
                        .path("query")
                        .asText())
                .isEqualTo("area=312");
        assertThat(cora.put("saveView", "/me/views/v7", Map.of("query", "a b")).code(400))
                .isEqualTo("VALIDATION_ERROR");
    }

    @Test
    void counts_ofSomeShowSets_areTheirNotes() {
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);
        cora.createShowSet("SS-1", "311");
        cora.createShowSet("SS-2", "312");
        for (int i = 0; i < 3; i++) {
            cora.post("addNote", "/showsets/SS-1/notes", Map.of("text", "Note " + i, "language", "en"))
                    .data();
        }
        JsonNode counts = cora.post(
                        "countNotes", "/notes/counts", Map.of("showSetIds", List.of("SS-1", "SS-2", "SS-1", "none")))
                .data();
        assertThat(counts).hasSize(3);
        assertThat(counts.at("/0/notes").asInt()).isEqualTo(3);
        assertThat(counts.at("/1/notes").asInt()).isZero();
        assertThat(cora.post("countNotes", "/notes/counts", Map.of("showSetIds", List.of()))
                        .code(400))
                .isEqualTo("VALIDATION_ERROR");
    }
}
