package dev.trestle.systems.unisync.presence;

import dev.trestle.model.operation.Change;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Patch;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.time.Lifetime;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.unisync.model.Session;
import dev.trestle.systems.unisync.model.SessionsTable;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.User;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who is here now: whoever has sent a sign of life within five minutes. */
public final class Presence {
    private static final Lifetime LIFE = new Lifetime(Duration.ofSeconds(300));
    private static final int SESSIONS_MAX = 10_000;

    private final ItemStore store;
    private final Times times;

    public Presence(ItemStore store, Times times) {
        this.store = store.consistent();
        this.times = times;
    }

    /** What a user does; what is not sent stays. */
    public record Doing(
            Patch<@Nullable @Length(min = 1, max = 200) String> showSetId, Patch<@Length(max = 500) String> activity) {
        public static final Doing NOTHING_NEW = new Doing(new Patch.Keep<>(), new Patch.Keep<>());
    }

    public Session start(User who, Doing asked) {
        Doing doing = current(asked);
        Instant now = times.now();
        String activity = doing.activity().applyTo("");
        return store.put(
                SessionsTable.SESSION,
                new Session(
                        who.userId(),
                        who.name(),
                        doing.showSetId().applyTo(null),
                        activity == null ? "" : activity,
                        now,
                        now,
                        LIFE.expiry(now)));
    }

    /** A sign of life. Of somebody who was not here, or no longer, it is the beginning. */
    public Session heartbeat(User who, Doing asked) {
        Doing doing = current(asked);
        Instant now = times.now();
        Change<Session> change = store.change(SessionsTable.HEARTBEAT.of(who.userId()))
                .set("userName", who.name())
                .set("lastHeartbeat", now)
                .set("expiresAt", LIFE.expiry(now));
        if (doing.showSetId() instanceof Patch.To<String> to) {
            change.set("showSetId", to.value());
        } else if (doing.showSetId().isSent()) {
            change.remove("showSetId");
        }
        if (doing.activity().isSent()) {
            String activity = doing.activity().applyTo("");
            change.set("activity", activity == null ? "" : activity);
        }
        return change.tryCommit().orElseGet(() -> start(who, doing));
    }

    /** Tells of whoever looks at a ShowSet that it has another id now, or none. */
    public void moved(String from, @Nullable String to) {
        for (Session session : store.all(SessionsTable.ACTIVE_SESSIONS.of(), SESSIONS_MAX)) {
            if (from.equals(session.showSetId())) {
                Change<Session> change = store.change(SessionsTable.HEARTBEAT.of(session.userId()))
                        .expect(Expect.equal("showSetId", from));
                // Nothing happens to one who is gone, or at another one meanwhile.
                (to == null ? change.remove("showSetId") : change.set("showSetId", to)).tryCommit();
            }
        }
    }

    /** A page that has not heard of it may still name the former id of a ShowSet. */
    private Doing current(Doing doing) {
        if (!(doing.showSetId() instanceof Patch.To<String> to)) {
            return doing;
        }
        Optional<String> movedTo = store.get(SupportTable.RETIRED_BY_ID.of(to.value()))
                .flatMap(retired -> Optional.ofNullable(retired.movedTo()));
        return movedTo.isEmpty() ? doing : new Doing(new Patch.To<>(movedTo.get()), doing.activity());
    }

    public void end(User who) {
        store.transaction()
                .delete(SessionsTable.SESSION_OF_USER.of(who.userId()), Expect.ANYTHING)
                .commit();
    }

    public List<Session> all() {
        return store.all(SessionsTable.ACTIVE_SESSIONS.of(), SESSIONS_MAX).stream()
                .filter(this::isAlive)
                .toList();
    }

    public Session of(User who) {
        Optional<Session> found = store.get(SessionsTable.SESSION_OF_USER.of(who.userId()));
        return found.filter(this::isAlive).orElseThrow(() -> ApiException.notFound("You have no session."));
    }

    private boolean isAlive(Session session) {
        return LIFE.isAlive(session.lastHeartbeat(), times.now());
    }
}
