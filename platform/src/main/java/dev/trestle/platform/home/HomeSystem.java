package dev.trestle.platform.home;

import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Once;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.operation.InProcess;
import dev.trestle.platform.operation.Operations;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A hosted API, as the home page and the common event stream use it: operations without parameters, called in this process as the caller.
 * The called operation looks up the caller and checks its right, as it does over HTTP.
 *
 * @param home the operation that gives a {@link SystemHome}; empty for a system without one
 * @param streams the API's event streams: operations by path
 */
public record HomeSystem(Api api, Optional<String> home, Map<String, String> streams) {
    private static final String EVENTS = "text/event-stream";

    /** {@code home} has to be among the API's operations. */
    public HomeSystem {
        if (home.isPresent() && !api.handlers().containsKey(home.get())) {
            throw new IllegalArgumentException(api.name() + " has no operation " + home.get() + " for its home.");
        }
    }

    /** With the streams that are declared by now. */
    public static HomeSystem of(Api api, Optional<String> home) {
        return new HomeSystem(api, home, streams(api));
    }

    public String name() {
        return api.name();
    }

    private static Map<String, String> streams(Api api) {
        Map<String, String> streams = new LinkedHashMap<>();
        Api.About about = api.about();
        if (about != null) {
            api.declarations().stream()
                    .filter(each -> each.method().equals("GET") && each.request() == Operations.Nothing.class)
                    .filter(each -> each.answers().stream()
                            .anyMatch(answer -> answer.mediaTypes().equals(List.of(EVENTS))))
                    .forEach(each -> streams.put(about.basePath() + each.path(), each.id()));
        }
        return streams;
    }

    /** What is on the caller's home page of this system. */
    Optional<SystemHome> homeOf(Call call) throws Exception {
        if (home.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(InProcess.value(SystemHome.class, reply(call, home.get(), null)));
    }

    /** Begins one of the {@link #streams}. */
    Reply.Listener listener(Call call, String operation, @Nullable String lastEventId) throws Exception {
        if (reply(call, operation, lastEventId).body() instanceof Reply.Events events) {
            return events.listener();
        }
        throw new IllegalStateException(operation + " of " + name() + " tells no events.");
    }

    private Reply reply(Call call, String operation, @Nullable String lastEventId) throws Exception {
        Map<String, String> headers = lastEventId == null ? Map.of() : Map.of("last-event-id", lastEventId);
        Call inner = new Call(call.requestId(), operation, call.principal(), call.address(), call.url(), headers);
        @Nullable Object result = handle(api.handlers().get(operation), inner);
        return result instanceof Reply reply ? reply : Reply.of(result);
    }

    private static <Q> @Nullable Object handle(Api.@Nullable Bound<Q> bound, Call call) throws Exception {
        if (bound == null) {
            throw new IllegalArgumentException("There is no operation " + call.operationId() + ".");
        }
        return bound.handler().handle(call, Once.fresh(), bound.request().cast(new Operations.Nothing()));
    }
}
