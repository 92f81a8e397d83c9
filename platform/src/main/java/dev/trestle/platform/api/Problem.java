package dev.trestle.platform.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why a request was not done, before it has the shape of a system's errors.
 *
 * @param message for the caller
 * @param violations what is wrong with the request, place by place
 * @param state what the caller should have known: the thing as it now is, for a conflict
 * @param reason for the log alone: who was denied what, and why
 * @param retryAfter when it may be worth another try
 * @param code a stable name for what happened, by which pages find their own words
 * @param fields what else the caller is told, by name; a shape puts it where it has room
 */
public record Problem(
        Kind kind,
        String message,
        List<Violation> violations,
        @Nullable Object state,
        @Nullable String reason,
        @Nullable Duration retryAfter,
        String code,
        Map<String, Object> fields) {
    /** The reason of a request that names no caller, for shapes that tell it apart from one with a wrong proof. */
    public static final String NO_AUTHORIZATION = "no Authorization header";

    /** The reason of a request with a proof of a kind that nobody knows. */
    public static final String UNKNOWN_AUTHORIZATION = "an Authorization header of no known kind";

    /** The reason of a request with a bearer token that nobody knows the form of. */
    public static final String UNKNOWN_TOKEN = "a token of no known kind";

    /** What kind of failure it is; each has its HTTP status. */
    public enum Kind {
        INVALID(400),
        UNAUTHENTICATED(401),
        FORBIDDEN(403),
        NOT_FOUND(404),
        METHOD_NOT_ALLOWED(405),
        NOT_ACCEPTABLE(406),
        REQUEST_TIMEOUT(408),
        CONFLICT(409),
        GONE(410),
        PRECONDITION_FAILED(412),
        TOO_LARGE(413),
        UNSUPPORTED_MEDIA_TYPE(415),
        RANGE_NOT_SATISFIABLE(416),
        MISDIRECTED(421),
        UNPROCESSABLE(422),
        PRECONDITION_REQUIRED(428),
        RATE_LIMITED(429),
        INTERNAL(500),
        NOT_IMPLEMENTED(501),
        UNAVAILABLE(503),
        TIMED_OUT(504),
        INSUFFICIENT_STORAGE(507);

        private final int status;

        Kind(int status) {
            this.status = status;
        }

        public int status() {
            return status;
        }

        /** The code of a problem that has none of its own: {@code not-found}. */
        public String code() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * One thing that is wrong with a request.
     *
     * @param field where: a parameter's name, or a path into the body such as {@code tags/0/name}
     * @param code a stable name for what is wrong, by which pages find their own words; absent where the message is one of a schema's
     * @param values what the words name, such as a limit
     */
    public record Violation(
            String field,
            String message,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String code,

            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Object> values) {
        public Violation {
            values = Map.copyOf(values);
        }

        public Violation(String field, String message) {
            this(field, message, null, Map.of());
        }

        /** The same, with a code. */
        public Violation withCode(String other) {
            return withCode(other, Map.of());
        }

        public Violation withCode(String other, Map<String, Object> named) {
            return new Violation(field, message, other, named);
        }
    }

    public Problem {
        violations = List.copyOf(violations);
        fields = Map.copyOf(fields);
    }

    public static Problem of(Kind kind, String message) {
        return new Problem(kind, message, List.of(), null, null, null, kind.code(), Map.of());
    }

    public Problem withViolations(List<Violation> found) {
        return new Problem(kind, message, found, state, reason, retryAfter, code, fields);
    }

    public Problem withState(@Nullable Object current) {
        return new Problem(kind, message, violations, current, reason, retryAfter, code, fields);
    }

    public Problem withReason(String why) {
        return new Problem(kind, message, violations, state, why, retryAfter, code, fields);
    }

    public Problem withRetryAfter(Duration wait) {
        return new Problem(kind, message, violations, state, reason, wait, code, fields);
    }

    /** With a code of its own, such as {@code document-exists}, in place of its kind's. */
    public Problem withCode(String other) {
        return new Problem(kind, message, violations, state, reason, retryAfter, other, fields);
    }

    /** With something else that the caller is told. */
    public Problem withField(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(fields);
        more.put(name, value);
        return new Problem(kind, message, violations, state, reason, retryAfter, code, more);
    }
}
