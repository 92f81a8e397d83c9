package dev.trestle.platform.operation;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Declaration;
import dev.trestle.platform.api.Once;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import java.util.function.Function;

/**
 * The operations of a system, declared one by one:
 *
 * <pre>{@code
 * operations.get("listNotes", "/notes", ListNotes.class)
 *         .about("The caller's notes, newest first")
 *         .right(READ)
 *         .givesPage(Note.class, given -> notes.list(given.by(), given.asked()));
 * }</pre>
 *
 * <p>Only {@link Draft#right} and {@link Draft#openToAll} lead to a handler: an operation without a right does not compile.
 *
 * @param <C> who calls, as the system knows them
 */
public final class Operations<C> {
    private final Api api;
    private final Setting<C> setting;
    private Denied<C> denied = (who, call, right) -> {};
    private Failed<C> failed = (who, call, asked, failure) -> {};

    /**
     * What all operations of a system share.
     *
     * @param callers who calls, as the system knows them; refuses those whom it does not
     * @param stores the items that a caller can reach: the caller's tenant, where there are tenants
     */
    public record Setting<C>(
            Function<Call, C> callers, Function<C, ItemStore> stores, Changes changes, Times times, Ids ids) {}

    /** Told of a caller who lacks an operation's right, before they are refused. */
    @FunctionalInterface
    public interface Denied<C> {
        void tell(C who, Call call, String right);
    }

    /** Told of a request that a right's own refusal, or its handler, ended. */
    @FunctionalInterface
    public interface Failed<C> {
        void tell(C who, Call call, Record asked, Exception failure);
    }

    /** {@code api} gets what is declared here. */
    public Operations(Api api, Setting<C> setting) {
        this.api = api;
        this.setting = setting;
    }

    /** A request without parameters and body. */
    public record Nothing() {}

    public Draft<C, Nothing> get(String id, String path) {
        return get(id, path, Nothing.class);
    }

    public <Q extends Record> Draft<C, Q> get(String id, String path, Class<Q> request) {
        return new Draft<>(this, id, "GET", path, request);
    }

    public Draft<C, Nothing> post(String id, String path) {
        return post(id, path, Nothing.class);
    }

    public <Q extends Record> Draft<C, Q> post(String id, String path, Class<Q> request) {
        return new Draft<>(this, id, "POST", path, request);
    }

    public <Q extends Record> Draft<C, Q> put(String id, String path, Class<Q> request) {
        return new Draft<>(this, id, "PUT", path, request);
    }

    public <Q extends Record> Draft<C, Q> patch(String id, String path, Class<Q> request) {
        return new Draft<>(this, id, "PATCH", path, request);
    }

    public <Q extends Record> Draft<C, Q> delete(String id, String path, Class<Q> request) {
        return new Draft<>(this, id, "DELETE", path, request);
    }

    /** Has denials noted: an audit, say. What the listener throws is answered in place of the denial. */
    public Operations<C> onDenied(Denied<C> listener) {
        denied = listener;
        return this;
    }

    /** Has requests noted that fail. What the listener throws is answered in place of the failure. */
    public Operations<C> onFailed(Failed<C> listener) {
        failed = listener;
        return this;
    }

    void failed(C who, Call call, Record asked, Exception failure) {
        failed.tell(who, call, asked, failure);
    }

    void deny(C who, Call call, String right) {
        denied.tell(who, call, right);
        throw ApiException.forbidden("the caller lacks " + right);
    }

    /** The API with everything that was declared. */
    public Api api() {
        return api;
    }

    /** How what is decided is carried out, for jobs and for what else a system does by itself. */
    public Changes changes() {
        return setting.changes();
    }

    Setting<C> setting() {
        return setting;
    }

    <Q> Given<C, Q> given(C who, Q asked, Call call, Once once) {
        return new Given<>(who, asked, call, once, setting.times().now(), setting.ids());
    }

    <Q extends Record> void declare(Declaration declaration, Class<Q> request, Api.OnceHandler<Q> handler) {
        api.declare(declaration, request, handler);
    }

    <Q extends Record> void declare(
            Declaration declaration, Class<Q> request, Api.OnceHandler<Q> handler, Api.Admission<Q> admission) {
        api.declare(declaration, request, handler, admission);
    }
}
