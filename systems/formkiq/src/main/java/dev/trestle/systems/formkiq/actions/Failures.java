package dev.trestle.systems.formkiq.actions;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.Set;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;

/** What becomes of an action whose handler did not come to an end. */
final class Failures {
    private static final int SERVER = 500;
    private static final Set<Problem.Kind> PASSING =
            EnumSet.of(Problem.Kind.RATE_LIMITED, Problem.Kind.UNAVAILABLE, Problem.Kind.TIMED_OUT);

    private Failures() {}

    static ActionOutcome of(ApiException refused) {
        String text = refused.problem().violations().isEmpty()
                ? refused.problem().message()
                : refused.problem().violations().get(0).message();
        return PASSING.contains(refused.problem().kind()) ? ActionOutcome.passing(text) : ActionOutcome.failed(text);
    }

    static ActionOutcome of(IOException failure) {
        String text = failure.getMessage();
        return ActionOutcome.passing(
                text == null || text.isBlank() ? failure.getClass().getSimpleName() : text);
    }

    static ActionOutcome of(Throwable failure) {
        if (failure instanceof UncheckedIOException io && io.getCause() != null) {
            return of(io.getCause());
        }
        boolean isStoreDown = failure instanceof SdkClientException
                || failure instanceof SdkServiceException service && service.statusCode() >= SERVER;
        return isStoreDown && failure instanceof SdkException
                ? ActionOutcome.passing("the store of contents could not be reached")
                : ActionOutcome.failed("it failed unexpectedly; the log says why");
    }
}
