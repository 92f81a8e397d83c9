package dev.trestle.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.cases.Answer;
import dev.trestle.conformance.cases.CaseFile;
import dev.trestle.conformance.cases.CaseFile.Expected;
import dev.trestle.conformance.cases.ClientSide;
import dev.trestle.conformance.cases.Comparison;
import dev.trestle.conformance.cases.Performer;
import dev.trestle.conformance.cases.Step;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.assertj.core.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Replays what the comparison with DynamoDB Local taught: files of requests and the answers that they have to get. */
class RecordedCasesTest extends ConformanceTest {
    private static final String CASES = "/cases";

    static List<Path> files() throws IOException, URISyntaxException {
        URL cases = Objects.requireNonNull(RecordedCasesTest.class.getResource(CASES), CASES);
        try (Stream<Path> files = Files.list(Path.of(cases.toURI()))) {
            List<Path> found = files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
            assertThat(found).as("files in " + CASES).isNotEmpty();
            return found;
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("files")
    void recordedCase_everyStep_getsItsAnswer(Path file) {
        Assumptions.assumeThat(target.isDynamoDbLocal())
                .as("the files hold what the service answers where DynamoDB Local differs")
                .isFalse();
        CaseFile recorded = CaseFile.read(file);
        assertThat(recorded.steps()).isNotEmpty();
        Performer performer =
                new Performer(new ClientSide(client), "-" + Long.toString(System.nanoTime() % 46_656, 36));
        Set<String> tables = new TreeSet<>();
        try {
            int number = 0;
            for (Expected expected : recorded.steps()) {
                Step step = expected.step();
                if (step.is("CreateTable") && step.tableName() != null) {
                    tables.add(step.tableName());
                }
                Answer answer = Comparison.normal(step, performer.perform(step));
                assertThat(answer.show())
                        .as("step %d of %s: %s %s", ++number, file.getFileName(), step.operation(), step.request())
                        .isEqualTo(Comparison.normal(step, Objects.requireNonNull(expected.answer()))
                                .show());
            }
        } finally {
            tables.forEach(this::deleteIfThere);
        }
    }

    private void deleteIfThere(String table) {
        try {
            client.deleteTable(r -> r.tableName(table));
        } catch (ResourceNotFoundException notMade) {
            return;
        }
        waitUntil("table " + table + " is gone", () -> !exists(table));
    }
}
