package dev.trestle.platform.operation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Once;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Reply;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls an API's operations in this process, as the server does for somebody, but without HTTP: for sample data and for measurements.
 * Requests are records, which nobody validates.
 */
public final class InProcess {
    private final Api api;

    public InProcess(Api api) {
        this.api = api;
    }

    /**
     * Calls an operation.
     *
     * @param headers by names in lower case
     * @return what it replies
     */
    public Reply call(Principal who, String operation, Record request, Map<String, String> headers) throws Exception {
        Api.Bound<?> bound = api.handlers().get(operation);
        if (bound == null) {
            throw new IllegalArgumentException(api.name() + " has no operation " + operation + ".");
        }
        Call call = new Call("in-process", operation, who, "", "", headers);
        @Nullable Object result = handle(bound, call, request);
        return result instanceof Reply reply ? reply : Reply.of(result);
    }

    /**
     * Calls an operation.
     *
     * @param arguments the components of its request by name, {@code body} among them, as JSON has them
     * @return the value that it replies, as JSON
     */
    public JsonNode call(Principal who, String operation, Map<String, ?> arguments) throws Exception {
        Api.Bound<?> bound = api.handlers().get(operation);
        if (bound == null) {
            throw new IllegalArgumentException(api.name() + " has no operation " + operation + ".");
        }
        Record request = (Record) Json.mapper().convertValue(arguments, bound.request());
        Reply reply = call(who, operation, request, Map.of());
        return Json.mapper().valueToTree(reply.body() instanceof Reply.Value value ? value.value() : null);
    }

    /** The value of a reply. */
    public static <R> R value(Class<R> type, Reply reply) {
        if (reply.body() instanceof Reply.Value value && type.isInstance(value.value())) {
            return type.cast(value.value());
        }
        throw new IllegalStateException("The reply is no " + type.getSimpleName() + ".");
    }

    private static <Q> @Nullable Object handle(Api.Bound<Q> bound, Call call, Record request) throws Exception {
        return bound.handler().handle(call, Once.fresh(), bound.request().cast(request));
    }
}
