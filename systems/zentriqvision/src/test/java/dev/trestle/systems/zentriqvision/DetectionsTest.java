package dev.trestle.systems.zentriqvision;

import static dev.trestle.systems.zentriqvision.World.ACME;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.zentriqvision.model.Appearance;
import dev.trestle.systems.zentriqvision.model.AppearanceEntry;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Person;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** What outside analyzers send is recorded once, and a person's figures equal the appearances. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class DetectionsTest {
    private static final Instant TEN = Instant.parse("2031-02-03T10:00:00Z");

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private World world;

    @BeforeEach
    void open() {
        world = new World(target);
        world.video(ACME, "v1", "gate", TEN);
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static Map<String, Object> detection(String personId, double offset) {
        return Map.of(
                "personId",
                personId,
                "offset",
                offset,
                "confidence",
                0.75,
                "box",
                Map.of("x", 0.1, "y", 0.1, "width", 0.2, "height", 0.5),
                "attributes",
                Map.of("upperColor", "Grey", "gender", "unknown"));
    }

    private static Map<String, Object> batch(String id, List<Map<String, Object>> detections) {
        return Map.of("batchId", id, "analyzer", "test", "detections", detections);
    }

    private JsonNode send(Object batch) {
        return world.otto()
                .post("addDetections", "/videos/v1/detections", batch)
                .ok();
    }

    @Test
    void batch_twice_hasTheSameAnswerAndOtherContentIsRefused() {
        List<Map<String, Object>> detections = new ArrayList<>(List.of(
                detection("p1", 0.2),
                detection("p1", 0.9),
                detection("p2", 0),
                detection("p#", 1),
                Map.of("offset", 1)));
        JsonNode first = send(batch("b1", detections));

        assertThat(first.path("accepted").asInt()).isEqualTo(2);
        assertThat(first.path("repeated").asInt()).isEqualTo(1);
        assertThat(first.path("refused").findValuesAsText("index")).containsExactly("3", "4");
        assertThat(first.path("refused").get(0).path("error").asText()).startsWith("personId");
        assertThat(send(batch("b1", detections))).isEqualTo(first);
        detections.remove(0);
        world.otto()
                .post("addDetections", "/videos/v1/detections", batch("b1", detections))
                .is(409);
        Person person = world.items(ACME).get(DataTable.PERSON_DETAILS.of("p1")).orElseThrow();
        assertThat(person.totalAppearances()).isEqualTo(1);
        assertThat(person.attributes().upperColor()).isEqualTo("gray");
        assertThat(person.attributes().gender()).isNull();
        JsonNode listed =
                world.vera().get("listVideos", "/videos").ok().path("results").path(0);
        assertThat(listed.path("faceCount").asInt()).as("whoever found them").isEqualTo(2);
        assertThat(listed.path("appearanceCount").asInt()).isEqualTo(2);
    }

    @Test
    void batch_ofAMissingVideoOrWrongIds_isRefused() {
        world.otto()
                .post("addDetections", "/videos/v9/detections", batch("b", List.of(detection("p", 1))))
                .is(404);
        world.gus()
                .post("addDetections", "/videos/v1/detections", batch("b", List.of(detection("p", 1))))
                .is(404);
        world.vera()
                .post("addDetections", "/videos/v1/detections", batch("b", List.of(detection("p", 1))))
                .is(403);
        world.otto()
                .post("addDetections", "/videos/v1/detections", batch("b#", List.of(detection("p", 1))))
                .is(400);
        world.otto()
                .post("addDetections", "/videos/v%231/detections", batch("b", List.of(detection("p", 1))))
                .is(400);
    }

    @Test
    void batches_overlappingAndInParallel_leaveTotalsThatEqualTheRows() throws Exception {
        long seed = new Random().nextLong();
        System.out.println("DetectionsTest seed " + seed);
        Random random = new Random(seed);
        try (Closing threads = new Closing(Executors.newFixedThreadPool(8))) {
            List<Object> batches = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                List<Map<String, Object>> detections = new ArrayList<>();
                for (int j = 0; j < 40; j++) {
                    detections.add(detection("p" + random.nextInt(4), random.nextInt(30)));
                }
                batches.add(batch("b" + i, detections));
            }
            batches.addAll(batches.subList(0, 2));
            List<Future<JsonNode>> sent = new ArrayList<>();
            for (Object each : batches) {
                sent.add(threads.service().submit(() -> send(each)));
            }
            for (Future<JsonNode> each : sent) {
                each.get();
            }
        }
        assertConsistent();
        while (!world.sightings().remove(ACME, "v1")) {
            assertConsistent();
        }
        assertThat(world.items(ACME).all(SupportTable.PERSONS_LAST_SEEN.of(), 10))
                .isEmpty();
        assertThat(world.tables.items(DataTable.TABLE))
                .extracting(item -> item.get("SK").s())
                .noneMatch(key -> key.startsWith("APPEAR") || key.startsWith("PERSON"));
    }

    /** Each person's figures are those of the appearances, and so are the rows that they are found by. */
    private void assertConsistent() {
        ItemStore items = world.items(ACME);
        List<Appearance> appearances = items.all(DataTable.APPEARANCES_BY_VIDEO.of("v1"), 10_000);
        Map<String, List<Instant>> seen = new HashMap<>();
        appearances.forEach(each ->
                seen.computeIfAbsent(each.personId(), id -> new ArrayList<>()).add(each.timestamp()));
        List<Person> persons = items.all(SupportTable.PERSONS_LAST_SEEN.of(), 100);
        assertThat(persons.stream().collect(Collectors.toMap(Person::personId, Person::totalAppearances)))
                .isEqualTo(seen.entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, each -> each.getValue().size())));
        for (Person person : persons) {
            List<Instant> times = seen.get(person.personId()).stream().sorted().toList();
            assertThat(person.firstSeen()).isEqualTo(times.get(0));
            assertThat(person.lastSeen()).isEqualTo(times.get(times.size() - 1));
            assertThat(items.all(DataTable.FIRST_OF_PERSON.of(person.personId()), 10_000))
                    .extracting(AppearanceEntry::timestamp)
                    .isEqualTo(times);
        }
    }

    @Test
    void frigate_newUpdateAndEnd_areTwoAppearancesOfTheCamerasDay() {
        Map<String, Object> track = new HashMap<>(Map.of(
                "id",
                "1930.5-abc",
                "camera",
                "gate",
                "label",
                "person",
                "start_time",
                1_930_000_000.7,
                "top_score",
                0.8));
        frigate("new", track, 1, 0);
        frigate("update", track, 0, 1);
        track.put("end_time", 1_930_000_010.2);
        frigate("end", track, 1, 1);
        frigate("end", track, 0, 2);
        track.put("label", "car");
        frigate("end", track, 0, 0);

        Person person =
                world.items(ACME).get(DataTable.PERSON_DETAILS.of("1930.5-abc")).orElseThrow();
        assertThat(person.totalAppearances()).isEqualTo(2);
        assertThat(person.firstSeen()).isEqualTo(Instant.ofEpochSecond(1_930_000_000));
        List<Video> videos = world.items(ACME).all(SupportTable.VIDEOS_NEWEST_FIRST.of(), 10);
        assertThat(videos)
                .filteredOn(video -> video.s3Key() == null)
                .singleElement()
                .satisfies(day -> {
                    assertThat(day.videoId()).matches("video_\\d{13}_[0-9a-z]{9}");
                    assertThat(day.camera()).isEqualTo("gate");
                    assertThat(day.recordedAt()).isEqualTo("2031-02-27T00:00:00Z");
                });
        track.put("id", "a#b");
        world.otto()
                .post(
                        "ingestFrigate",
                        "/ingest/frigate",
                        Map.of(
                                "type",
                                "end",
                                "after",
                                Map.of(
                                        "id",
                                        "a#b",
                                        "camera",
                                        "gate",
                                        "label",
                                        "person",
                                        "start_time",
                                        1.0,
                                        "score",
                                        0.5)))
                .is(400);
    }

    private void frigate(String type, Map<String, Object> track, int accepted, int repeated) {
        JsonNode answer = world.otto()
                .post("ingestFrigate", "/ingest/frigate", Map.of("type", type, "before", track, "after", track))
                .ok();
        assertThat(answer.path("accepted").asInt()).as(type).isEqualTo(accepted);
        assertThat(answer.path("repeated").asInt()).as(type).isEqualTo(repeated);
    }

    /** Ends its threads. */
    private record Closing(ExecutorService service) implements AutoCloseable {
        @Override
        public void close() {
            service.shutdownNow();
        }
    }
}
