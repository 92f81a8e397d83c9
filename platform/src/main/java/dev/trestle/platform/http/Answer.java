package dev.trestle.platform.http;

import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.api.Shape;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is ready to be sent.
 *
 * @param open what is sent instead of the content: a stream, or events
 */
record Answer(
        int status,
        @Nullable String contentType,
        Map<String, String> headers,
        Content content,
        Reply.@Nullable Body open) {

    Answer(int status, @Nullable String contentType, Map<String, String> headers, Content content) {
        this(status, contentType, headers, content, null);
    }

    Answer(int status, @Nullable String contentType, Map<String, String> headers, byte[] bytes) {
        this(status, contentType, headers, Content.of(bytes), null);
    }

    static Answer json(int status, Object body) {
        return new Answer(status, "application/json", Map.of(), Content.json(body));
    }

    static Answer failure(Problem problem, Shape shape, String requestId) {
        Shape.Failure failure = shape.failure(problem, requestId);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("trestle-error", problem.code());
        if (problem.retryAfter() != null) {
            long seconds = Math.max(1, (problem.retryAfter().toMillis() + 999) / 1000);
            headers.put("retry-after", Long.toString(seconds));
        }
        if (failure.status() == 401) {
            headers.put("www-authenticate", "Bearer");
        }
        return new Answer(failure.status(), failure.contentType(), headers, Content.json(failure.body()));
    }

    Answer withStatus(int other) {
        return new Answer(other, contentType, headers, content, open);
    }

    Answer withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Answer(status, contentType, more, content, open);
    }
}
