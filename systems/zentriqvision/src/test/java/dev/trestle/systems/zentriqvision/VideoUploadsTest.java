package dev.trestle.systems.zentriqvision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.testing.OverTheNetworkToo;
import java.io.RandomAccessFile;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How videos come in: noticed, confirmed, in parts, too late, and as what they are not. */
@OverTheNetworkToo
@Timeout(300)
class VideoUploadsTest extends FootageTest {
    private static final String UPLOAD = "uploadVideo";

    private String status(String id) {
        return otto.video(id).path("status").asText();
    }

    @Test
    void upload_thatNobodyConfirms_isNoticedInFiveSecondsAndHasNoPeople() {
        JsonNode announced = otto.announce("Yard.MP4", "video/mp4", -1);
        String id = announced.path("videoId").asText();
        assertThat(id).matches("video_[0-9]+_[0-9a-z]{9}");
        assertThat(announced.path("s3Key").asText()).isEqualTo("acme/videos/" + id + ".mp4");
        assertThat(announced.path("expiresIn").asInt()).isEqualTo(3600);
        assertThat(announced.path("status").asText()).isEqualTo("UPLOADING");
        assertThat(announced.path("presignedUrl").asText())
                .as("no length is signed without one")
                .doesNotContain("content-length");
        assertThat(status(id)).isEqualTo("UPLOADING");
        world.vera().get("playVideo", "/videos/" + id + "/playback").is(400);

        byte[] clip = Clips.empty(2);
        assertThat(otto.put(announced, clip)).isEqualTo(200);
        await().atMost(Duration.ofSeconds(5)).until(() -> !status(id).equals("UPLOADING"));
        JsonNode video = otto.awaitProcessed(id);
        assertThat(video.path("faceCount").asInt()).isZero();
        assertThat(video.path("detections")).isEmpty();
        assertThat(video.path("fileSize").asLong()).isEqualTo(clip.length);
        assertThat(video.path("duration").asDouble()).isEqualTo(2);
        assertThat(persons()).isEmpty();
        Video item =
                world.items(World.ACME).get(DataTable.VIDEO_METADATA.of(id)).orElseThrow();
        assertThat(item.fileName()).isEqualTo("Yard.MP4");
        assertThat(world.objects()).noneMatch(key -> key.startsWith("staging/"));
    }

    @Test
    void playback_unlessProcessed_isRefused() {
        for (VideoStatus status : VideoStatus.values()) {
            String id = "video_" + status;
            Video video = world.video(World.ACME, id, null, World.MONDAY).withStatus(status);
            world.items(World.ACME).put(DataTable.VIDEO, video);
            assertThat(otto.video(id).path("status").asText()).isEqualTo(status.name());
            if (status != VideoStatus.PROCESSED) {
                assertThat(world.vera()
                                .get("playVideo", "/videos/" + id + "/playback")
                                .is(400)
                                .error())
                        .isEqualTo("Video is not ready for playback");
            }
        }
        assertThat(world.vera()
                        .get("playVideo", "/videos/video_PROCESSED/playback")
                        .ok()
                        .path("playbackUrl")
                        .asText())
                .startsWith("http");
    }

