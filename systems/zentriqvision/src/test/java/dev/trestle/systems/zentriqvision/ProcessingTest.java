package dev.trestle.systems.zentriqvision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.PersonNote;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.testing.OverTheNetworkToo;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of a video with people: found by the built-in analyzer, in segments of two seconds. */
@OverTheNetworkToo
@Timeout(300)
class ProcessingTest extends FootageTest {
    private static final Instant RECORDED = Instant.parse("2031-03-02T22:00:00Z");

    @BeforeEach
    void needsPeople() {
        assumeTrue(Clips.hasStreet());
    }

    private String street(int seconds) {
        return otto.upload(
                "street.mp4", "video/mp4", Clips.street(seconds), "recordedAt", RECORDED.toString(), "camera", "north");
    }

    private static Set<String> personsOf(JsonNode video) {
        Set<String> persons = new TreeSet<>();
        video.path("detections")
                .forEach(each -> persons.add(each.path("personId").asText()));
        return persons;
    }

    @Test
    void street_processed_isFoundPlayedDrawnAndPictured() throws Exception {
        String id = street(6);
        JsonNode video = otto.awaitProcessed(id);
        assertThat(video.path("faceCount").asInt()).isBetween(3, 20);
        assertThat(personsOf(video)).hasSize(video.path("faceCount").asInt());
        assertThat(video.path("appearanceCount").asInt())
                .isEqualTo(video.path("detections").size());
        assertThat(video.path("progress").isMissingNode()).isTrue();
        JsonNode first = video.path("detections").path(0);
        assertThat(Instant.parse(first.path("timestamp").asText())).isBetween(RECORDED, RECORDED.plusSeconds(6));
        assertThat(first.path("attributes").has("gender")).as("never guessed").isFalse();
        assertTotalsEqualRows();

        JsonNode played =
                world.vera().get("playVideo", "/videos/" + id + "/playback").ok();
        assertThat(played.at("/metadata/rendition").asBoolean()).isFalse();
        assertThat(Instant.parse(played.at("/metadata/startedAt").asText())).isEqualTo(RECORDED);
        assertThat(fetch(played.path("playbackUrl").asText())).isEqualTo(Clips.street(6));
        assertThat(fetch(video.path("thumbnailUrl").asText())).startsWith((byte) 0xff, (byte) 0xd8);

        JsonNode tracks =
                world.vera().get("listTracks", "/videos/" + id + "/tracks").ok();
        assertThat(tracks.path("count").asInt())
                .isGreaterThan(video.path("detections").size() * 3);
        JsonNode some = world.vera()
                .get("listTracks", "/videos/" + id + "/tracks?start=2&end=3")
                .ok();
        assertThat(some.path("tracks"))
                .isNotEmpty()
                .allSatisfy(box -> assertThat(box.path("t").asDouble()).isBetween(2.0, 3.0))
                .allSatisfy(box -> assertThat(
                                box.path("x").asDouble() + box.path("w").asDouble())
                        .isBetween(0.0, 1.001));
        assertThat(world.vera()
                        .get("listTracks", "/videos/" + id + "/tracks?end=900")
                        .is(400)
                        .error())
                .contains("600");

        assertThat(world.vera()
                        .get("getThumbnail", "/videos/" + id + "/thumbnail?at=3.1")
                        .is(200)
                        .bytes())
                .startsWith((byte) 0xff, (byte) 0xd8);
        assertThat(world.vera()
                        .get("getThumbnail", "/videos/" + id + "/thumbnail")
                        .is(200)
                        .bytes())
                .startsWith((byte) 0xff, (byte) 0xd8);
        String crop = "/appearances/" + id + "/" + first.path("timestamp").asText() + "/"
                + first.path("personId").asText() + "/crop";
        assertThat(world.otto().get("getCrop", crop).is(200).bytes()).startsWith((byte) 0xff, (byte) 0xd8);
        world.gus().get("getCrop", crop).is(404);
        world.gus().get("getVideo", "/videos/" + id).is(404);
        assertThat(world.objects()).noneMatch(key -> key.contains("/state-"));
    }

