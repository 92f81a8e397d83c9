package dev.trestle.systems.zentriqvision;

import static dev.trestle.systems.zentriqvision.World.ACME;
import static dev.trestle.systems.zentriqvision.World.GLOBEX;
import static dev.trestle.systems.zentriqvision.World.MONDAY;
import static dev.trestle.systems.zentriqvision.World.sighting;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.jobs.Sweep;
import dev.trestle.systems.zentriqvision.model.BlurKind;
import dev.trestle.systems.zentriqvision.model.Export;
import dev.trestle.systems.zentriqvision.model.ExportStatus;
import dev.trestle.systems.zentriqvision.model.OrganizationSettings;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** What an organisation keeps no longer goes by itself, unless it is on hold. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class RetentionTest {
    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private World world;

    @BeforeEach
    void open() {
        world = new World(target);
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static Instant daysAgo(int days) {
        return MONDAY.minus(Duration.ofDays(days));
    }

    private long sweep() {
        return world.system.sweeps().stream()
                .filter(each -> each.name().equals("retention"))
                .findFirst()
                .orElseThrow()
                .runNow(Sweep.Progress.NONE);
    }

    @Test
    void videos_overTheirDays_goUnlessTheyAreHeld() {
        world.video(ACME, "old", "gate", daysAgo(31));
        world.video(ACME, "held", "gate", daysAgo(40));
        world.video(ACME, "soon", "gate", daysAgo(25));
        world.video(ACME, "new", "gate", daysAgo(1));
        world.video(GLOBEX, "old", "gate", daysAgo(400));
        world.sees(ACME, "old", sighting("p1", daysAgo(31), "blue", null));
        world.sees(ACME, "held", sighting("p2", daysAgo(40), "blue", null));
        world.ida()
                .put("putHold", "/videos/held/hold", Map.of("reason", "Case 7"))
                .ok();
        assertThat(sweep()).as("nothing goes while nobody has decided so").isZero();

        world.ida().get("getRetention", "/retention").is(403);
        JsonNode outlook = world.ada().get("getRetention", "/retention?days=30").ok();
        assertThat(outlook.path("over").asInt()).isEqualTo(1);
        assertThat(outlook.path("soon").asInt()).isEqualTo(1);
        assertThat(outlook.path("held").asInt()).isEqualTo(1);
        assertThat(outlook.path("videos").asInt()).isEqualTo(4);

        world.items(ACME).put(SupportTable.SETTINGS, OrganizationSettings.none().withRetentionDays(30));
        JsonNode soon = world.vera().get("getVideo", "/videos/soon").ok();
        assertThat(Instant.parse(soon.path("keptUntil").asText())).isEqualTo(MONDAY.plus(Duration.ofDays(5)));
        assertThat(world.vera().get("getVideo", "/videos/held").ok().has("keptUntil"))
                .isFalse();

        assertThat(sweep()).isEqualTo(1);
        world.vera().get("getVideo", "/videos/old").is(404);
        assertThat(world.otto().listed("search", "/search?color=blue", 10))
                .extracting(each -> each.path("videoId").asText())
                .containsExactly("held");
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> world.items(ACME)
                        .get(SupportTable.DELETED_VIDEO_BY_ID.of("old"))
                        .isEmpty());
        for (String kept : new String[] {"held", "soon", "new"}) {
            world.vera().get("getVideo", "/videos/" + kept).ok();
        }
        world.gus().get("getVideo", "/videos/old").ok();
        assertThat(world.ada().listed("listAccess", "/access-log?videoId=old&action=edit", 10))
                .extracting(each -> each.path("userId").asText() + " "
                        + each.path("details").asText())
                .containsExactly("trestle delete: retention is over");
        assertThat(world.items(ACME)
                        .get(SupportTable.LAST_RETENTION_NOTICE.of())
                        .orElseThrow()
                        .videos())
                .as("what goes within a week is announced")
                .isEqualTo(1);

        // Released, it goes with the next sweep; so does what is over by then.
        world.ida().delete("deleteHold", "/videos/held/hold").ok();
        world.clock.advance(Duration.ofDays(6));
        assertThat(sweep()).isEqualTo(2);
        assertThat(sweep()).isZero();
        world.vera().get("getVideo", "/videos/new").ok();
    }

    @Test
    void exports_overTheirDays_go() {
        for (int days : new int[] {0, 29, 31, 45}) {
            world.items(ACME).put(SupportTable.EXPORT, export(days));
        }
        assertThat(sweep()).isEqualTo(2);
        assertThat(world.ida().listed("listExports", "/exports", 10)).hasSize(2);
        world.items(ACME).put(SupportTable.SETTINGS, OrganizationSettings.none().withExportDays(10));
        assertThat(sweep()).isEqualTo(1);
    }

    private static Export export(int daysAgo) {
        Instant at = daysAgo(daysAgo);
        return new Export(
                "export_" + at.toEpochMilli(),
                "v1",
                "v1.mp4",
                "gate",
                0,
                1,
                at,
                BlurKind.HEADS,
                false,
                null,
                null,
                "ida",
                ExportStatus.READY,
                1,
                null,
                at,
                at,
                ACME + "/exports/x.mp4",
                1L,
                "aa",
                "bb",
                1L,
                0);
    }
}
