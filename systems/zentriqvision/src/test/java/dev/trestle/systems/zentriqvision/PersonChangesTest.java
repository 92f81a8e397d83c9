package dev.trestle.systems.zentriqvision;

import static dev.trestle.systems.zentriqvision.World.ACME;
import static dev.trestle.systems.zentriqvision.World.GLOBEX;
import static dev.trestle.systems.zentriqvision.World.sighting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Person;
import dev.trestle.systems.zentriqvision.model.PersonAttributes;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.sightings.Sighting;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Persons merged, split and restored: reads and figures are right at once, in between, and after. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class PersonChangesTest {
    private static final Instant TEN = Instant.parse("2031-02-03T10:00:00Z");

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    private final HeldWrites writes = new HeldWrites();

    @SuppressWarnings("NullAway.Init")
    private World world;

    @BeforeEach
    void open() {
        world = new World(target, writes::around, objects -> objects, environment -> environment);
        world.video(ACME, "v1", "gate", TEN);
        world.video(ACME, "v2", "yard", TEN);
    }

    @AfterEach
    void close() {
        writes.open();
        world.close();
    }

    private void see(String personId, String videoId, int from, int count, String upper) {
        List<Sighting> sightings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sightings.add(new Sighting(
                    personId,
                    TEN.plusSeconds(from + 5L * i),
                    0.9,
                    new PersonAttributes(null, null, null, upper, "black"),
                    null,
                    null,
                    List.of("bag"),
                    null,
                    null));
        }
        var unused = world.sightings().record(ACME, videoId, sightings);
    }

    private JsonNode person(String id) {
        return world.ida().get("getPerson", "/persons/" + id).ok();
    }

    private JsonNode merge(String into, String from) {
        return world.ida()
                .post("mergePersons", "/persons/" + into + "/merge", Map.of("from", from))
                .ok();
    }

    private void awaitQuiet() {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> world.items(ACME)
                        .first(SupportTable.PERSONS_IN_CHANGE.of(), 1)
                        .isEmpty());
    }

    private List<String> found(String query) {
        List<String> found = new ArrayList<>();
        world.ida()
                .listed("search", "/search?" + query, 4)
                .forEach(row -> found.add(row.path("personId").asText() + " "
                        + row.path("timestamp").asText()));
        return found;
    }

    /** Every item of the documented table, but for organisations and users. */
    private Set<String> rows() {
        Set<String> rows = new TreeSet<>();
        world.tables.items(DataTable.TABLE).stream()
                .filter(item -> !item.get("SK").s().startsWith("USER#"))
                .forEach(item -> rows.add(new java.util.TreeMap<>(item).toString()));
        return rows;
    }

    /** That the figures of a person are those of their rows. */
    private void assertCounted(String personId, int total) {
        Person person =
                world.items(ACME).get(DataTable.PERSON_DETAILS.of(personId)).orElseThrow();
        var seen = world.items(ACME).first(DataTable.FIRST_OF_PERSON.of(personId), 1000);
        assertThat(seen).hasSize(total);
        assertThat(person.totalAppearances()).isEqualTo(total);
        assertThat(person.firstSeen()).isEqualTo(seen.get(0).timestamp());
        assertThat(person.lastSeen()).isEqualTo(seen.get(total - 1).timestamp());
    }

    @Test
    void merge_ofTwo_movesAllAppearancesAndShowsTheOneUnderBothIds() {
        see("p1", "v1", 0, 12, "red");
        see("p2", "v2", 100, 9, "blue");
        world.ida()
                .patch("changePerson", "/persons/p2", Map.of("name", "Guard"))
                .ok();

        JsonNode merged = merge("p1", "p2");
        assertThat(merged.path("totalAppearances").asInt()).isEqualTo(21);
        assertThat(merged.path("name").asText()).isEqualTo("Guard");
        assertThat(merged.path("attributes").path("upperColor").asText()).isEqualTo("blue");
        awaitQuiet();

        assertCounted("p1", 21);
        assertThat(world.items(ACME).get(DataTable.PERSON_DETAILS.of("p2"))).isEmpty();
        assertThat(person("p2").path("mergedInto").asText()).isEqualTo("p1");
        assertThat(person("p2").path("totalAppearances").asInt()).isEqualTo(21);
        assertThat(person("p1").path("merges").path(0).path("name").asText()).isEqualTo("Guard");
        assertThat(found("personId=p2")).hasSize(21).isEqualTo(found("personId=p1"));
        assertThat(found("upperColor=blue")).hasSize(9).allMatch(row -> row.startsWith("p1 "));
        assertThat(world.ida().listed("listPersons", "/persons", 10)).hasSize(1);
        assertThat(world.ida()
                        .get("getAppearance", "/appearances/v2/" + TEN.plusSeconds(100) + "/p2")
                        .ok()
                        .path("personId")
                        .asText())
                .isEqualTo("p1");
    }

    @Test
    void merge_whileItsStepsAreHeld_isReadAsIfItHadEnded() {
        see("p1", "v1", 0, 8, "red");
        see("p2", "v2", 3, 20, "blue");
        see("p3", "v1", 1, 1, "green");
        writes.close();
        JsonNode merged = merge("p1", "p2");

        assertThat(merged.path("totalAppearances").asInt()).isEqualTo(28);
        int moved =
                world.items(ACME).first(DataTable.FIRST_OF_PERSON.of("p1"), 100).size() - 8;
        assertThat(moved).as("only the first step is done").isBetween(1, 19);
        assertCounted("p1", 8 + moved);
        assertCounted("p2", 20 - moved);
        List<String> during = found("personId=p1");
        assertThat(during).hasSize(28).allMatch(row -> row.startsWith("p1 "));
        assertThat(found("personId=p2")).isEqualTo(during);
        assertThat(found("color=blue&object=bag")).hasSize(20).allMatch(row -> row.startsWith("p1 "));
        assertThat(person("p2").path("mergedInto").asText()).isEqualTo("p1");
        assertThat(world.ida().listed("listPersons", "/persons", 10)).hasSize(2);
        assertThat(world.ida()
                        .post("mergePersons", "/persons/p1/merge", Map.of("from", "p2"))
                        .is(400)
                        .error())
                .contains("from");
        world.ida()
                .post("mergePersons", "/persons/p3/merge", Map.of("from", "p1"))
                .is(409);

        writes.open();
        awaitQuiet();
        assertThat(found("personId=p1")).isEqualTo(during);
        assertCounted("p1", 28);
    }

    @Test
    void merge_ofTwoInOneSecondOfOneVideo_isAConflictAndChangesNothing() {
        see("p1", "v1", 0, 3, "red");
        see("p2", "v1", 10, 3, "blue");
        Set<String> before = rows();

        assertThat(world.ida()
                        .post("mergePersons", "/persons/p1/merge", Map.of("from", "p2"))
                        .is(409)
                        .error())
                .contains("one second");
        assertThat(rows()).isEqualTo(before);
        assertThat(world.items(ACME).first(SupportTable.PERSONS_IN_CHANGE.of(), 1))
                .isEmpty();
    }

    @Test
    void undo_ofAMerge_leavesEveryRowAsItWas() {
        see("p1", "v1", 0, 6, "red");
        see("p2", "v2", 100, 7, "blue");
        see("p3", "v2", 105, 2, "green");
        world.ida()
                .patch("changePerson", "/persons/p2", Map.of("name", "Guard"))
                .ok();
        Set<String> before = rows();
        String mergeId = merge("p1", "p2").path("mergeId").asText();
        awaitQuiet();
        assertThat(rows()).isNotEqualTo(before);

        JsonNode restored = world.ida()
                .post("undoMerge", "/merges/" + mergeId + "/undo", null)
                .ok();
        assertThat(restored.path("personId").asText()).isEqualTo("p2");
        assertThat(restored.path("totalAppearances").asInt()).isEqualTo(7);
        awaitQuiet();

        assertThat(rows()).isEqualTo(before);
        assertThat(person("p1").path("name").isMissingNode()).isTrue();
        assertThat(person("p2").path("name").asText()).isEqualTo("Guard");
        assertThat(person("p2").path("mergedInto").isMissingNode()).isTrue();
        world.ida().post("undoMerge", "/merges/" + mergeId + "/undo", null).is(409);
    }

    @Test
    void split_thenUndone_leavesEveryRowAsItWas() {
        see("p1", "v1", 0, 8, "red");
        see("p2", "v2", 100, 6, "blue");
        merge("p1", "p2");
        awaitQuiet();
        Set<String> before = rows();
        List<Map<String, Object>> chosen = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            chosen.add(Map.of(
                    "videoId", "v2", "timestamp", TEN.plusSeconds(100 + 5L * i).toString()));
        }

        JsonNode made = world.ida()
                .post("splitPerson", "/persons/p1/split", Map.of("appearances", chosen))
                .is(201)
                .body();
        String madeId = made.path("personId").asText();
        assertThat(madeId).matches("person_[0-9a-z]{22}");
        assertThat(made.path("totalAppearances").asInt()).isEqualTo(6);
        assertThat(made.path("attributes").path("upperColor").asText()).isEqualTo("blue");
        assertThat(person("p1").path("totalAppearances").asInt()).isEqualTo(8);
        awaitQuiet();
        assertCounted("p1", 8);
        assertCounted(madeId, 6);
        assertThat(person("p1").path("attributes").path("upperColor").asText()).isEqualTo("red");

        String mergeId = made.path("mergeId").asText();
        world.ida().post("undoMerge", "/merges/" + mergeId + "/undo", null).ok();
        awaitQuiet();
        assertThat(rows()).isEqualTo(before);
        world.ida().get("getPerson", "/persons/" + madeId).is(404);
    }

    @Test
    void split_ofAllOrOfOthers_isRefused() {
        see("p1", "v1", 0, 2, "red");
        see("p2", "v2", 0, 1, "red");
        Map<String, Object> first = Map.of("videoId", "v1", "timestamp", TEN.toString());
        Map<String, Object> second =
                Map.of("videoId", "v1", "timestamp", TEN.plusSeconds(5).toString());
        Map<String, Object> foreign = Map.of("videoId", "v2", "timestamp", TEN.toString());
        Set<String> before = rows();

        for (List<Map<String, Object>> asked : List.of(List.of(first, second), List.of(first, foreign))) {
            assertThat(world.ida()
                            .post("splitPerson", "/persons/p1/split", Map.of("appearances", asked))
                            .is(400)
                            .error())
                    .contains("appearances");
        }
        assertThat(rows()).isEqualTo(before);
    }

    @Test
    void sightings_ofAMergedPerson_areTheOthersAndGoBackWithTheMerge() {
        see("p1", "v1", 0, 2, "red");
        see("p2", "v2", 100, 2, "blue");
        String mergeId = merge("p1", "p2").path("mergeId").asText();
        awaitQuiet();
        see("p2", "v2", 200, 3, "blue");

        assertCounted("p1", 7);
        assertThat(world.items(ACME).get(DataTable.PERSON_DETAILS.of("p2"))).isEmpty();
        world.ida().post("undoMerge", "/merges/" + mergeId + "/undo", null).ok();
        awaitQuiet();
        assertCounted("p1", 2);
        assertCounted("p2", 5);
    }

    @Test
    void undo_ofAMergeThatALaterOneBuiltOn_isRefusedUntilThatIsUndone() {
        see("p1", "v1", 0, 2, "red");
        see("p2", "v2", 100, 2, "blue");
        see("p3", "v2", 200, 2, "blue");
        String first = merge("p2", "p1").path("mergeId").asText();
        awaitQuiet();
        String second = merge("p3", "p1").path("mergeId").asText();
        awaitQuiet();
        assertThat(person("p1").path("mergedInto").asText()).isEqualTo("p3");
        assertCounted("p3", 6);

        assertThat(world.ida()
                        .post("undoMerge", "/merges/" + first + "/undo", null)
                        .is(409)
                        .error())
                .contains("later");
        world.ida().post("undoMerge", "/merges/" + second + "/undo", null).ok();
        awaitQuiet();
        world.ida().post("undoMerge", "/merges/" + first + "/undo", null).ok();
        awaitQuiet();
        assertThat(person("p1").path("totalAppearances").asInt()).isEqualTo(2);
        assertThat(world.ida().listed("listPersons", "/persons", 10)).hasSize(3);
    }

    @Test
    void change_byOthers_isRefusedByRoleOrganisationAndCamera() {
        see("p1", "v1", 0, 2, "red");
        see("p2", "v2", 100, 2, "blue");
        world.video(GLOBEX, "v1", "gate", TEN);
        world.sees(GLOBEX, "v1", sighting("g1", TEN, "red", null));

        world.otto()
                .post("mergePersons", "/persons/p1/merge", Map.of("from", "p2"))
                .is(403);
        world.ida()
                .post("mergePersons", "/persons/p1/merge", Map.of("from", "g1"))
                .is(404);
        world.gus()
                .post("mergePersons", "/persons/g1/merge", Map.of("from", "p1"))
                .is(404);
        world.ida().post("undoMerge", "/merges/none/undo", null).is(404);
        world.ida().get("getUser", "/user").ok();
        world.ada()
                .patch("changeUser", "/users/ida", Map.of("role", "investigator", "cameras", List.of("gate")))
                .ok();
        world.ida()
                .post("mergePersons", "/persons/p1/merge", Map.of("from", "p1"))
                .is(403);
        assertCounted("p1", 2);
    }
}
