package dev.trestle.systems.zentriqvision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.zentriqvision.model.DataTable;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed in each segment of a video, again and again: what is found at last is what an undisturbed server finds. */
@Tag("once")
@Timeout(300)
class VideoCrashTest {
    private static final int SECONDS = 6;

    /** Before anything of the first segment; after its appearances; before the second checkpoint, after it; in the last segment. */
    private static final List<String> KILLS =
            List.of("boxes-0000000000", "appearances", "state-0000004000", "delete acme/derived/", "boxes-0000004000");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path undisturbed;

    @Test
    void server_killedInEverySegment_findsWhatAnUndisturbedOneFinds() throws Exception {
        assumeTrue(Clips.hasStreet());
        killed(KILLS, List.of(), minutes -> new VideoServer(directory, ahead(minutes), step -> false));
    }

    /** What is stored stays; who was writing it is gone in the middle of it. */
    @Test
    void serverOfRemoteStores_killed_findsWhatAnUndisturbedOneFinds() throws Exception {
        assumeTrue(Clips.hasStreet());
        try (VideoStorage.Remote remote = new VideoStorage.Remote(directory)) {
            List<String> urls = remote.urls();
            killed(
                    List.of("appearances", "state-0000004000"),
                    urls,
                    minutes -> new VideoServer(
                            directory,
                            VideoStorage.at(URI.create(urls.get(0)), URI.create(urls.get(1))),
                            ahead(minutes),
                            step -> false));
        }
    }

    private void killed(List<String> kills, List<String> stores, IntFunction<VideoServer> last) throws Exception {
        String id = "";
        int minutes = 0;
        for (String stopAt : kills) {
            List<String> arguments = new ArrayList<>(List.of(stopAt, Integer.toString(minutes)));
            arguments.addAll(stores);
            try (VideoProcess process = new VideoProcess(directory, classes -> true, arguments)) {
                String url = process.url();
                if (id.isEmpty()) {
                    id = VideoProcess.upload(url, Clips.street(SECONDS));
                }
                process.awaitLine("reached ");
            }
            minutes += 5; // the lease of the dead process is over
        }
        Set<String> expected;
        try (VideoServer calm = new VideoServer(undisturbed, Clock.systemUTC(), step -> false)) {
            String url = calm.server.url() + "/zentriqvision/v1";
            expected = finds(calm, url, VideoProcess.upload(url, Clips.street(SECONDS)));
        }
        try (VideoServer server = last.apply(minutes)) {
            assertThat(finds(server, server.server.url() + "/zentriqvision/v1", id))
                    .isEqualTo(expected);
        }
    }

    private static Clock ahead(int minutes) {
        return Clock.offset(Clock.systemUTC(), Duration.ofMinutes(minutes));
    }

    /** Who was seen when, where and how, without the ids, in which the video's stands; totals equal the appearances. */
    private static Set<String> finds(VideoServer server, String url, String id) {
        JsonNode[] seen = {Json.mapper().createObjectNode()};
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    seen[0] = VideoProcess.send(url + "/videos/" + id, "GET", null);
                    return !seen[0].path("status").asText().equals("PROCESSING")
                            && !seen[0].path("status").asText().equals("UPLOADING");
                });
        JsonNode video = seen[0];
        assertThat(video.path("status").asText()).as("%s", video).isEqualTo("PROCESSED");
        assertThat(video.path("appearanceCount").asInt())
                .isEqualTo(video.path("detections").size());
        assertThat(video.path("detections").size()).isGreaterThan(3);
        Set<String> finds = new TreeSet<>();
        video.path("detections").forEach(each -> {
            String person = each.path("personId").asText();
            var counted = server.store
                    .within(World.ACME)
                    .consistent()
                    .get(DataTable.PERSON_DETAILS.of(person))
                    .orElseThrow();
            assertThat(server.store.within(World.ACME).consistent().first(DataTable.FIRST_OF_PERSON.of(person), 100))
                    .hasSize(counted.totalAppearances());
            finds.add(each.path("timestamp") + " " + each.path("box") + " " + each.path("attributes") + " "
                    + each.path("confidence") + " of " + counted.totalAppearances());
        });
        return finds;
    }
}
