package dev.trestle.platform.api;

import java.net.URL;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A system's API as the platform hosts it: its operations, each with a handler. They are declared ({@link #declared}, usually through {@code
 * platform.operation}), or stand in a contract that is an OpenAPI document.
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
    private final @Nullable URL contract;
    private final @Nullable About about;
    private final Shape shape;
    private final List<Declaration> declarations = new ArrayList<>();
    private final Map<String, Bound<?>> handlers = new LinkedHashMap<>();
    private final List<String> aliases = new ArrayList<>();
    private final List<Authenticator> authenticators = new ArrayList<>();
    private Failures failures = failure -> null;

    /**
     * A handler and the record that it takes.
     *
     * @param isOnce whether it recognises what an earlier execution of the same request has made
     * @param admission checks the right before the body; null where the handler checks it
     */
    public record Bound<Q>(
            Class<Q> request,
            OnceHandler<Q> handler,
            boolean isOnce,
            @Nullable Admission<Q> admission) {
        Bound(Class<Q> request, OnceHandler<Q> handler, boolean isOnce) {
            this(request, handler, isOnce, null);
        }
    }

    /** Refuses callers who lack the right of an operation. */
    @FunctionalInterface
    public interface Admission<Q> {
        /** @param request without a body */
        void admit(Call call, Q request);
    }

    /** A handler of an operation with an Idempotency-Key; see {@link Once}. */
    @FunctionalInterface
    public interface OnceHandler<Q> {
        @Nullable
        Object handle(Call call, Once once, Q request) throws Exception;
    }

    /**
     * What stands around the operations of a declared API.
     *
     * @param basePath such as {@code /notes/v1}
     * @param leavesOutNulls whether results have no member in place of one that is null
     * @param ignoresUnknown whether a request may have members that nobody knows
     * @param checksRightsFirst whether a caller without the right hears of that before what is wrong with the body
     */
    public record About(
            String title,
            String description,
            String basePath,
            boolean leavesOutNulls,
            boolean ignoresUnknown,
            boolean checksRightsFirst) {
        public About(String title, String description, String basePath) {
            this(title, description, basePath, false, false, false);
        }

        /** Results have no member in place of one that is null. */
        public About withoutNulls() {
            return new About(title, description, basePath, true, ignoresUnknown, checksRightsFirst);
        }

        /** Requests may have members that nobody knows. */
        public About ignoringUnknown() {
            return new About(title, description, basePath, leavesOutNulls, true, checksRightsFirst);
        }

        /** Rights are checked before the body, with a request whose body is null: no right may look at the body. */
        public About checkingRightsFirst() {
            return new About(title, description, basePath, leavesOutNulls, ignoresUnknown, true);
        }
    }

    /** What a system makes of exceptions that only it can explain. */
    @FunctionalInterface
    public interface Failures {
        /** Null leaves it to the platform. */
        @Nullable
        Problem explain(Throwable failure);
    }

    private Api(String name, @Nullable URL contract, @Nullable About about, Shape shape) {
        this.name = name;
        this.contract = contract;
        this.about = about;
        this.shape = shape;
    }

    /** One whose operations are declared, and whose document is derived. */
    public static Api declared(String name, About about, Shape shape) {
        return new Api(name, null, about, shape);
    }

    /** {@code contract} is an OpenAPI 3.1 document, as YAML or JSON. */
    public static Api of(String name, @Nullable URL contract, Shape shape) {
        if (contract == null) {
            throw new IllegalArgumentException("There is no contract for " + name + " on the class path.");
        }
        return new Api(name, contract, null, shape);
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

    /** Adds an operation to an API that is {@link #declared}. */
    public <Q extends Record> Api declare(Declaration declaration, Class<Q> request, OnceHandler<Q> handler) {
        return declare(declaration, request, handler, (call, asked) -> {});
    }

    /** The same; {@code admission} is asked first if this API {@linkplain About#checkingRightsFirst checks rights first}. */
    public <Q extends Record> Api declare(
            Declaration declaration, Class<Q> request, OnceHandler<Q> handler, Admission<Q> admission) {
        About known = about;
        if (known == null) {
            throw new IllegalStateException(name + " has a contract: its operations stand there.");
        }
        declarations.add(declaration);
        return add(declaration.id(), new Bound<>(request, handler, true, known.checksRightsFirst() ? admission : null));
    }

    /** Has a system explain its own exceptions. */
    public Api explain(Failures explained) {
        this.failures = explained;
        return this;
    }

    /** Believes a proof that only this API knows, such as keys that the system keeps itself. It is asked before the server's own. */
    public Api authenticatedBy(Authenticator authenticator) {
        authenticators.add(authenticator);
        return this;
    }

    public List<Authenticator> authenticators() {
        return List.copyOf(authenticators);
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

    /** Where its contract is; null if its operations are declared. */
    public @Nullable URL contract() {
        return contract;
    }

    /** What stands around its declared operations; null if it has a contract. */
    public @Nullable About about() {
        return about;
    }

    public List<Declaration> declarations() {
        return List.copyOf(declarations);
    }
}
