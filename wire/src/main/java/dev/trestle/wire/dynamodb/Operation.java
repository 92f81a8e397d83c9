package dev.trestle.wire.dynamodb;

import dev.trestle.wire.json.Fields;
import dev.trestle.wire.json.JsonOutput;
import dev.trestle.wire.json.Shape;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One operation: which request it takes, what it asks of the engine, and how its answer is written. */
public final class Operation {
    private final Shape input;
    private final Function<Fields, CompletableFuture<Consumer<JsonOutput>>> call;
    private final @Nullable Function<Fields, @Nullable Consumer<JsonOutput>> glance;

    private Operation(
            Shape input,
            Function<Fields, CompletableFuture<Consumer<JsonOutput>>> call,
            @Nullable Function<Fields, @Nullable Consumer<JsonOutput>> glance) {
        this.input = input;
        this.call = call;
        this.glance = glance;
    }

    /** One that the engine answers before it returns. */
    static <Q, R> Operation answering(
            Shape input, Function<Fields, Q> request, Function<Q, R> call, BiConsumer<JsonOutput, R> output) {
        return completing(input, request, call.andThen(CompletableFuture::completedFuture), output);
    }

    /** One that the engine completes later. */
    static <Q, R> Operation completing(
            Shape input,
            Function<Fields, Q> request,
            Function<Q, CompletableFuture<R>> call,
            BiConsumer<JsonOutput, R> output) {
        return new Operation(
                input,
                fields -> call.apply(request.apply(fields)).thenApply(result -> out -> output.accept(out, result)),
                null);
    }

    /** One whose answer may be in memory. */
    static <Q, R> Operation glancing(
            Shape input,
            Function<Fields, Q> request,
            Function<Q, @Nullable R> glance,
            Function<Q, R> call,
            BiConsumer<JsonOutput, R> output) {
        return new Operation(
                input,
                fields -> {
                    R result = call.apply(request.apply(fields));
                    return CompletableFuture.completedFuture(out -> output.accept(out, result));
                },
                fields -> {
                    R result = glance.apply(request.apply(fields));
                    return result == null ? null : out -> output.accept(out, result);
                });
    }

    public Shape input() {
        return input;
    }

    /** Begins the operation; may block. The answer may come on the thread that writes for everybody. */
    public CompletableFuture<Consumer<JsonOutput>> call(Fields request) {
        return call.apply(request);
    }

    /** Whether {@link #glance} may have an answer. */
    public boolean isGlancing() {
        return glance != null;
    }

    /** The answer if it takes no more than a look into memory, else null. Never blocks. */
    public @Nullable Consumer<JsonOutput> glance(Fields request) {
        return glance == null ? null : glance.apply(request);
    }
}
