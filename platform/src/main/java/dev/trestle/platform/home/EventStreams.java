package dev.trestle.platform.home;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.EventMessage;
import dev.trestle.platform.api.EventSink;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All event streams that a caller may listen to, on one connection. A browser has six connections to a server over HTTP/1.1; with this, any
 * number of pages of any number of systems needs one.
 *
 * <p>Each event's data says which stream it is of: {@code {"stream": "/unisync/v1/events", "id": …, "data": …}}. Its id is {@code
 * <stream>=<id>}; Last-Event-ID holds one or several of these, separated by commas, and each stream goes on behind its own. A stream that the
 * caller may not listen to is told as the event {@code refused}. Whatever ends one stream ends the connection: the client comes back and is
 * looked up anew.
 */
final class EventStreams {
    static final String PATH = "/home/v1/events";

    private static final int LAST_IDS_MAX = 20;
    private static final Set<Kind> REFUSALS = Set.of(Kind.FORBIDDEN, Kind.NOT_FOUND);

    private final List<HomeSystem> systems;

    EventStreams(List<HomeSystem> systems) {
        this.systems = List.copyOf(systems);
    }

    /** What the caller may not listen to. */
    record Refusal(int status) {}

    /** What the connection carries, the refused ones among them. */
    record Carried(List<String> streams) {}

    Reply listen(Call call) throws Exception {
        Map<String, String> last = lastIds(call.header("last-event-id"));
        Map<String, Reply.Listener> listeners = new LinkedHashMap<>();
        Map<String, Integer> refused = new LinkedHashMap<>();
        for (HomeSystem system : systems) {
            for (Map.Entry<String, String> stream : system.streams().entrySet()) {
                try {
                    listeners.put(stream.getKey(), system.listener(call, stream.getValue(), last.get(stream.getKey())));
                } catch (ApiException e) {
                    if (!REFUSALS.contains(e.problem().kind())) {
                        throw e;
                    }
                    refused.put(stream.getKey(), e.problem().kind().status());
                }
            }
        }
        List<String> all = systems.stream()
                .flatMap(system -> system.streams().keySet().stream())
                .toList();
        return Reply.events(sink -> {
            sink.send(new EventMessage(null, "streams", new Carried(all)).labelled(PATH));
            refused.forEach((stream, status) ->
                    sink.send(new EventMessage(null, "refused", new Refusal(status)).labelled(stream)));
            listeners.forEach((stream, listener) -> listener.opened(new LabelledSink(stream, sink)));
        });
    }

    /** Clients may send anything; what names no stream means nothing. */
    private static Map<String, String> lastIds(@Nullable String header) {
        Map<String, String> last = new HashMap<>();
        if (header != null) {
            for (String each : header.split(",", LAST_IDS_MAX + 1)) {
                int equals = each.indexOf('=');
                if (equals > 0 && last.size() < LAST_IDS_MAX) {
                    last.put(
                            each.substring(0, equals).strip(),
                            each.substring(equals + 1).strip());
                }
            }
        }
        return last;
    }

    /** One stream's part of the connection. */
    private record LabelledSink(String stream, EventSink sink) implements EventSink {
        @Override
        public boolean send(EventMessage message) {
            return sink.send(message.labelled(stream));
        }

        @Override
        public void onClose(Runnable action) {
            sink.onClose(action);
        }

        @Override
        public boolean isOpen() {
            return sink.isOpen();
        }

        @Override
        public void close() {
            sink.close();
        }
    }
}
