package dev.trestle.systems.zentriqvision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.testing.OverTheNetworkToo;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers that are killed: once, and the analysis goes on; again and again, and the video ends as ERROR. */
@OverTheNetworkToo
@Tag("once")
@Timeout(300)
class WorkerKillTest extends FootageTest {
    @BeforeEach
    void needsPeople() {
        assumeTrue(Clips.hasStreet());
    }

    private static List<ProcessHandle> workers() {
        return ProcessHandle.current()
                .descendants()
                .filter(WorkerKillTest::isWorker)
                // A worker that starts FFmpeg is two of itself for a moment.
                .filter(each -> each.parent().filter(WorkerKillTest::isWorker).isEmpty())
                .toList();
    }

    private static boolean isWorker(ProcessHandle process) {
        return process.info().commandLine().orElse("").contains("VisionWorker");
    }

    private static int kill() {
        List<ProcessHandle> found = workers();
        found.forEach(ProcessHandle::destroyForcibly);
        return found.size();
    }

    private JsonNode detections(String id) {
        return otto.video(id).path("detections");
    }

    @Test
    void worker_killedOnce_isReplacedAndFindsTheSame() {
        String calm = otto.upload("street.mp4", "video/mp4", Clips.street(8), "recordedAt", "2031-03-02T22:00:00Z");
        otto.awaitProcessed(calm);
        String id = otto.upload("street.mp4", "video/mp4", Clips.street(8), "recordedAt", "2031-03-02T22:00:00Z");
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> otto.video(id).at("/progress/position").asDouble() > 0);
        assertThat(kill()).isEqualTo(1);
        otto.awaitProcessed(id);
        assertThat(detections(id)).hasSameSizeAs(detections(calm));
        for (int i = 0; i < detections(id).size(); i++) {
            assertThat(detections(id).path(i).path("box")).isIn(boxes(detections(calm)));
        }
        assertTotalsEqualRows();
    }

    private static List<JsonNode> boxes(JsonNode detections) {
        return detections.findValues("box");
    }

    @Test
    void worker_killedAgainAndAgain_endsTheVideoAsError() {
        String id = otto.upload("street.mp4", "video/mp4", Clips.street(30));
        AtomicInteger killed = new AtomicInteger();
        JsonNode video = await().atMost(Duration.ofSeconds(120))
                .pollInterval(Duration.ofMillis(20))
                .until(
                        () -> {
                            killed.addAndGet(kill());
                            return otto.video(id);
                        },
                        found -> found.path("status").asText().equals("ERROR"));
        assertThat(killed).hasValueGreaterThanOrEqualTo(3);
        assertThat(video.path("errorMessage").asText()).contains("3 times in a row");
        assertThat(workers()).isEmpty();
    }
}
