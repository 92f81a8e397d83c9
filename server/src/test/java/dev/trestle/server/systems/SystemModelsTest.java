package dev.trestle.server.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Model;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.testing.Harmless;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every model that a server has: a system that is listed is tried with the others. */
class SystemModelsTest {
    static Stream<Model> models() {
        return Stream.concat(Systems.all().stream().map(SystemDefinition::model), Stream.of(PlatformTable.MODEL));
    }

    @ParameterizedTest
    @MethodSource("models")
    void read_itemThatDoesNotFit_harmsNoOther(Model model) {
        assertThat(Harmless.assertHarmless(model)).isPositive();
    }
}
