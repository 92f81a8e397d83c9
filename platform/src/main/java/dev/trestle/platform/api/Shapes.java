package dev.trestle.platform.api;

import dev.trestle.platform.api.Problem.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The shapes of answers that more than one system has. */
public final class Shapes {
    private static final String JSON = "application/json";
    private static final Map<String, Object> TEXT = Map.of("type", "string");
    private static final Map<String, Object> TEXT_OR_NULL = Map.of("type", List.of("string", "null"));

    private Shapes() {}

    /** {@code {"data": …}} and {@code {"error": {"code", "message", "details"}}}. */
    public static Shape enveloped() {
        return new Enveloped();
    }

    /** Results as they are, lists as {@code {"items": […], "next": …}}, failures as RFC 9457 has them. */
    public static Shape problemDetails() {
        return new ProblemDetails();
    }

    /** Results as they are, lists as {@code {"items": […], "next": …}}, failures as {@code {"error": "…"}}. */
    public static Shape plain() {
        return new Plain();
    }

    /** The JSON Schema of an object that always has all of these. */
    private static Map<String, Object> object(Map<String, Object> properties) {
        Map<String, Object> sorted = new TreeMap<>(properties);
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("required", List.copyOf(sorted.keySet()));
        schema.put("properties", sorted);
        return schema;
    }

    private static Map<String, @Nullable Object> items(String name, Page<?> page) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put(name, page.items());
        body.put("next", page.next());
        return body;
    }

    private static final class Enveloped implements Shape {
        @Override
        public @Nullable Object success(@Nullable Object result) {
            if (result == null) {
                return null;
            }
            return Map.of("data", result);
        }

        @Override
        public Object page(Page<?> page) {
            return items("data", page);
        }

        @Override
        public Failure failure(Problem problem, String requestId) {
            Map<String, Object> error = new LinkedHashMap<>();
            error.put("code", code(problem.kind()));
            error.put("message", problem.message());
            error.put("details", details(problem, requestId));
            return new Failure(problem.kind().status(), JSON, Map.of("error", error));
        }

        @Override
        public Map<String, Object> describeSuccess(Map<String, Object> result) {
            return object(Map.of("data", result));
        }

        @Override
        public Map<String, Object> describePage(Map<String, Object> item) {
            return object(Map.of("data", Map.of("type", "array", "items", item), "next", TEXT_OR_NULL));
        }

        @Override
        public Map<String, Object> describeFailure() {
            return object(Map.of(
                    "error", object(Map.of("code", TEXT, "message", TEXT, "details", Map.of("type", "object")))));
        }

        private static Map<String, Object> details(Problem problem, String requestId) {
            Map<String, Object> details = new LinkedHashMap<>();
            details.put("requestId", requestId);
            if (!problem.violations().isEmpty()) {
                details.put("violations", problem.violations());
            }
            Object state = problem.state();
            if (state != null) {
                details.put("current", state);
            }
            details.put("code", problem.code());
            details.putAll(problem.fields());
            return details;
        }

        private static String code(Kind kind) {
            return switch (kind) {
                case INVALID, UNPROCESSABLE -> "VALIDATION_ERROR";
                case UNAUTHENTICATED -> "UNAUTHORIZED";
                case INTERNAL -> "INTERNAL_ERROR";
                default -> kind.name();
            };
        }
    }

    private static final class ProblemDetails implements Shape {
        @Override
        public @Nullable Object success(@Nullable Object result) {
            return result;
        }

        @Override
        public Object page(Page<?> page) {
            return items("items", page);
        }

        @Override
        public Failure failure(Problem problem, String requestId) {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("type", "about:blank");
            body.put("title", title(problem.kind()));
            body.put("status", problem.kind().status());
            body.put("detail", problem.message());
            body.put("instance", "urn:request:" + requestId);
            if (!problem.violations().isEmpty()) {
                body.put("errors", problem.violations());
            }
            Object state = problem.state();
            if (state != null) {
                body.put("current", state);
            }
            body.put("code", problem.code());
            body.putAll(problem.fields());
            return new Failure(problem.kind().status(), "application/problem+json", body);
        }

        @Override
        public Map<String, Object> describeFailure() {
            Map<String, Object> always = Map.of(
                    "type", TEXT, "title", TEXT, "status", Map.of("type", "integer"), "detail", TEXT, "instance", TEXT);
            Map<String, Object> violation = object(Map.of("field", TEXT, "message", TEXT));
            violation.put(
                    "properties",
                    new TreeMap<>(
                            Map.of("field", TEXT, "message", TEXT, "code", TEXT, "values", Map.of("type", "object"))));
            Map<String, Object> all = new TreeMap<>(always);
            all.put("code", TEXT);
            all.put("errors", Map.of("type", "array", "items", violation));
            all.put("current", Map.of("type", "object"));
            Map<String, Object> schema = object(always);
            schema.put("properties", all);
            return schema;
        }

        @Override
        public String failureType() {
            return "application/problem+json";
        }

        /** Of {@code about:blank} the title is that of the status. */
        private static String title(Kind kind) {
            return switch (kind) {
                case INVALID -> "Bad Request";
                case UNAUTHENTICATED -> "Unauthorized";
                case TOO_LARGE -> "Content Too Large";
                case MISDIRECTED -> "Misdirected Request";
                case UNPROCESSABLE -> "Unprocessable Content";
                case RATE_LIMITED -> "Too Many Requests";
                case INTERNAL -> "Internal Server Error";
                case UNAVAILABLE -> "Service Unavailable";
                case TIMED_OUT -> "Gateway Timeout";
                default -> words(kind);
            };
        }

        private static String words(Kind kind) {
            StringBuilder words = new StringBuilder();
            for (String word : List.of(kind.name().split("_"))) {
                words.append(words.length() == 0 ? "" : " ")
                        .append(word.charAt(0))
                        .append(word.substring(1).toLowerCase(Locale.ROOT));
            }
            return words.toString();
        }
    }

    private static final class Plain implements Shape {
        @Override
        public @Nullable Object success(@Nullable Object result) {
            return result;
        }

        @Override
        public Object page(Page<?> page) {
            return items("items", page);
        }

        @Override
        public Failure failure(Problem problem, String requestId) {
            Map<String, Object> body = new LinkedHashMap<>(Map.of("error", problem.message()));
            body.putAll(problem.fields());
            return new Failure(problem.kind().status(), JSON, body);
        }

        @Override
        public Map<String, Object> describeFailure() {
            return object(Map.of("error", TEXT));
        }
    }
}
