package dev.trestle.conformance.cases;

import dev.trestle.conformance.cases.Step.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Carries out steps on one side, one after the other, and waits for tables to become what a step made of them. */
public final class Performer {
    private static final int PAGES_MAX = 100_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long POLL_NANOS = Duration.ofMillis(1).toNanos();
    private static final int TOKEN_MAX = 36;

    private final Side side;
    private final String run;

    /**
     * @param run tells this run's idempotency tokens from those of others on the same database; a few characters
     */
    public Performer(Side side, String run) {
        this.side = side;
        this.run = run;
    }

    public Answer perform(Step step) {
        return switch (step.reading()) {
            case ONCE -> once(step);
            case ALL_PAGES -> pages(step.operation(), step.request());
            case ALL_SEGMENTS -> segments(step);
        };
    }

    private Answer once(Step step) {
        Answer answer = side.call(step.operation(), withRunsToken(step.request()));
        String table = step.tableName();
        if (!answer.refused() && table != null) {
            if (step.is("CreateTable", "UpdateTable")) {
                waitUntil(table, true);
            } else if (step.is("DeleteTable")) {
                waitUntil(table, false);
            }
        }
        return answer;
    }

    private Map<String, Object> withRunsToken(Map<String, Object> request) {
        String token = Json.stringIn(request, "ClientRequestToken");
        if (token == null || token.isEmpty() || token.length() + run.length() > TOKEN_MAX) {
            return request;
        }
        Map<String, Object> changed = Json.copy(request);
        changed.put("ClientRequestToken", token + run);
        return changed;
    }

    private void waitUntil(String table, boolean there) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            Answer described = side.call("DescribeTable", Json.of("TableName", table));
            if (there ? isActive(Json.objectIn(described.body(), "Table")) : described.refused()) {
                return;
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("waited too long for table " + table + ": " + described.show());
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private static boolean isActive(Map<String, Object> table) {
        return "ACTIVE".equals(table.get("TableStatus"))
                && Json.objectsIn(table, "GlobalSecondaryIndexes").stream()
                        .allMatch(index -> "ACTIVE".equals(index.get("IndexStatus")));
    }

    private Answer pages(String operation, Map<String, Object> request) {
        List<Object> items = new ArrayList<>();
        int count = 0;
        int scanned = 0;
        Map<String, Object> page = request;
        for (int pages = 0; pages < PAGES_MAX; pages++) {
            Answer answer = side.call(operation, page);
            if (answer.refused()) {
                return answer;
            }
            items.addAll(Json.objectsIn(answer.body(), "Items"));
            count += Json.intIn(answer.body(), "Count");
            scanned += Json.intIn(answer.body(), "ScannedCount");
            Map<String, Object> last = Json.objectIn(answer.body(), "LastEvaluatedKey");
            if (last.isEmpty()) {
                return Answer.of(Json.of("Items", items, "Count", count, "ScannedCount", scanned));
            }
            page = Json.copy(request);
            page.put("ExclusiveStartKey", last);
        }
        throw new IllegalStateException("more than " + PAGES_MAX + " pages of " + Json.write(request));
    }

    private Answer segments(Step step) {
        int segments = Json.intIn(step.request(), "TotalSegments");
        List<Object> items = new ArrayList<>();
        int count = 0;
        int scanned = 0;
        for (int segment = 0; segment < segments; segment++) {
            Map<String, Object> request = Json.copy(step.request());
            request.put("Segment", segment);
            Answer answer = pages(step.operation(), request);
            if (answer.refused()) {
                return answer;
            }
            items.addAll(Json.objectsIn(answer.body(), "Items"));
            count += Json.intIn(answer.body(), "Count");
            scanned += Json.intIn(answer.body(), "ScannedCount");
        }
        return Answer.of(Json.of("Items", items, "Count", count, "ScannedCount", scanned));
    }

    /** Whether the reading is one whose items do not depend on where a page ends. */
    static boolean isWhole(Step step) {
        return step.reading() != Reading.ONCE
                || !step.request().containsKey("Limit") && !step.request().containsKey("Segment");
    }
}
