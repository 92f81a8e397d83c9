package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.docstore.World.Someone;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.testing.CountingClient;
import dev.trestle.testing.Target;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** How often the database is asked, one time after another: each time is a way there and back. */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.trestle.testing.Targets#all")
class RoundTripsTest {
    /** What events ask for in between is of other kinds. */
    private static final Set<String> COUNTED = Set.of("getItem", "batchGetItem", "query", "transactWriteItems");

    private static final String BATCH = "batchGetItem";

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    private List<String> calls(CountingClient counting) {
        return counting.takeCalls().stream().filter(COUNTED::contains).toList();
    }

    @Test
    void readsAndSaves_ofADocument_takeFewRequests() {
        CountingClient counting = new CountingClient(target.client());
        try (World world = new World(target, items -> counting.client(), objects -> objects)) {
            Someone ann = world.ann();
            ann.create("docA", "first").is(201);
            calls(counting);

            ann.save("docA", "\"v0\"", "second").is(200);
            assertThat(calls(counting)).containsExactly(BATCH, "transactWriteItems");

            assertThat(ann.content("docA").text()).isEqualTo("second");
            calls(counting);
            assertThat(ann.content("docA").text()).isEqualTo("second");
            assertThat(calls(counting)).containsExactly(BATCH);

            assertThat(ann.content("docA", 0).text()).isEqualTo("first");
            assertThat(calls(counting)).containsExactly(BATCH);

            ann.get("compareVersions", "/documents/docA/diff?from=0&to=1").is(200);
            assertThat(calls(counting)).containsExactly(BATCH);
        }
    }

    @Test
    void read_afterWhatIsShownHasChanged_isWhatIsShownNow() {
        try (World world = new World(target)) {
            Someone ann = world.ann();
            ann.create("docA", "first").is(201);
            assertThat(ann.content("docA").text()).isEqualTo("first");
            ann.saveNext("docA", "second");
            assertThat(ann.content("docA").text()).isEqualTo("second");

            // another program moves the pointer
            ItemStore acme = world.tables.store().within("acme");
            acme.change(DocumentsTable.LATEST.of("docA"))
                    .set("currentVersion", 0)
                    .commit();

            assertThat(ann.content("docA").text()).isEqualTo("first");
            assertThat(ann.content("docA").tag()).isEqualTo("\"v0\"");
        }
    }
}
