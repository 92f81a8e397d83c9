package dev.trestle.systems.zentriqvision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.PersonAttributes;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoFile;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.sightings.Sighting;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.sync.RequestBody;

/** Items that another program wrote, with the keys of another organisation's objects: nothing of these is shown, played, analysed or deleted. */
@Timeout(120)
class ForeignObjectsTest extends FootageTest {
    private static final String THEIR_VIDEO = "globex/videos/video_theirs.mp4";
    private static final String THEIR_CROP = "globex/derived/video_theirs/run1/crop-1.jpg";

    @Test
    void video_namingAnothersObjects_showsNothingOfThem() {
        Objects3.client().createBucket(create -> create.bucket(world.bucket));
        for (String key : new String[] {THEIR_VIDEO, THEIR_CROP}) {
            Objects3.client()
                    .putObject(put -> put.bucket(world.bucket).key(key), RequestBody.fromBytes(Clips.empty(2)));
        }
        Video naming = Video.uploading("video_1", "a.mp4", World.MONDAY, THEIR_VIDEO)
                .withStatus(VideoStatus.PROCESSED)
                .withFileSize(1000L)
                .withCamera("gate");
        world.items(World.ACME).put(DataTable.VIDEO, naming);
        world.items(World.ACME)
                .put(
                        SupportTable.VIDEO_FILE,
                        VideoFile.of("video_1", "video/mp4", 1000L, null, World.MONDAY)
                                .withDurationMs(2000L)
                                .withStartsAt(World.MONDAY)
                                .withThumbnailKey(THEIR_CROP));
        world.sees(
                World.ACME,
                "video_1",
                new Sighting(
                        "p1",
                        World.MONDAY,
                        0.9,
                        new PersonAttributes(null, null, null, "blue", null),
                        null,
                        null,
                        null,
                        null,
                        THEIR_CROP));

        JsonNode seen = otto.video("video_1");
        assertThat(seen.has("thumbnailUrl")).isFalse();
        assertThat(seen.at("/detections/0").has("cropUrl")).isFalse();
        assertThat(world.otto().get("search", "/search?color=blue").ok().toString())
                .doesNotContain("globex");
        assertThat(world.vera().get("listVideos", "/videos").ok().findValues("thumbnailUrl"))
                .isEmpty();
        world.otto()
                .get("getCrop", "/appearances/video_1/" + World.MONDAY + "/p1/crop")
                .is(404);
        world.vera().get("getThumbnail", "/videos/video_1/thumbnail?at=1").is(404);
        world.vera().get("playVideo", "/videos/video_1/playback").is(404);
        world.otto().post("processVideo", "/videos/video_1/process", null).is(202);
        assertThat(otto.awaitStatus("video_1", "ERROR", "PROCESSED")
                        .path("errorMessage")
                        .asText())
                .contains("not among the organization's");
        world.ada().delete("deleteVideo", "/videos/video_1").is(202);
        world.clock.advance(Duration.ofHours(3));
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(itemsAbout("video_1")).isEmpty());
        assertThat(world.objects()).containsAll(List.of(THEIR_CROP, THEIR_VIDEO));
    }
}
