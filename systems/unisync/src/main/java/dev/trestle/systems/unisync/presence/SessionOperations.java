package dev.trestle.systems.unisync.presence;

import static dev.trestle.systems.unisync.people.Right.READ;

import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.unisync.model.Session;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.people.Rights;
import dev.trestle.systems.unisync.presence.Presence.Doing;
import org.jspecify.annotations.Nullable;

/** The operations about who is here now. */
public final class SessionOperations {
    private final Presence presence;

    public SessionOperations(Presence presence) {
        this.presence = presence;
    }

    record SessionRequest(@Nullable Doing body) {
        Doing doing() {
            return body == null ? Doing.NOTHING_NEW : body;
        }
    }

    public void declare(Operations<User> operations) {
        operations
                .get("listSessions", "/sessions")
                .about("Who is here now")
                .right(Rights.of(READ))
                .givesPage(Session.class, given -> new Page<>(presence.all(), null));
        operations
                .get("getMySession", "/sessions/me")
                .about("The caller's own session")
                .right(Rights.of(READ))
                .refuses(Kind.NOT_FOUND)
                .gives(Session.class, given -> presence.of(given.by()));
        operations
                .post("startSession", "/sessions/start", SessionRequest.class)
                .about("Begins a session")
                .right(Rights.of(READ))
                .gives(
                        Session.class,
                        given -> presence.start(given.by(), given.asked().doing()));
        operations
                .post("heartbeat", "/sessions/heartbeat", SessionRequest.class)
                .about("A heartbeat, each 60 s; what it does not mention stays")
                .right(Rights.of(READ))
                .refuses(Kind.CONFLICT)
                .gives(
                        Session.class,
                        given -> presence.heartbeat(given.by(), given.asked().doing()));
        operations
                .post("endSession", "/sessions/end")
                .about("Ends the caller's session")
                .right(Rights.of(READ))
                .does(given -> presence.end(given.by()));
    }
}
