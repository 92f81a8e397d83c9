package dev.trestle.conformance.cases;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request of a case.
 *
 * @param reading how a Query or Scan is read on; ONCE for everything else
 */
public record Step(String operation, Reading reading, Map<String, Object> request) {

    /** How much of a Query or Scan is compared. */
    public enum Reading {
        /** One request, one answer. */
        ONCE,
        /** All pages behind one another; the request's limit is that of each. */
        ALL_PAGES,
        /** All pages of all segments of a scan. */
        ALL_SEGMENTS
    }

    public static Step once(String operation, Map<String, Object> request) {
        return new Step(operation, Reading.ONCE, request);
    }

    public boolean is(String... operations) {
        for (String each : operations) {
            if (operation.equals(each)) {
                return true;
            }
        }
        return false;
    }

    public @Nullable String tableName() {
        return Json.stringIn(request, "TableName");
    }

    public Step with(Map<String, Object> changed) {
        return new Step(operation, reading, changed);
    }

    Map<String, Object> json() {
        Map<String, Object> json = Json.of("operation", operation);
        if (reading != Reading.ONCE) {
            json.put("reading", reading.name());
        }
        json.put("request", request);
        return json;
    }

    static Step fromJson(Map<String, Object> json) {
        String operation = Json.stringIn(json, "operation");
        if (operation == null) {
            throw new IllegalArgumentException("a step without operation: " + Json.write(json));
        }
        String reading = Json.stringIn(json, "reading");
        return new Step(
                operation, reading == null ? Reading.ONCE : Reading.valueOf(reading), Json.objectIn(json, "request"));
    }
}