    /** As a server has it, with the limit of 500 MB; most of the file is a hole. */
    @Test
    @Tag("slow")
    void file_longerThanAnyVideoMayBe_endsAsError() throws Exception {
        try (World standard = new World(target)) {
            Sender sender = new Sender(standard, standard.otto());
            long length = 501_000_000;
            assertThat(standard.otto()
                            .post(
                                    UPLOAD,
                                    "/upload",
                                    Map.of("fileName", "a.mp4", "fileType", "video/mp4", "fileSize", length))
                            .is(413)
                            .error())
                    .contains("fileSize");
            JsonNode announced = sender.announce("a.mp4", "video/mp4", -1);
            Path file = Files.createTempFile("long", ".mp4");
            try {
                byte[] clip = Clips.empty(2);
                Files.write(file, Clips.padded(clip, clip.length + 8));
                try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
                    open.setLength(length);
                    open.seek(clip.length);
                    open.writeInt((int) (length - clip.length));
                }
                assertThat(sender.put(
                                announced.path("presignedUrl").asText(),
                                announced.path("headers"),
                                HttpRequest.BodyPublishers.ofFile(file)))
                        .isEqualTo(200);
            } finally {
                Files.delete(file);
            }
            JsonNode refused = sender.awaitStatus(announced.path("videoId").asText(), "ERROR", "PROCESSED");
            assertThat(refused.path("errorMessage").asText()).contains("At most 500000000");
        }
    }

    @Test
    void complete_twice_makesOneJob() {
        byte[] clip = Clips.empty(2);
        JsonNode announced = otto.announce("yard.mp4", "video/mp4", clip.length);
        String id = announced.path("videoId").asText();
        String complete = "/videos/" + id + "/complete";
        assertThat(world.otto().post("completeUpload", complete, null).is(409).error())
                .contains("has not arrived");
        assertThat(otto.put(announced, clip)).isEqualTo(200);
        world.otto().post("completeUpload", complete, null).is(202);
        world.otto().post("completeUpload", complete, null).is(202);
        otto.awaitProcessed(id);
        world.otto().post("completeUpload", complete, null).is(202);
        assertThat(jobs("process-video")).isEqualTo(1);
        assertThat(status(id)).isEqualTo("PROCESSED");
    }

    @Test
    void url_thatIsNeverUsed_endsAsErrorAndItsLateBytesAreSwept() {
        JsonNode announced = otto.announce("yard.mp4", "video/mp4", -1);
        String id = announced.path("videoId").asText();
        world.clock.advance(Duration.ofMinutes(59));
        assertThat(status(id)).isEqualTo("UPLOADING");
        world.clock.advance(Duration.ofMinutes(11));
        assertThat(otto.awaitStatus(id, "ERROR").path("errorMessage").asText()).isEqualTo("Upload did not arrive");

        assertThat(otto.put(announced, Clips.empty(2)))
                .as("the object store's clock is behind")
                .isEqualTo(200);
        world.clock.advance(Duration.ofHours(1));
        await().atMost(Duration.ofSeconds(60)).until(() -> world.objects().isEmpty());
        assertThat(status(id)).isEqualTo("ERROR");
        assertThat(world.otto()
                        .post("processVideo", "/videos/" + id + "/process", null)
                        .is(409)
                        .error())
                .contains("never arrived");
    }

    @Test
    void parts_outOfOrderAndResumed_becomeOneVideo() {
        byte[] clip = Clips.padded(Clips.empty(2), 70_000_000);
        JsonNode announced = otto.announce("long.mp4", "video/mp4", clip.length);
        String id = announced.path("videoId").asText();
        assertThat(announced.at("/parts/count").asInt()).isEqualTo(5);
        String upload = "/videos/" + id + "/upload";
        JsonNode first = world.otto().get("getUpload", upload).ok();
        assertThat(first.path("parts")).hasSize(5);
        for (int part : List.of(5, 2)) {
            send(first.path("parts").path(part - 1), clip);
        }
        world.otto().post("completeUpload", "/videos/" + id + "/complete", null).is(409);

        // A new browser knows the video's id alone.
        JsonNode resumed = world.otto().get("getUpload", upload).ok();
        assertThat(resumed.path("arrived").toString()).isEqualTo("[2,5]");
        assertThat(resumed.path("parts"))
                .extracting(part -> part.path("part").asInt())
                .containsExactly(1, 3, 4);
        resumed.path("parts").forEach(part -> send(part, clip));
        world.otto().post("completeUpload", "/videos/" + id + "/complete", null).is(202);
        JsonNode video = otto.awaitProcessed(id);
        assertThat(video.path("fileSize").asLong()).isEqualTo(clip.length);
        assertThat(world.otto().get("getUpload", upload).ok().path("parts")).isEmpty();
    }

    private void send(JsonNode part, byte[] clip) {
        byte[] bytes = Arrays.copyOfRange(
                clip, part.path("start").asInt(), part.path("end").asInt());
        assertThat(otto.put(part.path("url").asText(), part.path("headers"), bytes))
                .isEqualTo(200);
    }

    @Test
    void file_thatIsNoVideo_endsAsError() {
        JsonNode text = otto.announce("text.mp4", "video/mp4", -1);
        otto.put(text, "This is a text, and no video.".repeat(50).getBytes(StandardCharsets.UTF_8));
        JsonNode sound = otto.announce("sound.mp4", "video/mp4", -1);
        otto.put(sound, Clips.withoutPictures());
        JsonNode large = otto.announce("large.mp4", "video/mp4", -1);
        otto.put(large, Clips.padded(Clips.empty(2), BYTES_MAX + 1));

        JsonNode refused = otto.awaitStatus(text.path("videoId").asText(), "ERROR");
        assertThat(refused.path("errorMessage").asText()).contains("not of the type video/mp4");
        refused = otto.awaitStatus(sound.path("videoId").asText(), "ERROR");
        assertThat(refused.path("errorMessage").asText()).containsIgnoringCase("picture");
        refused = otto.awaitStatus(large.path("videoId").asText(), "ERROR");
        assertThat(refused.path("errorMessage").asText()).contains("At most " + BYTES_MAX);
    }

    @Test
    void announcement_thatCannotBe_isRefused() {
        assertRefused(400, "fileType", "fileName", "a.mp4", "fileType", "video/x-matroska");
        assertRefused(400, "fileName", "fileName", "a.webm", "fileType", "video/webm");
        assertRefused(413, "fileSize", "fileName", "a.mp4", "fileType", "video/mp4", "fileSize", BYTES_MAX + 1);
        assertRefused(400, "camera", "fileName", "a.mp4", "fileType", "video/mp4", "camera", "a#b");
        world.vera()
                .post(UPLOAD, "/upload", Map.of("fileName", "a.mp4", "fileType", "video/mp4"))
                .is(403);
        world.otto()
                .post(UPLOAD, "/upload", Map.of("fileName", "a.mp4", "fileType", "video/mp4", "orgId", World.GLOBEX))
                .is(403);
        assertThat(world.otto().get("listVideos", "/videos").ok().path("count").asInt())
                .isZero();
    }

    private void assertRefused(int status, String field, Object... body) {
        Map<String, Object> sent = new LinkedHashMap<>();
        for (int i = 0; i < body.length; i += 2) {
            sent.put((String) body[i], body[i + 1]);
        }
        assertThat(world.otto().post(UPLOAD, "/upload", sent).is(status).text()).contains(field);
    }
}
