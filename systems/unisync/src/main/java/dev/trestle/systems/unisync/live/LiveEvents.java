package dev.trestle.systems.unisync.live;

import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.events.EventHub;
import dev.trestle.platform.events.Events;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.events.RecordChange;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.NotesTable;
import dev.trestle.systems.unisync.model.Session;
import dev.trestle.systems.unisync.model.SessionsTable;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.UserStatus;
import dev.trestle.systems.unisync.model.UsersTable;
import dev.trestle.systems.unisync.notes.ForeignNotes;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.Row;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Tells pages what changes: ShowSets, notes, who is here. Every active user may see all of it; who is deactivated stops hearing it. Follows what
 * other programs write.
 */
public final class LiveEvents implements AutoCloseable {
    private static final Events<User> EVENTS = new Events<User>()
            .event(
                    "showset",
                    ShowSetsTable.SHOWSET,
                    change -> new ShowSetEvent(change.kind(), change.latest().showSetId(), change.ofAfter(Row::of)),
                    (who, showSet) -> true)
            .event(
                    "note",
                    NotesTable.NOTE,
                    change -> new NoteEvent(
                            change.kind(),
                            change.latest().showSetId(),
                            change.latest().noteId(),
                            change.after()),
                    (who, note) -> true)
            .event("session", SessionsTable.SESSION, LiveEvents::session, (who, session) -> true)
            .callers(
                    UsersTable.USER,
                    (who, user) -> who.userId().equals(user.userId()),
                    (who, user) -> user.status() == UserStatus.ACTIVE);

    private final EventHub<User> hub;
    private final Follower follower;

    /**
     * A ShowSet that was changed. A rename is one that is deleted and another that is created.
     *
     * @param showSet as it is now; null if it is gone
     */
    record ShowSetEvent(
            String change, String showSetId, @Nullable Row showSet) {}

    record NoteEvent(
            String change,
            String showSetId,
            String noteId,
            @Nullable Note note) {}

    /** Somebody who came, went on to something else, or left. */
    record SessionEvent(
            String change, String userId, @Nullable Session session) {}

    public LiveEvents(Deployment deployment, DynamoDbStreamsClient streams, ItemStore store, ForeignNotes foreign) {
        this.hub = new EventHub<>(deployment, streams, store, EVENTS).start();
        this.follower = new Follower(deployment, streams, store, SupportTable.FOLLOWER)
                .on(NotesTable.NOTE, foreign::changed)
                .onMissed(foreign::handleAll)
                .start();
    }

    /** What users listen to. */
    public EventHub<User> hub() {
        return hub;
    }

    /** Signs of life alone are no news. */
    private static @Nullable SessionEvent session(RecordChange<Session> change) {
        Session before = change.before();
        Session after = change.after();
        boolean isSame = before != null
                && after != null
                && before.userName().equals(after.userName())
                && before.activity().equals(after.activity())
                && Objects.equals(before.showSetId(), after.showSetId());
        return isSame ? null : new SessionEvent(change.kind(), change.latest().userId(), after);
    }

    @Override
    public void close() {
        hub.close();
        follower.close();
    }
}