    private byte[] fetch(String url) throws Exception {
        return world.http()
                .send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofByteArray())
                .body();
    }

    @Test
    void processAgain_findsTheSameUnderNewIdsAndKeepsWhatPeopleWrote() {
        String id = street(4);
        JsonNode first = otto.awaitProcessed(id);
        String person = personsOf(first).iterator().next();
        world.items(World.ACME)
                .put(SupportTable.PERSON_NOTE, new PersonNote(person, "Somebody", null, "ida", world.clock.instant()));
        assertThat(world.otto()
                        .post("processVideo", "/videos/" + id + "/process", null)
                        .is(409)
                        .error())
                .contains("discardEdits");
        world.otto()
                .post("processVideo", "/videos/" + id + "/process?discardEdits=true", null)
                .is(202);
        JsonNode again = otto.awaitProcessed(id);
        assertThat(again.path("detections")).hasSameSizeAs(first.path("detections"));
        assertThat(personsOf(again)).doesNotContainAnyElementsOf(personsOf(first));
        assertThat(persons()).hasSize(personsOf(again).size());
        assertTotalsEqualRows();
        assertThat(world.objects()).noneMatch(key -> key.contains("/run1/"));
        assertThat(itemsAbout(id).keySet()).noneMatch(key -> key.contains(person));
    }

    @Test
    void cancel_whileItIsAnalysed_removesWhatWasFound() {
        String id = street(30);
        awaitFound(id);
        world.otto().post("cancelVideo", "/videos/" + id + "/cancel", null).is(202);
        JsonNode cancelled = otto.awaitStatus(id, "ERROR", "PROCESSED");
        assertThat(cancelled.path("errorMessage").asText()).isEqualTo("Cancelled");
        assertThat(cancelled.path("detections")).isEmpty();
        assertThat(persons()).isEmpty();
        assertThat(world.objects()).noneMatch(key -> key.contains("/run1/"));
        world.otto().post("cancelVideo", "/videos/" + id + "/cancel", null).is(409);
    }

    @Test
    void delete_whileItIsAnalysed_leavesNothing() {
        String id = street(30);
        awaitFound(id);
        world.otto().delete("deleteVideo", "/videos/" + id).is(403);
        world.ada().delete("deleteVideo", "/videos/" + id).is(202);
        world.ada().get("getVideo", "/videos/" + id).is(404);
        assertThat(world.ada().get("listVideos", "/videos").ok().path("count").asInt())
                .isZero();
        world.clock.advance(Duration.ofHours(3)); // the arrival's own record stays until its address has ended
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            world.clock.advance(Duration.ofSeconds(2)); // the job waits for the analysis to end
            assertThat(itemsAbout(id)).isEmpty();
            assertThat(world.objects()).isEmpty();
        });
        assertThat(persons()).isEmpty();
    }

    private void awaitFound(String id) {
        JsonNode video = await().atMost(Duration.ofSeconds(120))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> otto.video(id), found -> found.path("detections").size() > 0);
        assertThat(video.path("status").asText()).isEqualTo("PROCESSING");
        assertThat(video.at("/progress/phase").asText()).isEqualTo("ANALYZING");
    }

    @Test
    void avi_getsARenditionThatBrowsersPlay() throws Exception {
        String id = otto.upload("street.avi", "video/x-msvideo", Clips.streetAsAvi(2));
        otto.awaitProcessed(id);
        JsonNode played =
                world.vera().get("playVideo", "/videos/" + id + "/playback").ok();
        assertThat(played.at("/metadata/rendition").asBoolean()).isTrue();
        assertThat(fetch(played.path("playbackUrl").asText()))
                .containsSequence('f', 't', 'y', 'p')
                .containsSequence('a', 'v', 'c', '1');
    }

    @Test
    void outsideAnalyzer_leavesTheVideoToOthers() {
        String tag = world.ada().get("getSettings", "/settings").header("etag");
        world.ada()
                .send(
                        "putSettings",
                        world.ada()
                                .request("/settings")
                                .header("content-type", "application/json")
                                .header("if-match", String.valueOf(tag))
                                .PUT(HttpRequest.BodyPublishers.ofString("{\"analyzer\":\"outside\"}")))
                .is(200);
        JsonNode video = otto.awaitProcessed(street(4));
        assertThat(video.path("detections")).isEmpty();
        assertThat(video.path("duration").asDouble()).isEqualTo(4);
        assertThat(world.vera()
                        .get("getAnalyzer", "/analyzers")
                        .ok()
                        .path("analyzer")
                        .asText())
                .isEqualTo("outside");
    }

    @Test
    void lists_byStatusUserCameraTextAndTime_areNewestFirst() {
        for (int i = 0; i < 7; i++) {
            Video video = world.video(
                    World.ACME, "video_" + i, i % 2 == 0 ? "north" : "south", RECORDED.plusSeconds(60L * i));
            world.items(World.ACME)
                    .put(
                            DataTable.VIDEO,
                            video.withFileName(i < 3 ? "Gate " + i + ".mp4" : "Yard " + i + ".mp4")
                                    .withUserId(i == 6 ? "vera" : "otto")
                                    .withStatus(i == 0 ? VideoStatus.ERROR : VideoStatus.PROCESSED));
        }
        world.video(World.GLOBEX, "video_9", "north", RECORDED);
        assertListed("", "6543210");
        assertListed("?camera=south", "531");
        assertListed("?text=gATE", "210");
        assertListed("?userId=otto&camera=north", "420");
        assertListed("?start=" + RECORDED.plusSeconds(60) + "&end=" + RECORDED.plusSeconds(180), "321");
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertListed("?status=ERROR", "0"));
        assertThat(world.otto().get("listVideos", "/videos?cursor=x").is(400).error())
                .isNotEmpty();

        world.otto()
                .patch("changeVideo", "/videos/video_1", Map.of("fileName", "Door.mp4", "camera", "north"))
                .is(200);
        assertListed("?camera=south", "53");
        assertListed("?text=door", "1");
    }

    private void assertListed(String query, String ids) {
        List<String> found = world.vera().listed("listVideos", "/videos" + query, 2).stream()
                .map(each -> each.path("videoId").asText().substring("video_".length()))
                .toList();
        assertThat(String.join("", found)).as(query).isEqualTo(ids);
    }
}
