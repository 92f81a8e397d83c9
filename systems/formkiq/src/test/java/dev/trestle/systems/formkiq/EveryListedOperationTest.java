package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.formkiq.ListedShapes.Listed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * All operations that FormKiQ 1.18 lists, by its published client: the suites that call each operation of an area, together. The
 * report {@code target/formkiq-operations.txt} names every operation with the calls that were made of it. An operation
 * that no suite calls with success, and that is not among those that are not planned, fails this.
 */
class EveryListedOperationTest {
    private static final Path REPORT = Path.of("target", "formkiq-operations.txt");

    /** What is not built yet. */
    private static final Set<String> LATER = Set.of();

    /** What a suite does. */
    private interface Run<T> {
        void of(T suite) throws Exception;
    }

    private static <T> void run(Supplier<T> suite, Run<T> run, Consumer<T> close) throws Exception {
        T made = suite.get();
        try {
            run.of(made);
        } finally {
            close.accept(made);
        }
    }

    private static void runAll() throws Exception {
        run(
                EveryOperationTest::new,
                EveryOperationTest::operations_ofTheCore_succeedAndAreRefused,
                EveryOperationTest::close);
        run(
                EveryGovernanceOperationTest::new,
                EveryGovernanceOperationTest::operations_ofGovernance_succeedAndAreRefused,
                EveryGovernanceOperationTest::close);
        run(
                EveryOutsideOperationTest::new,
                EveryOutsideOperationTest::operations_ofTheOutside_succeedAndAreRefused,
                EveryOutsideOperationTest::close);
    }

    @Test
    void operations_thatAreListed_areCalledOrNotPlanned() throws Exception {
        World.CALLED.clear();
        runAll();
        Set<String> unplanned = OperationsTest.unplanned().stream().map(Listed::id).collect(Collectors.toSet());
        List<String> report = new ArrayList<>();
        Set<String> missing = new TreeSet<>();
        for (Listed each : World.LISTED.all()) {
            Set<String> calls = World.CALLED.getOrDefault(each.id(), Set.of());
            boolean isDone = calls.stream().anyMatch(call -> call.matches(".* [23]\\d\\d"));
            if (!isDone && !unplanned.contains(each.id()) && !LATER.contains(each.id())) {
                missing.add(each.id());
            }
            String said = unplanned.contains(each.id()) ? "not planned: 501" : String.join(", ", calls);
            report.add(each.id() + ": " + (said.isEmpty() ? "not called" : said));
        }
        Files.createDirectories(REPORT.getParent());
        Files.write(REPORT, report);
        assertThat(missing).as("listed operations that no suite calls, see " + REPORT).isEmpty();
    }
}
