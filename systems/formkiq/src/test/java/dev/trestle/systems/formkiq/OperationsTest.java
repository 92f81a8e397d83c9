package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.api.Declaration;
import dev.trestle.systems.formkiq.ListedShapes.Listed;
import dev.trestle.testing.Targets;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which of FormKiQ's operations there are, at the paths and with the methods that its clients call. */
class OperationsTest {
    /** What is not planned, beside all operations of OpenSearch. */
    private static final Set<String> UNPLANNED = Set.of(
            "QueryFulltext",
            "AddDocumentGenerate",
            "AddDocusignEnvelopes",
            "AddDocusignRecipientView",
            "AddEsignatureDocusignEvents",
            "AddGoogleDocumentExport");

    private static final int UNPLANNED_ALL = 22;

    private final World world = new World(Targets.all().findFirst().orElseThrow());

    @AfterEach
    void close() {
        world.close();
    }

    private List<Declaration> declared() {
        // What only the pages need is not FormKiQ's.
        return world.formkiq.api().declarations().stream()
                .filter(each -> !each.path().startsWith("/x/"))
                .toList();
    }

    /** Operations that are not planned: who calls one is told so by its name. */
    static List<Listed> unplanned() {
        return World.LISTED.all().stream()
                .filter(each ->
                        UNPLANNED.contains(each.id()) || each.samplePath().contains("/opensearch/"))
                .toList();
    }

    @Test
    void operations_declared_areListedByFormKiq() {
        for (Declaration each : declared()) {
            String path = each.path().replaceAll("\\{\\w+\\*?\\}", "x");
            assertThat(World.LISTED.find(each.method(), path).id()).isEqualTo(each.id());
        }
    }

    @Test
    void operations_thatAreNotBuilt_sayTheirNames() {
        Set<String> built = declared().stream().map(Declaration::id).collect(Collectors.toSet());
        assertThat(unplanned()).hasSize(UNPLANNED_ALL).allMatch(each -> !built.contains(each.id()));
        for (Listed each : World.LISTED.all()) {
            if (!built.contains(each.id())) {
                String body = each.method().equals("GET") || each.method().equals("DELETE") ? null : "{}";
                var answer = world.admin().raw(each.method(), each.samplePath(), body);
                assertThat(answer.statusCode() + " " + answer.body())
                        .as(each.id())
                        .isEqualTo(World.message(501, each.id() + " is not available"));
            }
        }
    }
}
