package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.formkiq.ListedShapes.Listed;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/**
 * All operations that FormKiQ 1.18 lists, by its published client: the suites that call each operation of an area, together. The
 * report {@code target/formkiq-operations.txt} names every operation with the calls that were made of it. An operation
 * that no suite calls with success fails this, unless it is among those that are not planned.
 */
class EveryListedOperationTest {
    private static final Path REPORT = Path.of("target", "formkiq-operations.txt");

    /** Suites, or single tests of them. */
    private static final List<String> SUITES = List.of(
            "EveryOperationTest",
            "EveryGovernanceOperationTest",
            "EveryOutsideOperationTest",
            "EveryFlowOperationTest",
            "CasesApiTest#operations_ofCases_succeedAndAreRefused",
            "FulltextApiTest#fulltext_setMergedAndTakenOut_isFoundAccordingly",
            "FulltextApiTest#fulltext_deletedSoftlyAndRestored_isGoneAndFoundAgain",
            "FulltextApiTest#tags_ofTheIndex_goOneByOne",
            "FulltextApiTest#searchFulltext_textTagsAndAttributes_areAllHeldTo",
            "FulltextApiTest#syncs_eachWrite_isARowAndFailedOnesAreTriedAgain");

    /** What has no suite yet that calls each of its operations; the suites of their areas call them in other ways. */
    private static final Set<String> LATER = Set.of(
            "GetDocumentActions",
            "AddDocumentActions",
            "AddDocumentRetryAction",
            "GetPublishedDocumentContent",
            "DeletePublishedDocumentContent",
            "SetAntivirus",
            "GetMalwareScanResults",
            "SetMalwareScan",
            "GetDocumentDataClassification",
            "SetDocumentDataClassification",
            "GetDocumentOcr",
            "AddDocumentOcr",
            "SetDocumentOcr",
            "DeleteDocumentOcr");

    private static void run(String named) throws Exception {
        String[] parts = named.split("#", 2);
        Class<?> suite = Class.forName(EveryListedOperationTest.class.getPackageName() + "." + parts[0]);
        for (Method test : with(suite, Test.class)) {
            if (parts.length == 1 || test.getName().equals(parts[1])) {
                run(suite, test);
            }
        }
    }

    private static List<Method> with(Class<?> suite, Class<? extends Annotation> mark) {
        return Arrays.stream(suite.getDeclaredMethods())
                .filter(each -> each.isAnnotationPresent(mark) && each.getParameterCount() == 0)
                .toList();
    }

    private static void run(Class<?> suite, Method test) throws Exception {
        var constructor = suite.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object made = constructor.newInstance();
        try {
            for (Method each : with(suite, BeforeEach.class)) {
                call(made, each);
            }
            call(made, test);
        } finally {
            for (Method each : with(suite, AfterEach.class)) {
                call(made, each);
            }
        }
    }

    private static void call(Object suite, Method method) throws Exception {
        method.setAccessible(true);
        try {
            Object unused = method.invoke(suite);
        } catch (InvocationTargetException failed) {
            if (!(failed.getCause() instanceof TestAbortedException)) {
                throw failed;
            }
        }
    }

    @Test
    void operations_thatAreListed_areCalledOrNotPlanned() throws Exception {
        World.CALLED.clear();
        for (String each : SUITES) {
            run(each);
        }
        Set<String> unplanned =
                OperationsTest.unplanned().stream().map(Listed::id).collect(Collectors.toSet());
        List<String> report = new ArrayList<>();
        Set<String> missing = new TreeSet<>();
        for (Listed each : World.LISTED.all()) {
            Set<String> calls = World.CALLED.getOrDefault(each.id(), Set.of());
            boolean isDone = calls.stream().anyMatch(call -> call.matches(".* [23]\\d\\d"));
            boolean isKnownToLack = unplanned.contains(each.id()) || LATER.contains(each.id());
            if (!isDone && !isKnownToLack) {
                missing.add(each.id());
            }
            String lacking = unplanned.contains(each.id()) ? "not planned, 501" : "not called";
            report.add(each.id() + ": " + (calls.isEmpty() ? lacking : String.join(", ", calls)));
        }
        Files.createDirectories(REPORT.getParent());
        Files.write(REPORT, report);
        assertThat(missing)
                .as("listed operations that no suite calls, see " + REPORT)
                .isEmpty();
    }
}
