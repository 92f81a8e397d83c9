package dev.trestle.systems.zentriqvision;

import static dev.trestle.systems.zentriqvision.World.ACME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.zentriqvision.analysis.Boxes;
import dev.trestle.systems.zentriqvision.analysis.TrackIds;
import dev.trestle.systems.zentriqvision.model.Alert;
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
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;
import software.amazon.awssdk.core.sync.RequestBody;

/** Erasing a person leaves nothing of them but the id, where the access log and the keeping away of analyzers need it. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class ErasureTest {
    private static final Instant TEN = Instant.parse("2031-02-03T10:00:00Z");
    private static final String ONE = TrackIds.person("v1", 1, 1);
    private static final String TWO = TrackIds.person("v1", 1, 2);
    private static final String OTHER = TrackIds.person("v1", 1, 3);

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private World world;

    @BeforeEach
    void open() {
        world = new World(target);
        Objects3.client().createBucket(create -> create.bucket(world.bucket));
        Video video = world.video(ACME, "v1", "gate", TEN);
        world.items(ACME)
                .put(
                        SupportTable.VIDEO_FILE,
                        VideoFile.of("v1", "video/mp4", 7L, null, TEN)
                                .withDurationMs(60_000L)
                                .withStartsAt(TEN));
        world.items(ACME).put(SupportTable.VIDEO_WORK, VideoWork.begun(video, 1, "j1", VideoWork.Phase.ENDED, 5, TEN));
    }

    @AfterEach
    void close() {
        world.close();
    }

    private void put(String key, byte[] bytes) {
        Objects3.client().putObject(put -> put.bucket(world.bucket).key(key), RequestBody.fromBytes(bytes));
    }

    private void see(String personId, int track, int from, int count) {
        String crop = VideoKeys.crop(ACME, "v1", 1, track);
        put(crop, new byte[] {1});
        List<Sighting> sightings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sightings.add(new Sighting(
                    personId,
                    TEN.plusSeconds(from + 5L * i),
                    0.9,
                    new PersonAttributes(null, null, null, "red", "black"),
                    null,
                    null,
                    List.of("bag"),
                    new BoundingBox(0.1, 0.1, 0.2, 0.4),
                    crop));
        }
        var unused = world.sightings().record(ACME, "v1", sightings);
    }

    /** Boxes of three tracks, each four times a second from its first appearance on. */
    private void boxes() {
        Map<String, List<List<Long>>> persons =
                Map.of(ONE, boxesFrom(0, 8), TWO, boxesFrom(20_000, 8), OTHER, boxesFrom(2_000, 30));
        put(VideoKeys.boxes(ACME, "v1", 1, 0), new Boxes(persons).bytes());
    }

    private static List<List<Long>> boxesFrom(long ms, int count) {
        List<List<Long>> boxes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            boxes.add(List.of(ms + i * 1000L, 1000L, 1000L, 2000L, 4000L));
        }
        return boxes;
    }

    private void awaitQuiet() {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> world.items(ACME)
                        .first(SupportTable.PERSONS_IN_CHANGE.of(), 1)
                        .isEmpty());
    }

    @Test
    void erasure_ofAMergedPerson_leavesNothingOfThemAndAllOfOthers() throws IOException {
        see(ONE, 1, 0, 2);
        see(TWO, 2, 20, 2);
        see(OTHER, 3, 2, 6);
        boxes();
        put(VideoKeys.cropOf(ACME, "v1", "20310203T100000Z", VideoKeys.keyPart(ONE)), new byte[] {1});
        world.ida()
                .patch("changePerson", "/persons/" + TWO, Map.of("name", "Mallory", "note", "limps"))
                .ok();
        world.ida()
                .post("mergePersons", "/persons/" + ONE + "/merge", Map.of("from", TWO))
                .ok();
        awaitQuiet();
        world.items(ACME).put(SupportTable.ALERT, alert());
        assertThat(tracks()).containsOnlyKeys(ONE, OTHER);

        JsonNode erased =
                world.ada().delete("erasePerson", "/persons/" + ONE).is(202).body();
        assertThat(erased.path("exports")).isEmpty();
        world.ida().get("getPerson", "/persons/" + ONE).is(404);
        world.ida().get("getPerson", "/persons/" + TWO).is(404);
        assertThat(world.ida().listed("search", "/search?color=red", 50)).hasSize(6);
        awaitQuiet();

        assertThat(tracks()).containsOnlyKeys(OTHER);
        assertThat(Boxes.read(Objects3.client()
                                .getObjectAsBytes(
                                        get -> get.bucket(world.bucket).key(VideoKeys.boxes(ACME, "v1", 1, 0)))
                                .asByteArray())
                        .persons())
                .containsOnlyKeys("nobody", OTHER);
        assertThat(world.objects())
                .contains(VideoKeys.crop(ACME, "v1", 1, 3))
                .noneMatch(key -> key.contains("crop-1") || key.contains("crop-2"));
        assertThat(String.valueOf(world.tables.items(DataTable.TABLE))).doesNotContain(ONE, TWO);
        String support = world.tables.items(SupportTable.TABLE).stream()
                .filter(item -> !item.get("PK").s().contains("#ACCESS")
                        && !item.get("SK").s().equals("FATE"))
                .filter(item -> !item.get("PK").s().startsWith("JOB"))
                .toList()
                .toString();
        assertThat(support).doesNotContain("Mallory", "limps", ONE, TWO);
        assertThat(world.ada().get("listAccess", "/access-log?action=edit").ok().toString())
                .contains(ONE)
                .doesNotContain("Mallory");
    }

    private static Alert alert() {
        Instant until = World.MONDAY.plusSeconds(86_400);
        return new Alert("ida", "a1", "s1", "Red", TWO, "v1", TEN, "gate", null, TEN, null, until);
    }

    private Map<String, Integer> tracks() {
        Map<String, Integer> counts = new java.util.TreeMap<>();
        world.ida()
                .get("listTracks", "/videos/v1/tracks")
                .ok()
                .path("tracks")
                .forEach(box -> counts.merge(box.path("personId").asText(), 1, Integer::sum));
        return counts;
    }

    @Test
    void sighting_ofAnErasedPerson_bringsNobodyBack() {
        see(ONE, 1, 0, 2);
        world.ada().delete("erasePerson", "/persons/" + ONE).is(202);
        awaitQuiet();
        see(ONE, 1, 30, 1);

        assertThat(world.items(ACME).get(DataTable.PERSON_DETAILS.of(ONE))).isEmpty();
        assertThat(world.ida().listed("listPersons", "/persons", 10)).isEmpty();
        world.ada().delete("erasePerson", "/persons/" + ONE).is(404);
    }

    @Test
    void boxes_ofASplitTrack_areWhoseTheAppearanceBeforeThemIs() {
        see(ONE, 1, 0, 2);
        boxes();
        String made = world.ida()
                .post(
                        "splitPerson",
                        "/persons/" + ONE + "/split",
                        Map.of(
                                "appearances",
                                List.of(Map.of(
                                        "videoId",
                                        "v1",
                                        "timestamp",
                                        TEN.plusSeconds(5).toString()))))
                .is(201)
                .body()
                .path("personId")
                .asText();
        awaitQuiet();

        assertThat(tracks()).containsEntry(ONE, 4).containsEntry(made, 4);
        world.ada().delete("erasePerson", "/persons/" + made).is(202);
        awaitQuiet();
        assertThat(tracks()).containsEntry(ONE, 4).doesNotContainKey(made);
    }

    @Test
    void erasure_byAnInvestigator_isForbidden() {
        see(ONE, 1, 0, 1);
        world.ida().delete("erasePerson", "/persons/" + ONE).is(403);
        world.gus().delete("erasePerson", "/persons/" + ONE).is(404);
        world.ida().get("getPerson", "/persons/" + ONE).ok();
    }

    @Test
    void person_whoseVideoIsDeleted_leavesNoNameOfThoseMergedIntoThem() {
        see(ONE, 1, 0, 1);
        see(TWO, 2, 20, 1);
        world.ida()
                .patch("changePerson", "/persons/" + TWO, Map.of("name", "Mallory"))
                .ok();
        world.ida()
                .post("mergePersons", "/persons/" + ONE + "/merge", Map.of("from", TWO))
                .ok();
        awaitQuiet();
        world.ada().delete("deleteVideo", "/videos/v1").is(202);

        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(world.items(ACME).get(SupportTable.NOTE_OF_PERSON.of(TWO)))
                    .isEmpty();
            assertThat(world.items(ACME).get(SupportTable.FATE_OF_PERSON.of(TWO)))
                    .isEmpty();
            assertThat(world.items(ACME).first(SupportTable.CHANGES_OF_PERSON.of(ONE), 1))
                    .isEmpty();
        });
    }
}
