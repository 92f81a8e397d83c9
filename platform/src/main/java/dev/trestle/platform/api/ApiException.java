package dev.trestle.platform.api;

import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Problem.Violation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request that is refused or failed, with what its caller is told. Thrown by handlers and by the platform itself. */
public final class ApiException extends RuntimeException {
    private final transient Problem problem;

    public ApiException(Problem problem) {
        this(problem, null);
    }

    public ApiException(Problem problem, @Nullable Throwable cause) {
        super(problem.message(), cause, false, cause != null);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }

    /** The same, with a code of its own, by which pages find their own words. If one field is wrong, it is the code of that, too. */
    public ApiException withCode(String code) {
        return withCode(code, Map.of());
    }

    /** {@code values} are what the words name, such as a limit. */
    public ApiException withCode(String code, Map<String, Object> values) {
        List<Violation> found = problem.violations();
        Problem coded = problem.withCode(code);
        return new ApiException(
                found.size() == 1 ? coded.withViolations(List.of(found.get(0).withCode(code, values))) : coded,
                getCause());
    }

    public static ApiException of(Kind kind, String message) {
        return new ApiException(Problem.of(kind, message));
    }

    public static ApiException invalid(String field, String message) {
        return invalid(List.of(new Violation(field, message)));
    }

    public static ApiException invalid(List<Violation> violations) {
        String first = violations.isEmpty()
                ? "The request is not valid."
                : violations.get(0).field() + ": " + violations.get(0).message();
        return new ApiException(Problem.of(Kind.INVALID, first).withViolations(violations));
    }

    /** Nobody is signed in, or what was sent as proof does not hold. The reason is for the log. */
    public static ApiException unauthenticated(String reason) {
        return new ApiException(
                Problem.of(Kind.UNAUTHENTICATED, "Sign in to do this.").withReason(reason));
    }

    /** The caller may not do this. The reason is for the log: callers learn little from denials. */
    public static ApiException forbidden(String reason) {
        return new ApiException(
                Problem.of(Kind.FORBIDDEN, "You may not do this.").withReason(reason));
    }

    public static ApiException notFound(String message) {
        return of(Kind.NOT_FOUND, message);
    }

    public static ApiException conflict(String message, @Nullable Object current) {
        return new ApiException(Problem.of(Kind.CONFLICT, message).withState(current));
    }

    public static ApiException rateLimited(Duration retryAfter) {
        return new ApiException(Problem.of(Kind.RATE_LIMITED, "Too many requests. Wait a moment.")
                .withRetryAfter(retryAfter));
    }

    public static ApiException unavailable(String message, Duration retryAfter, @Nullable Throwable cause) {
        return new ApiException(Problem.of(Kind.UNAVAILABLE, message).withRetryAfter(retryAfter), cause);
    }
}
