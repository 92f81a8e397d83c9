package dev.trestle.platform.home;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.operation.Right;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The operations that are about all systems: a person's home page, and the events of all streams on one connection. */
public final class HomeApi {
    private static final Logger LOG = LoggerFactory.getLogger(HomeApi.class);
    private static final Set<Kind> REFUSALS = Set.of(Kind.FORBIDDEN, Kind.NOT_FOUND);
    private static final Right<Object, Object> SIGNED_IN = Right.everybody("SIGNED_IN");

    private final List<HomeSystem> systems;
    private final EventStreams streams;

    /** {@code systems} are all that have a home operation or event streams. */
    public HomeApi(List<HomeSystem> systems) {
        this.systems = List.copyOf(systems);
        this.streams = new EventStreams(systems);
    }

    /**
     * The systems that somebody may use.
     *
     * @param closed those that they may not
     */
    public record Overview(List<Part> systems, List<String> closed) {}

    /**
     * A system's part of the home page.
     *
     * @param home null if it could not be read; the others are shown nevertheless
     */
    public record Part(String name, @Nullable SystemHome home) {}

    /** {@code operations} belong to an API whose callers are principals or stand for one. */
    public <C> void declare(Operations<C> operations) {
        operations
                .get("getOverview", "/overview")
                .about("The systems that the caller may use, and what waits for them there")
                .right(SIGNED_IN)
                .gives(Overview.class, this::overview);
        operations
                .get("listenToAll", "/events")
                .about("The events of all systems that the caller may listen to, on one connection")
                .description(
                        "Each event's data names its stream: {\"stream\": path, \"id\": id, \"data\": what the stream tells}."
                                + " Last-Event-ID holds path=id for each stream to go on with, separated by commas. The event refused"
                                + " names a stream that the caller may not listen to.")
                .right(SIGNED_IN)
                .repliesBytes(given -> streams.listen(given.call()), "text/event-stream");
    }

    private <C> Overview overview(Given<C, Operations.Nothing> given) {
        List<Part> parts = new ArrayList<>();
        List<String> closed = new ArrayList<>();
        for (HomeSystem system : systems) {
            if (system.home().isPresent()) {
                Part part = part(system, given.call());
                if (part == null) {
                    closed.add(system.name());
                } else {
                    parts.add(part);
                }
            }
        }
        return new Overview(parts, closed);
    }

    private static @Nullable Part part(HomeSystem system, Call call) {
        try {
            return new Part(system.name(), system.homeOf(call).orElse(null));
        } catch (ApiException e) {
            return REFUSALS.contains(e.problem().kind()) ? null : new Part(system.name(), null);
        } catch (Exception e) { // handlers declare no narrower one
            LOG.atWarn()
                    .addKeyValue("system", system.name())
                    .setCause(e)
                    .log("what waits for a person could not be read");
            return new Part(system.name(), null);
        }
    }
}
