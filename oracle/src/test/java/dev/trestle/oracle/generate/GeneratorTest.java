package dev.trestle.oracle.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.cases.Json;
import dev.trestle.conformance.cases.Step;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class GeneratorTest {
    private static final int STEPS = 2000;

    @Test
    void steps_ofOneSeed_areAlwaysTheSame() {
        List<Step> once = new Generator(1).steps(STEPS);

        assertThat(new Generator(1).steps(STEPS)).isEqualTo(once);
        assertThat(new Generator(2).steps(STEPS)).isNotEqualTo(once);
    }

    @Test
    void steps_ofASeed_coverAllOperations() {
        Set<String> operations =
                new Generator(3).steps(STEPS).stream().map(Step::operation).collect(Collectors.toSet());

        assertThat(operations)
                .contains("PutItem", "UpdateItem", "DeleteItem", "GetItem", "Query", "Scan", "UpdateTable")
                .contains("BatchWriteItem", "BatchGetItem", "TransactWriteItems", "TransactGetItems")
                .contains("ExecuteStatement", "BatchExecuteStatement", "ExecuteTransaction");
    }

    @Test
    void steps_writtenAsJson_areReadBackEqual() {
        for (Step step : new Generator(4).steps(STEPS)) {
            assertThat(Json.parse(Json.write(step.request()))).isEqualTo(step.request());
        }
    }
}
