package dev.trestle.server.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.api.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operation of every API that the server hosts, called by every kind of caller, and with what no operation may take. Requests are
 * made from the API documents. Who may do what is stated by hand, in the pages docs/api/…-rights.md. A system that is listed and has
 * operations is here by itself, and fails until it has such a page, and a fixture in {@link Fixtures}.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OperationsAttackTest {
    private static final Path PAGES = Path.of("../docs/api");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static AttackedServer server;

    private static final Map<String, Fixture> FIXTURES = new HashMap<>();
    private static final Map<String, Expectations> EXPECTATIONS = new HashMap<>();

    @BeforeAll
    static void open() throws IOException {
        server = AttackedServer.open(directory.resolve("data"), Fixtures.buckets());
        for (ServedApi api : server.apis) {
            Fixtures.of(api.name(), server).ifPresent(fixture -> FIXTURES.put(api.name(), fixture));
            EXPECTATIONS.put(api.name(), Expectations.read(PAGES.resolve(api.name() + "-rights.md")));
        }
        assertThat(operations()).hasSizeGreaterThan(100);
    }

    @AfterAll
    static void close() {
        if (server != null) {
            server.close();
        }
    }

    static Stream<ServedApi> apis() {
        return server.apis.stream();
    }

    private static Stream<ServedOperation> operations() {
        return apis().flatMap(api -> api.operations().values().stream());
    }

    private static List<String> problems(ServedApi api) {
        Fixture fixture = FIXTURES.get(api.name());
        Expectations expectations = EXPECTATIONS.get(api.name());
        return fixture == null || expectations == null
                ? List.of("there is no fixture for " + api + " in Fixtures")
                : expectations.problems(
                        api.operations().keySet(), fixture.callers().keySet());
    }

    /** Empty for an API that is not whole: another test says what it lacks. */
    private static Optional<CallerMatrix> matrix(ServedApi api) {
        Fixture fixture = FIXTURES.get(api.name());
        Expectations expectations = EXPECTATIONS.get(api.name());
        return fixture == null || expectations == null || !problems(api).isEmpty()
                ? Optional.empty()
                : Optional.of(new CallerMatrix(server, api, fixture, expectations));
    }

    private static void assertNone(List<String> failures) {
        assertThat(String.join("\n", failures)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("apis")
    void expectations_ofEveryApi_areOneForEachOperationAndCaller(ServedApi api) {
        assertThat(String.join("\n", problems(api)))
                .as("docs/api/%s-rights.md", api)
                .isEmpty();
    }

    /** Before anything that is done: a call that should be refused has to meet items as it expects them. */
    @Order(1)
    @ParameterizedTest
    @MethodSource("apis")
    void refusal_byEveryOperationToEveryCaller_changesAndTellsNothing(ServedApi api) {
        matrix(api).ifPresent(matrix -> assertNone(matrix.refusals()));
    }

    @ParameterizedTest
    @MethodSource("apis")
    void permission_byEveryOperationToItsCallers_isGranted(ServedApi api) {
        matrix(api).ifPresent(matrix -> assertNone(matrix.permissions()));
    }

    @ParameterizedTest
    @MethodSource("apis")
    void id_ofSomebodyElseInEveryOperation_isAnsweredAsOneThatIsNowhere(ServedApi api) {
        matrix(api).ifPresent(matrix -> assertNone(matrix.foreignIds()));
    }

    /** By somebody whom no API keeps from being checked. */
    private static Answer send(ServedOperation operation, Map<String, String> chosen, byte @Nullable [] body) {
        Map<String, String> parameters = new LinkedHashMap<>(operation.pathSamples());
        parameters.putAll(chosen);
        Request request = operation.request(Values.of(Map.of()), parameters);
        return server.send(
                server.people().administrator.caller(),
                body == null ? request : new Request(request.method(), request.path(), request.headers(), body));
    }

    private static void assertRefused(ServedOperation operation, Answer answer, String text, List<String> failures) {
        if (answer.status() != 400 || !answer.text().contains(text)) {
            failures.add(operation + " answers " + answer);
        }
    }

    @Test
    void cursor_thatNobodyGaveOut_isRefusedByEveryOperation() {
        List<String> failures = new ArrayList<>();
        List<ServedOperation> lists = operations()
                .filter(each -> each.names().contains("cursor") && each.isRead())
                .toList();
        assertThat(lists).hasSizeGreaterThan(10);
        for (ServedOperation each : lists) {
            for (String forged : List.of(
                    "x",
                    "311:",
                    "1700000000000.id",
                    "1700000000000.1700000000000.id",
                    "MjAyNi0wMS0wMVQwMDowMDowMFp8YQ",
                    "docstore-documents")) {
                Answer answer = send(each, Map.of("cursor", forged), null);
                assertRefused(each, answer, "The cursor is not one of this list", failures);
            }
        }
        assertNone(failures);
    }

    @Test
    void id_thatCannotBeOne_isRefusedByEveryOperation() {
        List<String> failures = new ArrayList<>();
        List<ServedOperation> named = operations()
                .filter(each -> !each.pathSamples().isEmpty() && !each.hasBody())
                .toList();
        assertThat(named).hasSizeGreaterThan(20);
        for (ServedOperation each : named) {
            Map<String, String> blank = new HashMap<>(each.pathSamples());
            blank.replaceAll((name, value) -> " ");
            assertRefused(each, send(each, blank, null), "must not be blank", failures);
        }
        assertNone(failures);
    }

    @Test
    void nul_inABody_isRefusedByEveryOperation() {
        List<String> failures = new ArrayList<>();
        List<ServedOperation> taking =
                operations().filter(ServedOperation::hasJsonBody).toList();
        assertThat(taking).hasSizeGreaterThan(20);
        for (ServedOperation each : taking) {
            Answer answer = send(each, Map.of(), Json.bytes(Map.of("x", "\u0000")));
            assertRefused(each, answer, "has a NUL character", failures);
        }
        assertNone(failures);
    }
}
