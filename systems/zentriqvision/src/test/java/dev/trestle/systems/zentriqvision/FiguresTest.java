package dev.trestle.systems.zentriqvision;

import static dev.trestle.systems.zentriqvision.World.ACME;
import static dev.trestle.systems.zentriqvision.World.sighting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.zentriqvision.model.BoundingBox;
import dev.trestle.systems.zentriqvision.model.PersonAttributes;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.sightings.Sighting;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Statistics equal the rows; heat maps, hours and similar persons say what was seen, and nothing of cameras that the caller may not see. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class FiguresTest {
    private static final Instant TEN = Instant.parse("2031-02-03T10:00:00Z");
    private static final String SPAN = "start=2031-02-03T00:00:00Z&end=2031-02-04T23:59:59Z";

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private World world;

    @BeforeEach
    void open() {
        world = new World(target);
        world.video(ACME, "v1", "gate", TEN);
        world.video(ACME, "v2", "yard", TEN);
    }

    @AfterEach
    void close() {
        world.close();
    }

    private JsonNode stats(World.Someone who, String more) {
        return who.get("getStatistics", "/stats?" + SPAN + more).ok();
    }

    @Test
    void statistics_ofRandomSightings_equalTheRows() {
        long seed = new Random().nextLong();
        System.out.println("FiguresTest seed " + seed);
        Random random = new Random(seed);
        List<String> rows = new ArrayList<>();
        List<Sighting> first = new ArrayList<>();
        List<Sighting> second = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            String person = "p" + random.nextInt(6);
            Instant at = TEN.plusSeconds(random.nextInt(5 * 3600));
            (random.nextBoolean() ? first : second).add(sighting(person, at, "red", null));
        }
        record(rows, "v1", first);
        record(rows, "v2", second);
        Set<String> distinct = new TreeSet<>(rows);
        JsonNode told = stats(world.vera(), "&by=camera");

        assertThat(told.path("appearances").asInt()).isEqualTo(distinct.size());
        Map<String, Integer> hours = new TreeMap<>();
        Map<String, Set<String>> persons = new TreeMap<>();
        distinct.forEach(row -> {
            String hour = row.substring(0, 13);
            hours.merge(hour, 1, Integer::sum);
            persons.computeIfAbsent(hour, each -> new TreeSet<>()).add(row.substring(row.lastIndexOf(' ') + 1));
        });
        assertThat(told.path("buckets").size()).isEqualTo(hours.size());
        told.path("buckets").forEach(bucket -> {
            String hour = bucket.path("start").asText().substring(0, 13);
            assertThat(bucket.path("appearances").asInt()).isEqualTo(hours.get(hour));
            assertThat(bucket.path("persons").asInt())
                    .isEqualTo(persons.get(hour).size());
        });
        int sum = 0;
        for (JsonNode group : told.path("groups")) {
            sum += group.path("appearances").asInt();
        }
        assertThat(sum).isEqualTo(distinct.size());
        assertThat(told.path("videos")
                        .path("states")
                        .path(VideoStatus.PROCESSED.name())
                        .asInt())
                .isEqualTo(2);
    }

    private void record(List<String> rows, String videoId, List<Sighting> sightings) {
        var unused = world.sightings().record(ACME, videoId, sightings);
        sightings.forEach(each -> rows.add(each.timestamp() + " " + videoId + " " + each.personId()));
    }

    @Test
    void statistics_ofAMemberLimitedToACamera_areSilentAboutOthers() {
        world.sees(ACME, "v1", sighting("p1", TEN, "red", null));
        world.sees(ACME, "v2", sighting("p2", TEN, "blue", null));
        world.vera().get("getUser", "/user").ok();
        world.ada()
                .patch("changeUser", "/users/vera", Map.of("role", "viewer", "cameras", List.of("gate")))
                .ok();

        JsonNode told = stats(world.vera(), "&by=upperColor");
        assertThat(told.path("appearances").asInt()).isEqualTo(1);
        assertThat(told.path("videos").path("total").asInt()).isEqualTo(1);
        assertThat(told.toString()).doesNotContain("blue", "yard", "v2");
        world.vera().get("getHeatMap", "/videos/v2/heatmap").is(404);
    }

    @Test
    void statistics_ofAWrongSpanOrValue_areRefused() {
        assertThat(world.vera()
                        .get("getStatistics", "/stats?start=2031-01-01T00:00:00Z&end=2031-02-04T00:00:00Z")
                        .is(400)
                        .error())
                .contains("start");
        assertThat(world.vera().get("getStatistics", "/stats?by=secret").is(400).error())
                .contains("by");
        assertThat(world.vera()
                        .get("getStatistics", "/stats?tz=Nowhere/At")
                        .is(400)
                        .error())
                .contains("tz");
    }

    @Test
    void heatMap_ofBoxes_countsWhereFeetAre() {
        for (int i = 0; i < 3; i++) {
            world.sees(ACME, "v1", boxed("p1", TEN.plusSeconds(i), new BoundingBox(0, 0, 0.1, 0.5)));
        }
        world.sees(ACME, "v1", boxed("p2", TEN.plusSeconds(9), new BoundingBox(0.9, 0.5, 0.1, 0.5)));
        JsonNode map = world.vera().get("getHeatMap", "/videos/v1/heatmap").ok();

        assertThat(map.path("counts").size()).isEqualTo(18);
        assertThat(map.path("counts").path(0).size()).isEqualTo(32);
        assertThat(map.path("counts").path(9).path(1).asInt()).isEqualTo(3);
        assertThat(map.path("counts").path(17).path(30).asInt()).isEqualTo(1);
        assertThat(map.path("most").asInt()).isEqualTo(3);
        assertThat(map.path("boxes").asInt()).isEqualTo(4);
    }

    private static Sighting boxed(String personId, Instant at, BoundingBox box) {
        return new Sighting(
                personId, at, 0.9, new PersonAttributes(null, null, null, "red", null), null, null, null, box, null);
    }

    @Test
    void hours_ofAPerson_areByWeekdayInTheZoneThatIsAskedFor() {
        world.sees(ACME, "v1", sighting("p1", Instant.parse("2031-02-03T23:30:00Z"), "red", null));
        JsonNode utc = world.otto().get("getPersonHours", "/persons/p1/hours").ok();
        JsonNode vienna = world.otto()
                .get("getPersonHours", "/persons/p1/hours?tz=Europe/Vienna")
                .ok();

        assertThat(utc.path("counts").path(0).path(23).asInt()).isEqualTo(1);
        assertThat(vienna.path("counts").path(1).path(0).asInt()).isEqualTo(1);
        assertThat(vienna.path("counted").asInt()).isEqualTo(1);
    }

    @Test
    void similar_ofAPerson_areByColourWithinADayAndNeverInOneSecond() {
        world.sees(ACME, "v1", sighting("p1", TEN, "red", "black"));
        world.sees(ACME, "v2", sighting("same", TEN.plusSeconds(600), "red", "black"));
        world.sees(ACME, "v2", sighting("near", TEN.plusSeconds(900), "orange", "black"));
        world.sees(ACME, "v1", sighting("beside", TEN, "red", "black"));
        world.sees(ACME, "v2", sighting("other", TEN.plusSeconds(700), "green", "white"));
        world.sees(ACME, "v2", sighting("late", TEN.plusSeconds(25 * 3600), "red", "black"));
        JsonNode similar =
                world.otto().get("listSimilar", "/persons/p1/similar").ok().path("results");

        assertThat(similar)
                .extracting(each -> each.path("person").path("personId").asText())
                .containsExactly("same", "near");
        assertThat(similar.path(0).path("likeness").asDouble()).isEqualTo(1, within(0.001));
        assertThat(similar.path(1).path("secondsApart").asInt()).isEqualTo(900);
    }
}
