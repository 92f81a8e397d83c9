package dev.trestle.engine.partiql;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns the failures of the operations that a statement became into those of the statement. */
final class Outcomes {
    private static final Pattern PARAMETER = Pattern.compile(
            "^Invalid (?:Condition|Filter|KeyCondition|Projection|Update)Expression: (.*)$", Pattern.DOTALL);

    private Outcomes() {}

    /** An error in an expression that the client never wrote, told without the name of its parameter. */
    static EngineException plain(EngineException failure) {
        if (failure.code() != ErrorCode.VALIDATION) {
            return failure;
        }
        Matcher named = PARAMETER.matcher(String.valueOf(failure.getMessage()));
        return named.matches() ? EngineException.validation(named.group(1)) : failure;
    }

    static <T> T plain(Supplier<T> call) {
        try {
            return call.get();
        } catch (EngineException e) {
            throw plain(e);
        }
    }

    /** What an INSERT says when its condition fails. */
    static EngineException duplicate(EngineException failure) {
        return failure.code() == ErrorCode.CONDITIONAL_CHECK_FAILED
                ? EngineException.of(ErrorCode.DUPLICATE_ITEM, "Duplicate primary key exists in table")
                : failure;
    }

    /** The write, with its failures translated whether it throws them or its future carries them. */
    static <T> CompletableFuture<T> translated(
            Supplier<CompletableFuture<T>> write, UnaryOperator<EngineException> translation) {
        CompletableFuture<T> running;
        try {
            running = write.get();
        } catch (EngineException e) {
            return CompletableFuture.failedFuture(translation.apply(plain(e)));
        }
        return running.exceptionallyCompose(thrown -> {
            Throwable cause = cause(thrown);
            return CompletableFuture.failedFuture(
                    cause instanceof EngineException failure ? translation.apply(failure) : cause);
        });
    }

    static Throwable cause(Throwable thrown) {
        Throwable cause = thrown.getCause();
        return thrown instanceof CompletionException && cause != null ? cause : thrown;
    }
}
