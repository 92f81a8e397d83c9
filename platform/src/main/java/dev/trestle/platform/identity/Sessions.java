package dev.trestle.platform.identity;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Transaction;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.audit.Act;
import dev.trestle.platform.audit.Act.Area;
import dev.trestle.platform.audit.Actor;
import dev.trestle.platform.audit.AuditTrail;
import dev.trestle.platform.table.Person;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.platform.table.Session;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where somebody is signed in. A session that is ended is refused from the next request on. */
public final class Sessions {
    private static final int SESSIONS_MAX = 200;

    private final ItemStore store;
    private final Clock clock;
    private final People people;
    private final AuditTrail trail;

    /**
     * A session as its owner sees it.
     *
     * @param agent the program, as it calls itself
     * @param current whether the question came from it
     */
    public record View(
            String sessionId,
            @Nullable String agent,
            @Nullable String address,
            @Nullable String tenant,
            Instant createdAt,
            Instant usedAt,
            boolean current) {}

    Sessions(ItemStore store, Clock clock, People people, AuditTrail trail) {
        this.store = store;
        this.clock = clock;
        this.people = people;
        this.trail = trail;
    }

    /** Those that hold, newest first. {@code current} is the caller's own; null if none is. */
    public List<View> list(String personId, @Nullable String current) {
        Person person = people.get(personId);
        Instant now = clock.instant();
        return store.first(PlatformTable.SESSIONS_OF.of(personId), SESSIONS_MAX).stream()
                .filter(each -> each.generation() == person.sessions()
                        && each.expiresAt().isAfter(now))
                .map(each -> new View(
                        each.sessionId(),
                        each.agent(),
                        each.address(),
                        each.tenant(),
                        each.createdAt(),
                        each.usedAt(),
                        each.sessionId().equals(current)))
                .toList();
    }

    /** Ends one session of a person; one of somebody else is as if it were not there. */
    public void end(String personId, String sessionId, Actor by) {
        Session session = store.consistent()
                .get(PlatformTable.SESSION_BY_ID.of(sessionId))
                .filter(each -> each.personId().equals(personId))
                .orElseThrow(() -> ApiException.notFound("There is no such session, or not any more."));
        String email = people.get(personId).email();
        Transaction transaction =
                store.transaction().delete(PlatformTable.SESSION_BY_ID.of(sessionId), Expect.ANYTHING);
        trail.add(
                        transaction,
                        by,
                        Act.of(Area.SESSION, "session-ended", personId, email)
                                .from(Map.of(
                                        "agent", String.valueOf(session.agent()),
                                        "address", String.valueOf(session.address()),
                                        "begun", session.createdAt().toString())))
                .commit();
    }
}
