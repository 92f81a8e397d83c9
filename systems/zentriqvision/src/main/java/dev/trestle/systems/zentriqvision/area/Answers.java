package dev.trestle.systems.zentriqvision.area;

import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How answers look: results as they are, a list as {@code {results, count, nextToken}}, a failure as {@code {"error": "…"}} with what else
 * there is to know beside it.
 */
public final class Answers implements Shape {
    private static final String JSON = "application/json";
    private static final Map<String, Object> TEXT = Map.of("type", "string");

    @Override
    public @Nullable Object success(@Nullable Object result) {
        return result;
    }

    @Override
    public Object page(Page<?> page) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("results", page.items());
        body.put("count", page.items().size());
        String next = page.next();
        if (next != null) {
            body.put("nextToken", next);
        }
        Long total = page.total();
        if (total != null) {
            body.put("total", total);
        }
        body.putAll(page.beside());
        return body;
    }

    @Override
    public Failure failure(Problem problem, String requestId) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("error", text(problem));
        if (!problem.violations().isEmpty()) {
            body.put("errors", problem.violations());
        }
        Object state = problem.state();
        if (state != null) {
            body.put("current", state);
        }
        body.putAll(problem.fields());
        return new Failure(problem.kind().status(), JSON, body);
    }

    /** Clients know these texts of a request without a caller. */
    private static String text(Problem problem) {
        String reason = problem.reason();
        if (problem.kind() != Kind.UNAUTHENTICATED || reason == null) {
            return problem.message();
        }
        return switch (reason) {
            case Problem.NO_AUTHORIZATION -> "Authorization header is missing";
            case Problem.UNKNOWN_AUTHORIZATION -> "Authorization header must start with Bearer";
            default -> "Invalid token";
        };
    }

    @Override
    public Map<String, Object> describePage(Map<String, Object> item) {
        return Map.of(
                "type",
                "object",
                "required",
                List.of("results", "count"),
                "properties",
                Map.of(
                        "results",
                        Map.of("type", "array", "items", item),
                        "count",
                        Map.of("type", "integer"),
                        "nextToken",
                        TEXT));
    }

    @Override
    public Map<String, Object> describeFailure() {
        return Map.of("type", "object", "required", List.of("error"), "properties", Map.of("error", TEXT));
    }
}
