package dev.trestle.platform.http;

import dev.trestle.model.error.RefusedValueException;
import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.CursorException;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Problem.Violation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** The one place where exceptions become problems, before a system's shape is given to them. */
final class FailureMap {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private FailureMap() {}

    static Problem problem(Throwable failure, HostedApi api) {
        Throwable cause = unwrapped(failure);
        Problem own = api.api().failures().explain(cause);
        return own == null ? problem(cause) : own;
    }

    static Problem problem(Throwable failure) {
        if (failure instanceof ApiException known) {
            return known.problem();
        }
        if (failure instanceof AbortedException || failure instanceof InterruptedException) {
            return Problem.of(Kind.TIMED_OUT, "This took too long. It may or may not have been done.");
        }
        Problem storage = storageProblem(failure);
        return storage == null ? Problem.of(Kind.INTERNAL, "Something went wrong here. It has been noted.") : storage;
    }

    private static @Nullable Problem storageProblem(Throwable failure) {
        if (failure instanceof WriteRefusedException refused) {
            return refused.failure().cause() == Cause.REJECTED
                    ? Problem.of(Kind.INVALID, "This is more than can be stored in one piece.")
                    : conflict();
        }
        if (failure instanceof UnreadableItemException unreadable) {
            return Problem.of(
                    Kind.UNPROCESSABLE,
                    "This item cannot be read: " + unreadable.reason()
                            + ". An administrator can repair it in the console.");
        }
        if (failure instanceof CursorException) {
            return Problem.of(Kind.INVALID, "The cursor is not one of this list. Begin again without it.")
                    .withViolations(
                            List.of(new Violation("cursor", "is not one of this list").withCode("cursor-unknown")));
        }
        if (failure instanceof RefusedValueException) {
            return Problem.of(Kind.INVALID, "A value has characters that cannot stand there.")
                    .withReason(String.valueOf(failure.getMessage()));
        }
        if (failure instanceof TransactionCanceledException cancelled) {
            boolean conflict = cancelled.hasCancellationReasons()
                    && cancelled.cancellationReasons().stream()
                            .anyMatch(reason -> "ConditionalCheckFailed".equals(reason.code())
                                    || "TransactionConflict".equals(reason.code()));
            return conflict ? conflict() : unavailable();
        }
        if (failure instanceof ConditionalCheckFailedException || failure instanceof TransactionConflictException) {
            return conflict();
        }
        if (failure instanceof AwsServiceException service) {
            if (service.statusCode() == Kind.INSUFFICIENT_STORAGE.status()) {
                return Problem.of(
                                Kind.INSUFFICIENT_STORAGE,
                                "The server's disk is full. Nothing was changed; what makes room, such as a deletion, still works.")
                        .withReason(String.valueOf(service.getMessage()));
            }
            boolean passing = service.isThrottlingException() || service.statusCode() >= 500;
            return passing ? unavailable() : null;
        }
        return failure instanceof SdkClientException ? unavailable() : null;
    }

    private static Problem conflict() {
        return Problem.of(Kind.CONFLICT, "Somebody else changed it at the same time. Look at it again.");
    }

    private static Problem unavailable() {
        return Problem.of(Kind.UNAVAILABLE, "The storage cannot be reached. Try again a little later.")
                .withRetryAfter(RETRY_AFTER);
    }

    private static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure.getCause();
        return (failure instanceof ExecutionException || failure instanceof CompletionException) && cause != null
                ? cause
                : failure;
    }
}
