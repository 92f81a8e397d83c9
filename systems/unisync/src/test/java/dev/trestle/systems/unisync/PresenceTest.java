package dev.trestle.systems.unisync;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.unisync.World.Someone;
import dev.trestle.systems.unisync.model.SessionsTable;
import dev.trestle.systems.unisync.model.UserRole;
import dev.trestle.testing.OverTheNetworkToo;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;

@OverTheNetworkToo
class PresenceTest extends UniSyncTest {
    @Test
    void heartbeats_two_keepStartAndWhatTheyDoNotMention() {
        Someone max = world.user("max", UserRole.MODELLER_3D);
        JsonNode started = max.post(
                        "startSession", "/sessions/start", Map.of("showSetId", "SS-1", "activity", "Editing"))
                .data();
        world.clock.advance(Duration.ofSeconds(60));
        max.post("heartbeat", "/sessions/heartbeat", null).data();
        world.clock.advance(Duration.ofSeconds(60));
        JsonNode later = max.post("heartbeat", "/sessions/heartbeat", Map.of("activity", "Looking"))
                .data();

        assertThat(later.path("startedAt")).isEqualTo(started.path("startedAt"));
        assertThat(later.path("lastHeartbeat").asText()).isEqualTo("2031-03-03T10:02:00.000Z");
        assertThat(later.path("showSetId").asText()).isEqualTo("SS-1");
        assertThat(later.path("activity").asText()).isEqualTo("Looking");
        assertThat(max.get("getMySession", "/sessions/me").data()).isEqualTo(later);
        JsonNode away = max.post("heartbeat", "/sessions/heartbeat", Collections.singletonMap("showSetId", null))
                .data();
        assertThat(away.path("showSetId").isNull()).isTrue();
        assertThat(world.tables.items(SessionsTable.TABLE).get(0)).doesNotContainKey("showSetId");
    }

    @Test
    void session_threeHundredSecondsAfterTheLastHeartbeat_isGone() {
        Someone max = world.user("max", UserRole.MODELLER_3D);
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);
        world.clock.advance(Duration.ofMillis(700));
        max.post("startSession", "/sessions/start", null).data();
        world.clock.advance(Duration.ofSeconds(100));
        JsonNode first = max.post("heartbeat", "/sessions/heartbeat", null).data();
        world.clock.advance(Duration.ofMillis(299_999));
        assertThat(cora.get("listSessions", "/sessions").data()).hasSize(1);
        max.get("getMySession", "/sessions/me").data();
        world.clock.advance(Duration.ofMillis(1));
        assertThat(cora.get("listSessions", "/sessions").data()).isEmpty();
        assertThat(max.get("getMySession", "/sessions/me").code(404)).isEqualTo("NOT_FOUND");
        assertThat(world.tables.items(SessionsTable.TABLE)).as("still stored").hasSize(1);

        world.clock.advance(Duration.ofSeconds(2));
        JsonNode anew = max.post("heartbeat", "/sessions/heartbeat", null).data();
        assertThat(anew.path("startedAt")).isNotEqualTo(first.path("startedAt"));
        assertThat(max.post("endSession", "/sessions/end", null).status()).isEqualTo(204);
        assertThat(cora.get("listSessions", "/sessions").data()).isEmpty();
        assertThat(max.post("endSession", "/sessions/end", null).status()).isEqualTo(204);
    }
}
