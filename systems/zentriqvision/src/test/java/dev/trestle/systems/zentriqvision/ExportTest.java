package dev.trestle.systems.zentriqvision;

import static dev.trestle.systems.zentriqvision.World.ACME;
import static dev.trestle.systems.zentriqvision.World.sighting;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.zentriqvision.World.Someone;
import dev.trestle.systems.zentriqvision.model.BoundingBox;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.PersonAttributes;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoFile;
import dev.trestle.systems.zentriqvision.model.VideoWork;
import dev.trestle.systems.zentriqvision.sightings.Sighting;
import dev.trestle.systems.zentriqvision.videos.VideoKeys;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;
import software.amazon.awssdk.core.sync.RequestBody;

/** A clip that is taken out: its pixels where heads are, its manifest, and who may have it. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class ExportTest {
    private static final Instant TEN = Instant.parse("2031-02-03T10:00:00Z");
    private static final int WIDTH = 320;
    private static final int HEIGHT = 240;
    private static final int RATE = 8;
    private static final int LENGTH = 5;

    /** A pixel that is blurred is gray, and was black or white. */
    private static final int BLURRED = 60;

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private World world;

    private final byte[] source = Clips.chessboard(LENGTH);

    /** Somebody who walks from the left to the right, seen four times a second from 0.5 s to 4 s; of a box as people have. */
    private static double left(double t) {
        return 0.1 + (t - 0.5) * 0.15;
    }

    private static final double TOP = 0.3;
    private static final double BROAD = 0.15;
    private static final double HIGH = 0.5;
    private static final double FROM = 0.5;
    private static final double TO = 4.0;

    @BeforeEach
    void open() {
        world = new World(target);
        footage("v1", source);
        List<List<Long>> boxes = new ArrayList<>();
        for (double t = FROM; t <= TO; t += 0.25) {
            boxes.add(List.of(Math.round(t * 1000), part(left(t)), part(TOP), part(BROAD), part(HIGH)));
        }
        object(VideoKeys.boxes(ACME, "v1", 1, 0), Json.bytes(Map.of("person_walks", boxes)));
    }

    private void footage(String videoId, byte[] bytes) {
        Video video = world.video(ACME, videoId, "gate", TEN).withDuration(BigDecimal.valueOf(LENGTH));
        world.items(ACME).put(DataTable.VIDEO, video);
        world.items(ACME)
                .put(
                        SupportTable.VIDEO_FILE,
                        VideoFile.of(videoId, "video/mp4", null, null, TEN).withStartsAt(TEN));
        world.items(ACME).put(SupportTable.VIDEO_WORK, VideoWork.begun(video, 1, "job", VideoWork.Phase.ENDED, 5, TEN));
        object(String.valueOf(video.s3Key()), bytes);
    }

    private static long part(double fraction) {
        return Math.round(fraction * 10_000);
    }

    private void object(String key, byte[] bytes) {
        Objects3.create(world.bucket);
        Objects3.client().putObject(put -> put.bucket(world.bucket).key(key), RequestBody.fromBytes(bytes));
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static Map<String, Object> asked(double start, double end, Map<String, ?> more) {
        Map<String, Object> body = new HashMap<>(more);
        body.put("videoId", "v1");
        body.put("start", start);
        body.put("end", end);
        return body;
    }

    private JsonNode made(Someone who, Map<String, ?> body) {
        String id = who.post("addExport", "/exports", body)
                .is(202)
                .body()
                .path("exportId")
                .asText();
        return Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(200))
                .until(
                        () -> who.get("getExport", "/exports/" + id).ok(),
                        found -> List.of("READY", "ERROR")
                                .contains(found.path("status").asText()));
    }

    private byte[] fetch(JsonNode export) throws Exception {
        assertThat(export.path("status").asText()).as("%s", export).isEqualTo("READY");
        return world.http()
                .send(
                        HttpRequest.newBuilder(URI.create(export.path("clipUrl").asText()))
                                .build(),
                        HttpResponse.BodyHandlers.ofByteArray())
                .body();
    }

    private static String sha256(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }

    /** Which part of a region's pixels differs visibly between two pictures. */
    private static double changed(byte[] one, byte[] other, int picture, double x, double y, double w, double h) {
        int from = picture * WIDTH * HEIGHT;
        int all = 0;
        int changed = 0;
        for (int row = (int) (y * HEIGHT); row < (int) ((y + h) * HEIGHT); row++) {
            for (int column = (int) (x * WIDTH); column < (int) ((x + w) * WIDTH); column++) {
                int at = from + row * WIDTH + column;
                all++;
                changed += Math.abs((one[at] & 0xff) - (other[at] & 0xff)) > BLURRED ? 1 : 0;
            }
        }
        return changed / (double) all;
    }

    @Test
    void heads_inEveryPictureOfAnExport_differFromTheSource() throws Exception {
        double start = 1;
        JsonNode export = made(
                world.ida(),
                asked(start, 4.5, Map.of("case", "Case 7", "reason", "For the insurance", "blur", "heads")));
        byte[] clip = fetch(export);
        byte[] shown = Clips.gray(clip, 0, 10);
        byte[] original = Clips.gray(source, start, 3.5);
        int pictures = shown.length / (WIDTH * HEIGHT);
        assertThat(pictures).isEqualTo((int) (3.5 * RATE)).isEqualTo(original.length / (WIDTH * HEIGHT));
        int looked = 0;
        for (int i = 0; i < pictures; i++) {
            double t = start + i / (double) RATE;
            // Half a second longer than the track, at both of its ends.
            if (t <= TO + 0.5) {
                double x = left(Math.min(t, TO));
                // A head is in the middle of the top seventh of a body.
                assertThat(changed(shown, original, i, x + BROAD / 4, TOP, BROAD / 2, HIGH / 7))
                        .as("the head in picture %s, at %s s", i, t)
                        .isGreaterThan(0.95);
                looked++;
            }
            assertThat(changed(shown, original, i, 0.05, TOP + 0.6 * HIGH, 0.9, 0.1))
                    .as("below all heads, in picture %s", i)
                    .isLessThan(0.02);
        }
        assertThat(looked).isGreaterThan(25);

        JsonNode manifest = world.ida()
                .get("getManifest", "/exports/" + export.path("exportId").asText() + "/manifest")
                .ok();
        assertThat(manifest.at("/clip/sha256").asText()).isEqualTo(sha256(clip));
        assertThat(manifest.at("/clip/size").asInt()).isEqualTo(clip.length);
        assertThat(manifest.at("/source/sha256").asText()).isEqualTo(sha256(source));
        assertThat(manifest.at("/exportedBy/userId").asText()).isEqualTo("ida");
        assertThat(manifest.at("/exportedBy/email").asText()).isEqualTo("ida@example.com");
        assertThat(manifest.path("case").asText()).isEqualTo("Case 7");
        assertThat(manifest.path("blur").asText()).isEqualTo("heads");
        assertThat(manifest.at("/range/start").asDouble()).isEqualTo(start);
        assertThat(Instant.parse(manifest.at("/range/from").asText())).isEqualTo(TEN.plusSeconds(1));
        assertThat(manifest.path("persons").asInt()).isEqualTo(1);
        assertThat(world.items(ACME).all(SupportTable.EXPORTS_OF_PERSON.of("person_walks"), 10))
                .hasSize(1);
        assertThat(world.ada().listed("listAccess", "/access-log?action=export&videoId=v1", 100))
                .extracting(each -> each.path("details").asText())
                .anyMatch(text -> text.contains("For the insurance"))
                .anyMatch(text -> text.startsWith("clip of"))
                .anyMatch(text -> text.startsWith("manifest of"));
    }

    /** Seen by another program, whose boxes stand in its sightings alone. */
    @Test
    void headsOfAnErasedPerson_whomAnotherProgramSaw_areBlurredAllTheSame() throws Exception {
        footage("v2", source);
        for (int second = 1; second <= 3; second++) {
            world.sees(
                    ACME,
                    "v2",
                    new Sighting(
                            "person_stands",
                            TEN.plusSeconds(second),
                            0.9,
                            new PersonAttributes(null, null, null, "red", "black"),
                            null,
                            null,
                            null,
                            new BoundingBox(0.4, TOP, BROAD, HIGH),
                            null));
        }
        world.ada().delete("erasePerson", "/persons/person_stands").is(202);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> world.items(ACME)
                        .first(SupportTable.PERSONS_IN_CHANGE.of(), 1)
                        .isEmpty());
        assertThat(String.valueOf(world.tables.items(DataTable.TABLE))).doesNotContain("person_stands");
        assertThat(world.objects()).noneMatch(key -> key.contains("person_stands"));
        assertThat(world.ida().get("listTracks", "/videos/v2/tracks").ok().path("tracks"))
                .isEmpty();

        Map<String, Object> asked = asked(1, 3.5, Map.of());
        asked.put("videoId", "v2");
        byte[] shown = Clips.gray(fetch(made(world.ida(), asked)), 0, 10);
        byte[] original = Clips.gray(source, 1, 2.5);
        for (int i = 0; i < (int) (2.5 * RATE); i++) {
            assertThat(changed(shown, original, i, 0.4 + BROAD / 4, TOP, BROAD / 2, HIGH / 7))
                    .as("the head in picture %s", i)
                    .isGreaterThan(0.95);
        }
    }

    @Test
    void bodiesAndNobody_areBlurredAsAsked_andFramesAreDrawn() throws Exception {
        byte[] original = Clips.gray(source, 1, 1);
        byte[] bodies = Clips.gray(fetch(made(world.ida(), asked(1, 2, Map.of("blur", "bodies")))), 0, 10);
        byte[] nobody = Clips.gray(
                fetch(made(world.ida(), asked(1, 2, Map.of("blur", "none", "reason", "A court order")))), 0, 10);
        byte[] framed = Clips.gray(
                fetch(made(world.ida(), asked(1, 2, Map.of("blur", "none", "reason", "A court order", "boxes", true)))),
                0,
                10);
        for (int i = 0; i < RATE; i++) {
            double x = left(1 + i / (double) RATE);
            assertThat(changed(bodies, original, i, x, TOP + 0.7 * HIGH, BROAD, 0.2 * HIGH))
                    .as("the legs in picture %s", i)
                    .isGreaterThan(0.95);
            assertThat(changed(nobody, original, i, 0, 0, 1, 1))
                    .as("picture %s", i)
                    .isLessThan(0.02);
            assertThat(changed(framed, original, i, x, TOP, BROAD, HIGH))
                    .as("the frame in picture %s", i)
                    .isBetween(0.0, 0.3);
            assertThat(changed(framed, original, i, 0, 0, 1, 1)).isGreaterThan(0.002);
        }
    }

    @Test
    void export_thatWouldShowSomebody_isRefusedOrHasAReason() {
        Someone ida = world.ida();
        world.otto().post("addExport", "/exports", asked(0, 1, Map.of())).is(403);
        world.gus().post("addExport", "/exports", asked(0, 1, Map.of())).is(404);
        assertThat(ida.post("addExport", "/exports", asked(0, 1, Map.of("blur", "none")))
                        .is(400)
                        .error())
                .contains("reason");
        assertThat(ida.post("addExport", "/exports", asked(0, 1, Map.of("blur", "none", "reason", " ")))
                        .is(400)
                        .error())
                .contains("reason");
        ida.post("addExport", "/exports", asked(0, 601, Map.of())).is(400);
        ida.post("addExport", "/exports", asked(3, 3, Map.of())).is(400);
        ida.post("addExport", "/exports", asked(-1, 3, Map.of())).is(400);
        ida.post("addExport", "/exports", asked(60, 61, Map.of())).is(400);
        ida.post("addExport", "/exports", asked(0, 1, Map.of("blur", "faces"))).is(400);
        // Somebody was found, and nobody knows where.
        world.sees(ACME, "v1", sighting("p9", TEN.plusSeconds(2), "blue", null));
        assertThat(ida.post("addExport", "/exports", asked(1, 3, Map.of()))
                        .is(409)
                        .error())
                .contains("blurred");
        ida.post("addExport", "/exports", asked(4, 5, Map.of())).is(202);
        world.video(ACME, "v2", "gate", TEN);
        Map<String, Object> other = asked(0, 1, Map.of());
        other.put("videoId", "v2");
        world.items(ACME)
                .put(DataTable.VIDEO, world.video(ACME, "v2", "gate", TEN).withS3Key(null));
        ida.post("addExport", "/exports", other).is(409);
    }

    @Test
    void export_ofAnotherCameraOrOrganization_isNotThere_andGoesWithItsClip() throws Exception {
        Someone ida = world.ida();
        JsonNode export = made(ida, asked(1, 2, Map.of()));
        String path = "/exports/" + export.path("exportId").asText();
        world.gus().get("getExport", path).is(404);
        world.gus().get("getManifest", path + "/manifest").is(404);
        world.otto().get("getExport", path).is(403);
        world.ada()
                .patch("changeUser", "/users/ida", Map.of("cameras", List.of("yard")))
                .ok();
        ida.get("getExport", path).is(404);
        ida.get("getManifest", path + "/manifest").is(404);
        ida.delete("deleteExport", path).is(404);
        assertThat(ida.listed("listExports", "/exports", 10)).isEmpty();
        ida.post("addExport", "/exports", asked(1, 2, Map.of())).is(404);
        world.ada()
                .patch("changeUser", "/users/ida", Map.of("cameras", List.of("gate")))
                .ok();
        assertThat(ida.listed("listExports", "/exports", 10)).hasSize(1);

        // A video that is deleted leaves its exports; a deleted export leaves nothing.
        world.ada().delete("deleteVideo", "/videos/v1").is(202);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> world.objects().stream().noneMatch(key -> key.contains("v1")));
        assertThat(fetch(ida.get("getExport", path).ok())).isNotEmpty();
        ida.delete("deleteExport", path).is(204);
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(world.objects()).isEmpty();
            assertThat(world.items(ACME).all(SupportTable.EXPORTS_OF_PERSON.of("person_walks"), 10))
                    .isEmpty();
        });
        ida.get("getExport", path).is(404);
    }
}
