package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.api.Declaration;
import dev.trestle.testing.Targets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which of FormKiQ's operations there are, at the paths and with the methods that its clients call. */
class OperationsTest {
    private final World world = new World(Targets.all().findFirst().orElseThrow());

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void operations_declared_areListedByFormKiq() {
        // What only the pages need is not FormKiQ's.
        List<Declaration> declared = world.formkiq.api().declarations().stream()
                .filter(each -> !each.path().startsWith("/x/"))
                .toList();

        assertThat(declared).hasSize(146);
        for (Declaration each : declared) {
            String path = each.path().replaceAll("\\{\\w+\\}", "x");
            assertThat(World.LISTED.find(each.method(), path).id()).isEqualTo(each.id());
        }
    }
}
