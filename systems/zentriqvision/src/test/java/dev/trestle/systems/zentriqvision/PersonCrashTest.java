package dev.trestle.systems.zentriqvision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.operation.Changes;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Person;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.sightings.Sighting;
import dev.trestle.systems.zentriqvision.sightings.Sightings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that is killed while it merges, undoes and erases: what the next one reads before it goes on is right, and so are the figures of
 * both persons; then it goes on to the end.
 */
@Tag("once")
@Timeout(300)
class PersonCrashTest {
    private static final Instant TEN = Instant.parse("2026-02-03T10:00:00Z");
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final int ONES = 10;
    private static final int OTHERS = 60;
    private static final int REACHED_SECONDS_MAX = 100;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private int minutes;

    @Test
    void server_killedInMergesUndoingAndErasure_readsRightAndGoesOn() throws Exception {
        Set<String> before = seed();

        killed("appearances:1", "POST", "/persons/p1/merge", Map.of("from", "p2"));
        assertMerged(ONES + OTHERS, true);
        killed("appearances:3", null, "", null);
        String mergeId = assertMerged(ONES + OTHERS, true);
        finish();
        mergeId = assertMerged(ONES + OTHERS, false);

        killed("appearances:2", "POST", "/merges/" + mergeId + "/undo", null);
        try (VideoServer server = open()) {
            assertThat(total(server, "p1")).isEqualTo(ONES);
            assertThat(total(server, "p2")).isEqualTo(OTHERS);
            assertThat(found(server, "p1")).hasSize(ONES);
            assertThat(found(server, "p2")).hasSize(OTHERS);
            assertCounted(server);
        }
        finish();
        try (VideoServer server = open()) {
            assertThat(rows(server)).isEqualTo(before);
        }

        killed("appearances:2", "DELETE", "/persons/p2", null);
        try (VideoServer server = open()) {
            assertThat(send(server.server.url(), "GET", "/persons/p2", null).statusCode())
                    .isEqualTo(404);
            assertThat(json(server, "/search?color=blue").path("results")).isEmpty();
        }
        finish();
        try (VideoServer server = open()) {
            assertThat(rows(server)).noneMatch(row -> row.contains("p2")).hasSizeGreaterThan(ONES);
            assertThat(total(server, "p1")).isEqualTo(ONES);
        }
    }

    private Set<String> seed() {
        try (VideoServer server = open()) {
            ItemStore acme = server.store.within(World.ACME);
            for (String id : List.of("v1", "v2")) {
                acme.put(
                        DataTable.VIDEO,
                        Video.uploading(id, id + ".mp4", TEN, "acme/videos/" + id + ".mp4")
                                .withStatus(VideoStatus.PROCESSED)
                                .withRecordedAt(TEN));
            }
            Sightings sightings = new Sightings(server.store, new Changes(null, new Random()));
            var first = sightings.record(World.ACME, "v1", sightings("p1", 0, ONES, "red"));
            var second = sightings.record(World.ACME, "v2", sightings("p2", 2, OTHERS, "blue"));
            assertThat(first.size() + second.size()).isEqualTo(ONES + OTHERS);
            return rows(server);
        }
    }

