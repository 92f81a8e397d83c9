package dev.trestle.systems.zentriqvision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that was installed without the module vision-weights: it runs, its uploads wait, and other analyzers work. */
@Timeout(300)
class WithoutWeightsTest {
    private static final String MISSING = "the module vision-weights is missing";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void upload_withoutTheWeights_waitsUntilTheyAreThere() throws Exception {
        assumeTrue(Clips.hasStreet());
        String id;
        try (VideoProcess process = new VideoProcess(
                directory, classes -> !classes.contains("vision-weights"), List.of("nothing stops it", "0"))) {
            String url = process.url();
            JsonNode analyzer = VideoProcess.send(url + "/analyzers", "GET", null);
            assertThat(analyzer.path("analyzer").asText()).isEqualTo("built-in");
            assertThat(analyzer.toString()).contains(MISSING);
            id = VideoProcess.upload(url, Clips.street(4));
            JsonNode waiting =
                    video(url, id, video -> video.at("/progress/phase").asText().equals("WAITING"));
            assertThat(waiting.path("status").asText()).isEqualTo("PROCESSING");
            assertThat(waiting.at("/progress/message").asText()).contains(MISSING);
            assertOutsideFindsAreTaken(url, id);
        }
        // Installed now: what waited is analysed, and what the other program found stays.
        Clock later = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(5));
        try (VideoServer server = new VideoServer(directory, later, step -> false)) {
            String url = server.server.url() + "/zentriqvision/v1";
            JsonNode video =
                    video(url, id, found -> !found.path("status").asText().equals("PROCESSING"));
            assertThat(video.path("status").asText()).as("%s", video).isEqualTo("PROCESSED");
            assertThat(video.path("detections").findValuesAsText("personId"))
                    .contains("visitor-1")
                    .hasSizeGreaterThan(3);
        }
    }

    private static void assertOutsideFindsAreTaken(String url, String id) throws Exception {
        JsonNode answer = VideoProcess.send(
                url + "/videos/" + id + "/detections",
                "POST",
                Map.of(
                        "batchId",
                        "b1",
                        "analyzer",
                        "other",
                        "detections",
                        List.of(Map.of(
                                "personId",
                                "visitor-1",
                                "offset",
                                1,
                                "confidence",
                                0.9,
                                "attributes",
                                Map.of("upperColor", "pink")))));
        assertThat(answer.path("accepted").asInt()).isEqualTo(1);
        assertThat(VideoProcess.send(url + "/search?upperColor=pink", "GET", null)
                        .path("results")
                        .findValuesAsText("personId"))
                .containsExactly("visitor-1");
    }

    private static JsonNode video(String url, String id, Predicate<JsonNode> wanted) {
        Callable<JsonNode> ask = () -> VideoProcess.send(url + "/videos/" + id, "GET", null);
        return await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(200))
                .until(ask, wanted::test);
    }
}
