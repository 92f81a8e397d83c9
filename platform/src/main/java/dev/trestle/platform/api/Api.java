package dev.trestle.platform.api;

import java.net.URL;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A system's API as the platform hosts it: a contract, and a handler for each of its operations.
 *
 * <pre>{@code
 * Api.of("things", Things.class.getResource("things.yaml"), Shapes.enveloped())
 *         .handle("listThings", ListThings.class, things::list)
 *         .handle("createThing", CreateThing.class, things::create);
 * }</pre>
 *
 * <p>When the server starts, every operation of the contract must have a handler, and every handler an operation.
 */
public final class Api {
    private final String name;
    private final URL contract;
    private final Shape shape;
    private final Map<String, Bound<?>> handlers = new LinkedHashMap<>();
    private final List<String> aliases = new ArrayList<>();
    private Failures failures = failure -> null;

    /**
     * A handler and the record that it takes.
     *
     * @param isOnce whether it recognises what an earlier execution of the same request has made
     */
    public record Bound<Q>(Class<Q> request, OnceHandler<Q> handler, boolean isOnce) {}

    /** A handler of an operation with an Idempotency-Key; see {@link Once}. */
    @FunctionalInterface
    public interface OnceHandler<Q> {
        @Nullable
        Object handle(Call call, Once once, Q request) throws Exception;
    }

    /** What a system makes of exceptions that only it can explain. */
    @FunctionalInterface
    public interface Failures {
        /** Null leaves it to the platform. */
        @Nullable
        Problem explain(Throwable failure);
    }

    private Api(String name, URL contract, Shape shape) {
        this.name = name;
        this.contract = contract;
        this.shape = shape;
    }

    /** {@code contract} is an OpenAPI 3.1 document, as YAML or JSON. */
    public static Api of(String name, @Nullable URL contract, Shape shape) {
        if (contract == null) {
            throw new IllegalArgumentException("There is no contract for " + name + " on the class path.");
        }
        return new Api(name, contract, shape);
    }

    public <Q> Api handle(String operationId, Class<Q> request, Handler<Q> handler) {
        return add(operationId, new Bound<>(request, (call, once, asked) -> handler.handle(call, asked), false));
    }

    /**
     * Has an operation handled whose contract takes an Idempotency-Key. The handler names what it makes by {@link Once#id}, and if
     * that is there already, answers with it.
     */
    public <Q> Api handleOnce(String operationId, Class<Q> request, OnceHandler<Q> handler) {
        return add(operationId, new Bound<>(request, handler, true));
    }

    private Api add(String operationId, Bound<?> bound) {
        Class<?> request = bound.request();
        if (!request.isRecord()) {
            throw new IllegalArgumentException(operationId + ": " + request.getName() + " must be a record.");
        }
        if (handlers.putIfAbsent(operationId, bound) != null) {
            throw new IllegalArgumentException(operationId + " has two handlers.");
        }
        return this;
    }

    /** Has a system explain its own exceptions. */
    public Api explain(Failures explained) {
        this.failures = explained;
        return this;
    }

    /** Serves it under a further base path too. */
    public Api alsoUnder(String basePath) {
        aliases.add(basePath);
        return this;
    }

    public List<String> aliases() {
        return List.copyOf(aliases);
    }

    public String name() {
        return name;
    }

    public Shape shape() {
        return shape;
    }

    public Failures failures() {
        return failures;
    }

    public Map<String, Bound<?>> handlers() {
        return Map.copyOf(handlers);
    }

    /** Where its contract is. */
    public URL contract() {
        return contract;
    }
}
