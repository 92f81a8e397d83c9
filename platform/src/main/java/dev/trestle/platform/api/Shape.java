package dev.trestle.platform.api;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a system's answers look: what is around a result, a page and a failure. */
public interface Shape {
    /** The body around what a handler returned. */
    @Nullable
    Object success(@Nullable Object result);

    /** The body of one page of a list. */
    Object page(Page<?> page);

    Failure failure(Problem problem, String requestId);

    /**
     * How a request is refused that no operation is for.
     *
     * @param problem that there is no such path, or that it has no such method
     * @param path what stands behind the base path
     */
    default Problem unrouted(Problem problem, String method, String path) {
        return problem;
    }

    /** The JSON Schema of the body around a result; {@code result} is that of the result. */
    default Map<String, Object> describeSuccess(Map<String, Object> result) {
        return result;
    }

    /** The JSON Schema of a page's body; {@code item} is that of one of its items. */
    default Map<String, Object> describePage(Map<String, Object> item) {
        return Map.of(
                "type",
                "object",
                "required",
                List.of("items", "next"),
                "properties",
                Map.of(
                        "items",
                        Map.of("type", "array", "items", item),
                        "next",
                        Map.of("type", List.of("string", "null"))));
    }

    /** The JSON Schema of an error's body. */
    default Map<String, Object> describeFailure() {
        return Map.of("type", "object");
    }

    /** The media type of errors. */
    default String failureType() {
        return "application/json";
    }

    /**
     * An error as it is sent.
     *
     * @param body turned into JSON
     */
    record Failure(int status, String contentType, Object body) {}
}