    private static List<Sighting> sightings(String personId, int from, int count, String color) {
        List<Sighting> sightings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sightings.add(World.sighting(personId, TEN.plusSeconds(from + 5L * i), color, "black"));
        }
        return sightings;
    }

    /** Its jobs wait: what a dead server decided but had not begun is begun by nobody while the test reads. */
    private VideoServer open() {
        return VideoServer.atRest(directory, clock());
    }

    private Clock clock() {
        return Clock.offset(Clock.systemUTC(), Duration.ofMinutes(minutes));
    }

    /** Starts a server, asks it for something, and kills it at a step. Without a request it is its jobs that get there. */
    private void killed(String stopAt, @Nullable String method, String path, @Nullable Object body) throws Exception {
        minutes += 5; // the lease of the dead process before is over
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + directory,
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        VideoServer.class.getName(),
                        directory.toString(),
                        stopAt,
                        Integer.toString(minutes))
                .redirectError(directory.resolve("stderr").toFile())
                .start();
        // A read from a process cannot be interrupted: what does not get there must end by itself.
        CompletableFuture.delayedExecutor(REACHED_SECONDS_MAX, TimeUnit.SECONDS).execute(process::destroyForcibly);
        try {
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            String url = awaitLine(lines, "listening ");
            if (method != null) {
                // A server that stops at the decision never answers.
                var unused = HTTP.sendAsync(request(url, method, path, body), BodyHandlers.discarding());
            }
            awaitLine(lines, "reached ");
        } finally {
            process.destroyForcibly();
            process.waitFor(60, TimeUnit.SECONDS);
        }
    }

    private void finish() {
        minutes += 5;
        try (VideoServer server = new VideoServer(directory, clock(), step -> false)) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> server.store
                            .within(World.ACME)
                            .consistent()
                            .first(SupportTable.PERSONS_IN_CHANGE.of(), 1)
                            .isEmpty());
        }
    }

    /** Returns the merge's id. */
    private String assertMerged(int total, boolean isUnderWay) throws Exception {
        try (VideoServer server = open()) {
            ItemStore acme = server.store.within(World.ACME).consistent();
            assertThat(acme.first(SupportTable.PERSONS_IN_CHANGE.of(), 1).isEmpty())
                    .isNotEqualTo(isUnderWay);
            assertThat(acme.get(DataTable.PERSON_DETAILS.of("p2")).isPresent()).isEqualTo(isUnderWay);
            assertThat(total(server, "p1")).isEqualTo(total);
            assertThat(total(server, "p2")).isEqualTo(total);
            assertThat(found(server, "p1")).hasSize(total).isEqualTo(found(server, "p2"));
            assertThat(json(server, "/persons").path("count").asInt()).isEqualTo(1);
            assertCounted(server);
            return json(server, "/persons/p1")
                    .path("merges")
                    .path(0)
                    .path("mergeId")
                    .asText();
        }
    }

    /** That the figures of each person are those of their rows. */
    private static void assertCounted(VideoServer server) {
        ItemStore acme = server.store.within(World.ACME).consistent();
        for (String id : List.of("p1", "p2")) {
            Optional<Person> person = acme.get(DataTable.PERSON_DETAILS.of(id));
            var seen = acme.first(DataTable.FIRST_OF_PERSON.of(id), 1000);
            assertThat(person.map(Person::totalAppearances).orElse(0)).isEqualTo(seen.size());
            person.ifPresent(each -> {
                assertThat(each.firstSeen()).isEqualTo(seen.get(0).timestamp());
                assertThat(each.lastSeen()).isEqualTo(seen.get(seen.size() - 1).timestamp());
            });
        }
    }

    private static Set<String> rows(VideoServer server) {
        Set<String> rows = new TreeSet<>();
        ItemStore acme = server.store.within(World.ACME).consistent();
        for (String id : List.of("v1", "v2")) {
            acme.first(DataTable.APPEARANCES_BY_VIDEO.of(id), 1000).forEach(each -> rows.add(each.toString()));
        }
        for (String id : List.of("p1", "p2")) {
            acme.first(DataTable.FIRST_OF_PERSON.of(id), 1000).forEach(each -> rows.add("row " + each));
            acme.get(DataTable.PERSON_DETAILS.of(id)).ifPresent(each -> rows.add(each.toString()));
        }
        return rows;
    }

    private static int total(VideoServer server, String personId) throws Exception {
        return json(server, "/persons/" + personId).path("totalAppearances").asInt();
    }

    private static List<String> found(VideoServer server, String personId) throws Exception {
        List<String> found = new ArrayList<>();
        json(server, "/search?limit=100&personId=" + personId)
                .path("results")
                .forEach(row -> found.add(row.path("personId").asText() + " "
                        + row.path("timestamp").asText()));
        return found;
    }

    private static JsonNode json(VideoServer server, String path) throws Exception {
        HttpResponse<byte[]> answer = send(server.server.url(), "GET", path, null);
        assertThat(answer.statusCode())
                .as(new String(answer.body(), StandardCharsets.UTF_8))
                .isEqualTo(200);
        return Json.mapper().readTree(answer.body());
    }

    private static HttpResponse<byte[]> send(String url, String method, String path, @Nullable Object body)
            throws IOException, InterruptedException {
        return HTTP.send(request(url, method, path, body), BodyHandlers.ofByteArray());
    }

    private static HttpRequest request(String url, String method, String path, @Nullable Object body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + "/zentriqvision/v1" + path))
                .timeout(Duration.ofMinutes(1))
                .header("authorization", "Bearer otto")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(Json.bytes(body)));
        return (body == null ? request : request.header("content-type", "application/json")).build();
    }

    private static String awaitLine(BufferedReader lines, String start) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(start)) {
                return line.substring(start.length());
            }
        }
        throw new AssertionError("the process ended");
    }
}
