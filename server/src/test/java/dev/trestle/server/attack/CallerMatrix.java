package dev.trestle.server.attack;

import static org.awaitility.Awaitility.await;

import dev.trestle.server.attack.Expectations.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The operations of one API, each called by each kind of caller. What is not as expected is collected. */
final class CallerMatrix {
    private static final int UNAUTHENTICATED = 401;
    private static final Set<Integer> UNKNOWING = Set.of(UNAUTHENTICATED, 403, 404);
    private static final int ROUNDS = 3;
    private static final Duration POLL = Duration.ofMillis(50);

    private final AttackedServer server;
    private final ServedApi api;
    private final Fixture fixture;
    private final Expectations expectations;
    private final List<String> failures = new ArrayList<>();

    CallerMatrix(AttackedServer server, ServedApi api, Fixture fixture, Expectations expectations) {
        this.server = server;
        this.api = api;
        this.fixture = fixture;
        this.expectations = expectations;
    }

    /** Calls that are to be refused: they are, they change nothing, and they tell nothing. */
    List<String> refusals() {
        expectations.rows().forEach(row -> fixture.shared(operation(row)));
        StoredState before = settled();
        for (Row row : expectations.rows()) {
            refused(row).forEach(caller -> refusal(row, caller, fixture.shared(operation(row))));
        }
        boolean isChanged = !stored().equals(before);
        // Jobs and followers work on their own time: what changes each time is a call's doing.
        for (int i = 0; isChanged && i < ROUNDS; i++) {
            isChanged = !differences(expectations.rows()).isEmpty();
        }
        if (isChanged) {
            expectations.rows().forEach(this::changesNothing);
        }
        return failures;
    }

    private List<String> differences(Set<Row> rows) {
        StoredState before = settled();
        for (Row row : rows) {
            refused(row)
                    .forEach(caller -> send(
                            caller, operation(row).request(fixture.shared(operation(row)), row.parameters())));
        }
        return before.differences(stored());
    }

    private List<Caller> refused(Row row) {
        return fixture.callers().values().stream()
                .filter(caller -> !Expectations.isDone(expectations.expected(row, caller.name())))
                .toList();
    }

    /** Says which operation changes something. What happens once and not again, a job or a follower has done. */
    private void changesNothing(Row row) {
        List<String> differences = differences(row);
        if (!differences.isEmpty() && !differences(row).isEmpty()) {
            failures.add(api + ": " + row + " is refused, and changes " + differences);
        }
    }

    private List<String> differences(Row row) {
        ServedOperation operation = operation(row);
        Values values = fixture.make(operation);
        StoredState before = settled();
        refused(row).forEach(caller -> send(caller, operation.request(values, row.parameters())));
        return before.differences(stored());
    }

    private void refusal(Row row, Caller caller, Values values) {
        ServedOperation operation = operation(row);
        Answer answer = send(caller, operation.request(values, row.parameters()));
        String expected = expectations.expected(row, caller.name());
        if (!Integer.toString(answer.status()).equals(expected)) {
            fail(row, caller, "is to be refused with " + expected + ", and is answered " + answer);
        } else if (UNKNOWING.contains(answer.status())) {
            tellsNothing(row, caller, answer, Fixture.MARKER);
            if (answer.status() != UNAUTHENTICATED && !mayKnow(caller, operation)) {
                sameAsMissing(row, caller, values, answer);
            }
        }
    }

    /** Whether there is an operation about the same things that the caller may do. */
    private boolean mayKnow(Caller caller, ServedOperation operation) {
        return expectations.rows().stream()
                .filter(row -> Expectations.isDone(expectations.expected(row, caller.name())))
                .anyMatch(row -> fixture.missing().keySet().stream()
                        .anyMatch(name -> operation.hasPathParameter(name)
                                && operation(row).hasPathParameter(name)));
    }

    private void sameAsMissing(Row row, Caller caller, Values values, Answer answer) {
        ServedOperation operation = operation(row);
        Map<String, String> missing = new LinkedHashMap<>(row.parameters());
        List<String> sent = new ArrayList<>();
        fixture.missing().forEach((name, value) -> {
            if (operation.hasPathParameter(name)) {
                missing.put(name, value);
                sent.add(value);
                sent.add(String.valueOf(values.of(operation.id(), name)));
            }
        });
        if (!sent.isEmpty()) {
            Answer other = send(caller, operation.request(values, missing));
            if (!answer.comparable(sent).equals(other.comparable(sent))) {
                fail(row, caller, "can tell what is there (" + answer + ") from what is not (" + other + ")");
            }
        }
    }

