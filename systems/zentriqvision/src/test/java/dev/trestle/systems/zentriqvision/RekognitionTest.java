package dev.trestle.systems.zentriqvision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.system.Environment;
import dev.trestle.systems.zentriqvision.ZentriqVisionSettings.Analysis;
import dev.trestle.systems.zentriqvision.ZentriqVisionSettings.AnalyzerKind;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Videos that Rekognition analyses, through the SDK's own client. */
@Timeout(120)
class RekognitionTest extends FootageTest {
    private final FakeRekognition rekognition = new FakeRekognition();

    @BeforeAll
    static void credentials() {
        System.setProperty("aws.accessKeyId", "tests");
        System.setProperty("aws.secretAccessKey", "secret/of+tests");
    }

    @AfterAll
    static void withoutCredentials() {
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
    }

    @AfterEach
    void stop() {
        rekognition.close();
    }

    @Override
    Environment<ZentriqVisionSettings> configured(Environment<ZentriqVisionSettings> environment) {
        Environment<ZentriqVisionSettings> standard = super.configured(environment);
        ZentriqVisionSettings settings = standard.settings();
        return standard.withSettings(new ZentriqVisionSettings(
                settings.defaultOrg(),
                settings.videoBytesMax(),
                new Analysis(AnalyzerKind.REKOGNITION, 1, 3, rekognition.url())));
    }

    @Test
    void video_withTwoPeople_hasTheirTracksFacesAndThings() {
        String id = otto.upload("a.mp4", "video/mp4", Clips.empty(8), "recordedAt", "2031-03-02T22:00:00Z");
        JsonNode video = otto.awaitProcessed(id);
        assertThat(video.path("faceCount").asInt()).isEqualTo(2);
        Set<String> looks = new TreeSet<>();
        video.path("detections")
                .forEach(each -> looks.add(each.path("attributes").toString()));
        assertThat(looks)
                .as("what it is not sure of is absent")
                .containsExactly(
                        "{\"emotion\":\"calm\",\"ageBucket\":\"50+\"}",
                        "{\"emotion\":\"happy\",\"objects\":[\"bag\"],\"ageBucket\":\"25-34\",\"gender\":\"female\"}");
        assertThat(video.path("detections"))
                .as("each at the start and after five seconds")
                .hasSize(4);
        assertThat(rekognition.started).hasSize(2).allSatisfy(request -> {
            assertThat(request.at("/Video/S3Object/Bucket").asText()).isEqualTo(world.bucket);
            assertThat(request.at("/Video/S3Object/Name").asText()).endsWith(id + ".mp4");
            assertThat(request.path("ClientRequestToken").asText()).isNotEmpty();
        });
        assertThat(rekognition.pages).hasValueGreaterThan(20);
        assertTotalsEqualRows();
    }

    @Test
    void job_thatFails_endsTheVideoAsError() {
        rekognition.failWith("The codec is not supported.");
        String id = otto.upload("a.mp4", "video/mp4", Clips.empty(2));
        JsonNode video = otto.awaitStatus(id, "ERROR", "PROCESSED");
        assertThat(video.path("errorMessage").asText()).contains("The codec is not supported.");
    }
}
