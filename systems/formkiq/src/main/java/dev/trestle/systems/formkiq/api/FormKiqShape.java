package dev.trestle.systems.formkiq.api;

import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Problem.Violation;
import dev.trestle.platform.api.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers as FormKiQ gives them: results as they are, validation errors as {@code {"errors": […]}}, all else as
 * {@code {"message": "…"}}. Nothing is 403: who may not do something is told 401.
 */
public final class FormKiqShape implements Shape {
    private static final String JSON = "application/json";
    private static final Map<String, Object> TEXT = Map.of("type", "string");

    /** One of several errors; the key comes first, or is left out. */
    private record Wrong(@Nullable String key, String error) {
        Map<String, String> shown() {
            Map<String, String> members = new LinkedHashMap<>();
            if (key != null) {
                members.put("key", key);
            }
            members.put("error", error);
            return members;
        }
    }

    @Override
    public @Nullable Object success(@Nullable Object result) {
        return result;
    }

    @Override
    public Object page(Page<?> page) {
        throw new IllegalStateException("FormKiQ's lists are records of their own.");
    }

    @Override
    public Problem unrouted(Problem problem, String method, String path) {
        Optional<String> known = KnownOperations.find(method, path);
        if (known.isPresent()) {
            return Problem.of(Kind.NOT_IMPLEMENTED, known.get() + " is not available");
        }
        return problem.kind() == Kind.NOT_FOUND
                ? Problem.of(Kind.NOT_FOUND, path + " request handler not found")
                : problem;
    }

    @Override
    public Failure failure(Problem problem, String requestId) {
        int status = problem.kind() == Kind.FORBIDDEN
                ? Kind.UNAUTHENTICATED.status()
                : problem.kind().status();
        List<Violation> violations = problem.violations();
        String message = violations.isEmpty() ? messageOf(problem) : messageOf(violations);
        return new Failure(
                status, JSON, message == null ? Map.of("errors", errors(violations)) : Map.of("message", message));
    }

    private static String messageOf(Problem problem) {
        return switch (problem.kind()) {
            case FORBIDDEN -> Refusals.DENIED;
            case UNAUTHENTICATED -> problem.reason() == null ? problem.message() : "Unauthorized";
            default -> problem.message();
        };
    }

    /** What is wrong with the request as such, rather than with one of its fields; null if nothing is. */
    private static @Nullable String messageOf(List<Violation> violations) {
        Violation first = violations.get(0);
        if (first.field().equals("cursor")) {
            return Refusals.NEXT;
        }
        if (!first.field().equals("body")) {
            return null;
        }
        return first.message().equals("is missing") ? "request body is required" : "invalid JSON body";
    }

    private static List<Map<String, String>> errors(List<Violation> violations) {
        List<Map<String, String>> errors = new ArrayList<>();
        for (Violation each : violations) {
            errors.add(new Wrong(each.field().isEmpty() ? null : each.field(), each.message()).shown());
        }
        return errors;
    }

    @Override
    public Map<String, Object> describeFailure() {
        Map<String, Object> error = Map.of(
                "type", "object", "required", List.of("error"), "properties", Map.of("key", TEXT, "error", TEXT));
        return Map.of(
                "type",
                "object",
                "properties",
                Map.of("message", TEXT, "errors", Map.of("type", "array", "items", error)));
    }
}
