package dev.trestle.platform.api;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a request was not done, before it has the shape of a system's errors.
 *
 * @param message for the caller
 * @param violations what is wrong with the request, place by place
 * @param state what the caller should have known: the thing as it now is, for a conflict
 * @param reason for the log alone: who was denied what, and why
 * @param retryAfter when it may be worth another try
 */
public record Problem(
        Kind kind,
        String message,
        List<Violation> violations,
        @Nullable Object state,
        @Nullable String reason,
        @Nullable Duration retryAfter) {

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
    }

    /**
     * One thing that is wrong with a request.
     *
     * @param field where: a parameter's name, or a path into the body such as {@code tags/0/name}
     */
    public record Violation(String field, String message) {}

    public Problem {
        violations = List.copyOf(violations);
    }

    public static Problem of(Kind kind, String message) {
        return new Problem(kind, message, List.of(), null, null, null);
    }

    public Problem withViolations(List<Violation> found) {
        return new Problem(kind, message, found, state, reason, retryAfter);
    }

    public Problem withState(@Nullable Object current) {
        return new Problem(kind, message, violations, current, reason, retryAfter);
    }

    public Problem withReason(String why) {
        return new Problem(kind, message, violations, state, why, retryAfter);
    }

    public Problem withRetryAfter(Duration wait) {
        return new Problem(kind, message, violations, state, reason, wait);
    }
}
