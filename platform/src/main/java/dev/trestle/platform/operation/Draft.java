package dev.trestle.platform.operation;

import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import java.util.List;
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
    private List<String> takes = List.of();
    private long bodyBytesMax = -1;
    private int status;

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

    /** The media types that the body of an operation that is open to all may have, where it is no JSON. */
    public Draft<C, Q> takes(String... mediaTypes) {
        takes = List.of(mediaTypes);
        return this;
    }

    /** How long the body of an operation that is open to all may be. */
    public Draft<C, Q> bodyBytesMax(long bytes) {
        bodyBytesMax = bytes;
        return this;
    }

    /** Its success has this status; only for an operation that is open to all. */
    public Draft<C, Q> status(int code) {
        status = code;
        return this;
    }

    /** What a caller needs. */
    public Permitted<C, Q> right(Right<? super C, ? super Q> right) {
        return new Permitted<>(this, right);
    }

    /** Lets everybody in, signed in or not: for a public address, which then decides by what the request holds. */
    public <R extends Record> void openToAll(Class<R> result, BiFunction<Call, Q, R> handler) {
        operations.declare(
                openAnswers(result).declaration(null, ""), request, (call, once, asked) -> handler.apply(call, asked));
    }

    /** The same, for an answer with more than a body: headers, or another status than that of success. */
    public void repliesToAll(Class<? extends Record> result, BiFunction<Call, Q, Reply> handler, int... otherStatuses) {
        Answers answers = openAnswers(result);
        for (int other : otherStatuses) {
            answers.givesBytes(other);
        }
        operations.declare(answers.declaration(null, ""), request, (call, once, asked) -> handler.apply(call, asked));
    }

    private Answers openAnswers(Class<? extends Record> result) {
        Answers answers = new Answers(this);
        if (status != 0) {
            answers.status(status);
        }
        if (!takes.isEmpty()) {
            answers.takes(takes.toArray(String[]::new));
        }
        answers.bodyBytesMax(bodyBytesMax);
        answers.gives(result);
        answers.refuses(refusals);
        return answers;
    }
}
