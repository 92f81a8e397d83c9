package dev.trestle.wire.dynamodb;

import dev.trestle.wire.access.Grant;
import dev.trestle.wire.json.Fields;
import dev.trestle.wire.json.JsonOutput;
import dev.trestle.wire.json.Shape;
import dev.trestle.wire.signature.Signer;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One operation: which request it takes, which tables the request reaches, what it asks of the engine, and how its answer is written.
 * Nothing is asked of the engine before the signer is known to be allowed to reach those tables.
 */
public final class Operation {
    /** The answer without a body. */
    public static final Consumer<JsonOutput> NO_BODY = out -> {};

    private final Shape input;
    private final BiFunction<Fields, Grant, CompletableFuture<Consumer<JsonOutput>>> call;
    private final @Nullable Function<Fields, @Nullable Consumer<JsonOutput>> glance;
    private final Check check;

    /** Throws if a request is not permitted. */
    private interface Check {
        void accept(Fields request, Signer signer);
    }

    private Operation(
            Shape input,
            BiFunction<Fields, Grant, CompletableFuture<Consumer<JsonOutput>>> call,
            @Nullable Function<Fields, @Nullable Consumer<JsonOutput>> glance,
            Check check) {
        this.input = input;
        this.call = call;
        this.glance = glance;
        this.check = check;
    }

    /** One that is permitted to nobody until it is told what it {@link #reaching reaches}. */
    private static Operation of(
            Shape input,
            BiFunction<Fields, Grant, CompletableFuture<Consumer<JsonOutput>>> call,
            @Nullable Function<Fields, @Nullable Consumer<JsonOutput>> glance) {
        return new Operation(input, call, glance, (request, signer) -> {
            throw new IllegalStateException("What the operation reaches is not known.");
        });
    }

    /** One that the engine answers before it returns. */
    static <Q, R> Operation answering(
            Shape input, Function<Fields, Q> request, Function<Q, R> call, BiConsumer<JsonOutput, R> output) {
        return completing(input, request, call.andThen(CompletableFuture::completedFuture), output);
    }

    /** One whose answer depends on what its signer may see. */
    static <Q, R> Operation listing(
            Shape input, Function<Fields, Q> request, BiFunction<Q, Grant, R> call, BiConsumer<JsonOutput, R> output) {
        return of(
                input,
                (fields, grant) -> {
                    R result = call.apply(request.apply(fields), grant);
                    return CompletableFuture.completedFuture(out -> output.accept(out, result));
                },
                null);
    }

    /** One that has nothing to say, not even an empty object. */
    static Operation silent(Shape input, Consumer<Fields> call) {
        return of(
                input,
                (fields, grant) -> {
                    call.accept(fields);
                    return CompletableFuture.completedFuture(NO_BODY);
                },
                null);
    }

    /** One that the engine completes later. */
    static <Q, R> Operation completing(
            Shape input,
            Function<Fields, Q> request,
            Function<Q, CompletableFuture<R>> call,
            BiConsumer<JsonOutput, R> output) {
        return of(
                input,
                (fields, grant) ->
                        call.apply(request.apply(fields)).thenApply(result -> out -> output.accept(out, result)),
                null);
    }

    /** One whose answer may be in memory. */
    static <Q, R> Operation glancing(
            Shape input,
            Function<Fields, Q> request,
            Function<Q, @Nullable R> glance,
            Function<Q, R> call,
            BiConsumer<JsonOutput, R> output) {
        return of(
                input,
                (fields, grant) -> {
                    R result = call.apply(request.apply(fields));
                    return CompletableFuture.completedFuture(out -> output.accept(out, result));
                },
                fields -> {
                    R result = glance.apply(request.apply(fields));
                    return result == null ? null : out -> output.accept(out, result);
                });
    }

    /** The same, for signers who may reach what its requests reach. {@code arnPrefix} is what stands before a table's name in its ARN. */
    Operation reaching(String name, Reach reach, String arnPrefix) {
        return new Operation(input, call, glance, (request, signer) -> {
            if (!signer.grant().isUnlimited()) {
                reach.check(request, new TableAccess(signer, name, arnPrefix));
            }
        });
    }

    public Shape input() {
        return input;
    }

    /** Begins the operation; may block. The answer may come on the thread that writes for everybody. */
    public CompletableFuture<Consumer<JsonOutput>> call(Fields request, Signer signer) {
        check.accept(request, signer);
        return call.apply(request, signer.grant());
    }

    /** Whether {@link #glance} may have an answer. */
    public boolean isGlancing() {
        return glance != null;
    }

    /** The answer if it takes no more than a look into memory, else null. Never blocks. */
    public @Nullable Consumer<JsonOutput> glance(Fields request, Signer signer) {
        check.accept(request, signer);
        return glance == null ? null : glance.apply(request);
    }
}
