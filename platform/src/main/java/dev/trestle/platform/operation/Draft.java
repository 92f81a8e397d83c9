package dev.trestle.platform.operation;

import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Problem.Kind;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** An operation of which the right is not stated yet. For one thread. */
public final class Draft<C, Q extends Record> {
    final Operations<C> operations;
    final String id;
    final String method;
    final String path;
    final Class<Q> request;
    String summary = "";

    @Nullable
    String description;

    private Kind[] refusals = {};

    Draft(Operations<C> operations, String id, String method, String path, Class<Q> request) {
        this.operations = operations;
        this.id = id;
        this.method = method;
        this.path = path;
        this.request = request;
    }

    /** What it does, in a line of the API document. */
    public Draft<C, Q> about(String text) {
        summary = text;
        return this;
    }

    /** What else there is to know about it. */
    public Draft<C, Q> description(String text) {
        description = text;
        return this;
    }

    /** What an operation that is {@link #openToAll} may refuse beyond what follows from its request. */
    public Draft<C, Q> refuses(Kind... kinds) {
        refusals = kinds.clone();
        return this;
    }

    /** What a caller needs. */
    public Permitted<C, Q> right(Right<? super C, ? super Q> right) {
        return new Permitted<>(this, right);
    }

    /** Lets everybody in, signed in or not: for a public address, which then decides by what the request holds. */
    public <R extends Record> void openToAll(Class<R> result, BiFunction<Call, Q, R> handler) {
        Answers answers = new Answers(this);
        answers.gives(result);
        answers.refuses(refusals);
        operations.declare(answers.declaration(null, ""), request, (call, once, asked) -> handler.apply(call, asked));
    }
}