    /** Calls that are to be done. */
    List<String> permissions() {
        for (Row row : expectations.rows()) {
            for (Caller each : fixture.callers().values()) {
                String expected = expectations.expected(row, each.name());
                if (Expectations.isDone(expected)) {
                    permission(row, each.name(), expected);
                }
            }
        }
        return failures;
    }

    private void permission(Row row, String name, @Nullable String expected) {
        ServedOperation operation = operation(row);
        Values values = operation.isRead() ? fixture.shared(operation) : fixture.make(operation);
        Caller caller = fixture.caller(name, operation);
        fixture.prepare(operation, caller);
        Answer answer = send(caller, operation.request(values, row.parameters()));
        if (!answer.isDone()) {
            fail(row, caller, "is to be done, and is answered " + answer);
        } else if ("own".equals(expected)) {
            tellsNothing(row, caller, answer, Fixture.MARKER);
        }
    }

    /** Ids of others in a path, a query or a body: they are refused as ids are that are nowhere, and nothing is changed. */
    List<String> foreignIds() {
        Map<String, Fixture.Ids> ids = fixture.foreign();
        if (!ids.isEmpty()) {
            api.operations().values().forEach(fixture::shared);
            List<String> differences = foreignIds(ids);
            if (!differences.isEmpty() && !foreignIds(ids).isEmpty()) {
                failures.add(api + ": what is refused for an id of somebody else changes " + differences);
            }
        }
        return failures;
    }

    private List<String> foreignIds(Map<String, Fixture.Ids> ids) {
        StoredState before = settled();
        for (ServedOperation operation : api.operations().values()) {
            for (String name : operation.names()) {
                Fixture.Ids pair = ids.get(name);
                // What an operation has a value of its own for, it makes.
                if (pair != null && fixture.shared(operation).given(operation.id(), name) == null) {
                    foreignId(operation, name, pair);
                }
            }
        }
        return before.differences(stored());
    }

    private void foreignId(ServedOperation operation, String name, Fixture.Ids pair) {
        Row row = new Row(operation.id(), Map.of());
        Caller caller = fixture.insider();
        Answer foreign = withId(operation, name, pair.foreign());
        Answer missing = withId(operation, name, pair.missing());
        List<String> sent = List.of(text(pair.foreign()), text(pair.missing()));
        if (foreign.isDone()) {
            fail(row, caller, "with somebody else's " + name + " is done: " + foreign);
        } else if (!foreign.comparable(sent).equals(missing.comparable(sent))) {
            fail(
                    row,
                    caller,
                    "can tell somebody else's " + name + " (" + foreign + ") from nobody's (" + missing + ")");
        }
        tellsNothing(row, caller, foreign, Fixture.MARKER);
        tellsNothing(row, caller, foreign, Fixture.FOREIGN_MARKER);
    }

    private Answer withId(ServedOperation operation, String name, Object id) {
        Values values = fixture.shared(operation).with(Map.of(operation.id() + "." + name, id));
        return send(fixture.insider(), operation.request(values, Map.of()));
    }

    private static String text(Object id) {
        return id instanceof List<?> list ? String.valueOf(list.get(0)) : id.toString();
    }

    private void tellsNothing(Row row, Caller caller, Answer answer, String marker) {
        if ((answer.text() + answer.headers()).contains(marker)) {
            fail(row, caller, "is told what is not theirs: " + answer);
        }
    }

    private ServedOperation operation(Row row) {
        ServedOperation operation = api.operations().get(row.operation());
        if (operation == null) {
            throw new IllegalStateException(api + " has no operation " + row.operation() + ".");
        }
        return operation;
    }

    private Answer send(Caller caller, Request request) {
        return server.send(caller, request);
    }

    private void fail(Row row, Caller caller, String what) {
        failures.add(api + ": " + row + " by \"" + caller + "\" " + what);
    }

    private StoredState stored() {
        return StoredState.of(server, AttackedServer.tables(api.name()), Fixtures.buckets(api.name()));
    }

    /** What is stored when jobs and followers have done what the fixture gave them to do. */
    private StoredState settled() {
        AtomicReference<StoredState> last = new AtomicReference<>(stored());
        AtomicLong since = new AtomicLong(System.nanoTime());
        await().pollDelay(Duration.ZERO)
                .pollInterval(POLL)
                .atMost(Duration.ofMinutes(1))
                .until(() -> {
                    StoredState now = stored();
                    if (!now.equals(last.getAndSet(now))) {
                        since.set(System.nanoTime());
                        return false;
                    }
                    return System.nanoTime() - since.get() >= fixture.quiet().toNanos();
                });
        return last.get();
    }
}
