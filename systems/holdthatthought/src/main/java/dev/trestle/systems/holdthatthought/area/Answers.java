package dev.trestle.systems.holdthatthought.area;

import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How answers look. A list stands under {@code items} and under its own name, such as {@code comments}; where it goes on, under two names,
 * too. A failure is {@code {"error": "…"}}, with what else there is to know beside it.
 */
public final class Answers implements Shape {
    private static final String JSON = "application/json";
    private static final Map<String, Object> TEXT_OR_NULL = Map.of("type", List.of("string", "null"));

    @Override
    public @Nullable Object success(@Nullable Object result) {
        return result;
    }

    @Override
    public Object page(Page<?> page) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("items", page.items());
        String name = page.name();
        if (name != null) {
            body.put(name, page.items());
        }
        body.put("nextCursor", page.next());
        body.put("lastEvaluatedKey", page.next());
        if (page.total() != null) {
            body.put("total", page.total());
        }
        return body;
    }

    @Override
    public Failure failure(Problem problem, String requestId) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("error", problem.message());
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

    @Override
    public Map<String, Object> describePage(Map<String, Object> item) {
        return Map.of(
                "type",
                "object",
                "required",
                List.of("items", "nextCursor", "lastEvaluatedKey"),
                "properties",
                Map.of(
                        "items",
                        Map.of("type", "array", "items", item),
                        "nextCursor",
                        TEXT_OR_NULL,
                        "lastEvaluatedKey",
                        TEXT_OR_NULL));
    }

    @Override
    public Map<String, Object> describeFailure() {
        return Map.of(
                "type",
                "object",
                "required",
                List.of("error"),
                "properties",
                Map.of("error", Map.of("type", "string")));
    }
}
