package dev.trestle.systems.zentriqvision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.jobs.Job;
import dev.trestle.platform.system.Environment;
import dev.trestle.systems.zentriqvision.ZentriqVisionSettings.Analysis;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Person;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A test of videos over HTTP, on the engine in this process; marked suites also over the network. Segments are short, files must be small. */
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
abstract class FootageTest {
    static final int BYTES_MAX = 80_000_000;

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    protected World world;

    @SuppressWarnings("NullAway.Init")
    protected Sender otto;

    @BeforeEach
    void open() {
        world = new World(target, client -> client, client -> client, this::configured);
        otto = new Sender(world, world.otto());
    }

    Environment<ZentriqVisionSettings> configured(Environment<ZentriqVisionSettings> environment) {
        ZentriqVisionSettings standard = environment.settings();
        Analysis analysis = standard.analysis();
        return environment.withSettings(new ZentriqVisionSettings(
                standard.defaultOrg(),
                BYTES_MAX,
                new Analysis(analysis.analyzer(), analysis.workers(), 2, analysis.rekognitionUrl())));
    }

    @AfterEach
    void close() {
        world.close();
    }

    /** The items of the documented table and its companions that a video has left, by how they begin. */
    Map<String, Integer> itemsAbout(String videoId) {
        Map<String, Integer> found = new TreeMap<>();
        for (String table : List.of("zentriqvision-data", "zentriqvision-support")) {
            String name =
                    world.tables.nameOf(table.equals("zentriqvision-data") ? DataTable.TABLE : SupportTable.TABLE);
            target.client().scanPaginator(request -> request.tableName(name)).items().stream()
                    .filter(item -> !text(item, "PK").startsWith("JOB#")
                            && !text(item, "PK").contains("#ACCESS#")
                            && item.toString().contains(videoId))
                    .forEach(item -> found.merge(text(item, "PK") + " " + text(item, "SK"), 1, Integer::sum));
        }
        return found;
    }

    private static String text(Map<String, AttributeValue> item, String name) {
        return item.containsKey(name) ? String.valueOf(item.get(name).s()) : "";
    }

    /** How many jobs there have been of a type. */
    long jobs(String type) {
        List<Job> all = new ArrayList<>();
        for (Job.State state : List.of(Job.State.WAITING, Job.State.DONE, Job.State.PARKED)) {
            all.addAll(world.system.jobs().list(state, 100, null).items());
        }
        return all.stream().filter(job -> job.type().equals(type)).count();
    }

    /** Persons are as often counted as they were seen. */
    void assertTotalsEqualRows() {
        for (Person person : persons()) {
            assertThat(world.items(World.ACME).first(DataTable.FIRST_OF_PERSON.of(person.personId()), 1000))
                    .as(person.personId())
                    .hasSize(person.totalAppearances());
        }
    }

    List<Person> persons() {
        String name = world.tables.nameOf(DataTable.TABLE);
        return target.client().scanPaginator(request -> request.tableName(name)).items().stream()
                .filter(item -> text(item, "SK").startsWith("PERSON#"))
                .map(item ->
                        world.items(World.ACME).recordOf(DataTable.PERSON, item).orElseThrow())
                .toList();
    }
}
