package dev.trestle.systems.zentriqvision;

import static dev.trestle.systems.zentriqvision.World.ACME;
import static dev.trestle.systems.zentriqvision.World.sighting;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** A video on hold stays. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class HoldTest {
    private static final Instant TEN = Instant.parse("2031-02-03T10:00:00Z");

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private World world;

    @BeforeEach
    void open() {
        world = new World(target);
        world.video(ACME, "v1", "gate", TEN);
        world.sees(ACME, "v1", sighting("p1", TEN, "blue", null));
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void video_onHold_isDeletedByNobodyUntilItIsReleased() {
        world.otto()
                .put("putHold", "/videos/v1/hold", Map.of("reason", "Case 7"))
                .is(403);
        world.gus()
                .put("putHold", "/videos/v1/hold", Map.of("reason", "Case 7"))
                .is(404);
        world.ida()
                .put("putHold", "/videos/none/hold", Map.of("reason", "Case 7"))
                .is(404);
        world.ida().put("putHold", "/videos/v1/hold", Map.of("reason", " ")).is(400);
        JsonNode held = world.ida()
                .put("putHold", "/videos/v1/hold", Map.of("reason", "Case 7"))
                .ok();
        assertThat(held.path("held").asBoolean()).isTrue();
        assertThat(held.path("userId").asText()).isEqualTo("ida");

        assertThat(world.ada().delete("deleteVideo", "/videos/v1").is(409).error())
                .contains("on hold");
        // Whoever may watch sees that it is held; why, an investigator.
        JsonNode seen = world.vera().get("getVideo", "/videos/v1").ok();
        assertThat(seen.path("held").asBoolean()).isTrue();
        assertThat(seen.toString()).doesNotContain("Case 7");
        world.otto().get("getHold", "/videos/v1/hold").is(403);
        assertThat(world.ida()
                        .get("getHold", "/videos/v1/hold")
                        .ok()
                        .path("reason")
                        .asText())
                .isEqualTo("Case 7");
        assertThat(world.otto()
                        .get("search", "/search?color=blue")
                        .ok()
                        .path("count")
                        .asInt())
                .isEqualTo(1);
        assertThat(world.ada().listed("listAccess", "/access-log?action=edit&videoId=v1", 100))
                .extracting(each -> each.path("details").asText())
                .contains("hold: Case 7", "delete");

        assertThat(world.ida()
                        .delete("deleteHold", "/videos/v1/hold")
                        .ok()
                        .path("held")
                        .asBoolean())
                .isFalse();
        world.ada().delete("deleteVideo", "/videos/v1").is(202);
        world.ida()
                .put("putHold", "/videos/v1/hold", Map.of("reason", "Too late"))
                .is(404);
    }

    /** Whoever wins, there is never a hold without its video, nor a deletion in spite of a hold. */
    @Test
    @Tag("once")
    void holdAndDeletion_atTheSameTime_neverBothSucceed() throws Exception {
        world.ida().get("getUser", "/user").ok();
        world.ada().get("getUser", "/user").ok();
        ExecutorService two = Executors.newFixedThreadPool(2);
        try {
            for (int i = 0; i < 20; i++) {
                String path = "/videos/race" + i;
                world.video(ACME, "race" + i, "gate", TEN);
                CountDownLatch start = new CountDownLatch(1);
                List<Future<Integer>> answers = new ArrayList<>();
                answers.add(two.submit(() -> {
                    start.await();
                    return world.ida()
                            .put("putHold", path + "/hold", Map.of("reason", "Now"))
                            .status();
                }));
                answers.add(two.submit(() -> {
                    start.await();
                    return world.ada().delete("deleteVideo", path).status();
                }));
                start.countDown();
                int hold = answers.get(0).get();
                int delete = answers.get(1).get();
                assertThat(hold + " " + delete).isIn("200 409", "404 202", "409 202");
                assertThat(world.vera().get("getVideo", path).status()).isEqualTo(hold == 200 ? 200 : 404);
            }
        } finally {
            two.shutdownNow();
        }
    }
}
