package dev.trestle.systems.unisync.live;

import dev.trestle.model.Entity;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.EventSink;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.events.Change;
import dev.trestle.platform.events.Event;
import dev.trestle.platform.events.EventHub;
import dev.trestle.platform.events.Follower;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.NotesTable;
import dev.trestle.systems.unisync.model.Session;
import dev.trestle.systems.unisync.model.SessionsTable;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.UserStatus;
import dev.trestle.systems.unisync.model.UsersTable;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.Row;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Tells pages what changes: ShowSets, notes, who is here. Every active user may know all of it, so that an event is for whoever listens;
 * whoever is deactivated stops listening.
 */
public final class LiveEvents implements AutoCloseable {
    /** AWS allows five reads of a shard in a second. */
    private static final Duration INTERVAL = Duration.ofMillis(250);

    private final Deployment deployment;
    private final ItemStore store;
    private final EventHub hub;
    private final Follower follower;
    private final Map<String, Set<EventSink>> listening = new ConcurrentHashMap<>();

    /** What became of something. */
    enum Happened {
        CREATED,
        CHANGED,
        DELETED
    }

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

    /** {@code listener} is told of the items that other programs may have written. */
    public LiveEvents(
            Deployment deployment, DynamoDbStreamsClient streams, ItemStore store, Follower.Listener listener) {
        this.deployment = deployment;
        this.store = store;
        List<String> tables = List.of(
                name(ShowSetsTable.TABLE), name(NotesTable.TABLE), name(SessionsTable.TABLE), name(UsersTable.TABLE));
        // Records have the database's time, whatever else UniSync goes by.
        this.hub = new EventHub(deployment.client(), streams, tables, this::events, INTERVAL, Clock.systemUTC());
        this.follower = new Follower(deployment, store, SupportTable.FOLLOWER, listener);
        follower.follow(hub);
        hub.start();
    }

    private String name(Table table) {
        return deployment.names().apply(table);
    }

    /** Has a user told everything from now on, or from where they were. */
    public void listen(User who, Principal principal, @Nullable String lastEventId, EventSink sink) {
        listening
                .computeIfAbsent(who.userId(), id -> ConcurrentHashMap.newKeySet())
                .add(sink);
        sink.onClose(() -> listening.computeIfPresent(who.userId(), (id, sinks) -> {
            sinks.remove(sink);
            return sinks.isEmpty() ? null : sinks;
        }));
        hub.listen(principal, lastEventId, sink);
    }

    private List<Event> events(Change change) {
        String table = change.table();
        if (table.equals(name(ShowSetsTable.TABLE))) {
            return showSet(change);
        }
        if (table.equals(name(SessionsTable.TABLE))) {
            return session(change);
        }
        if (table.equals(name(NotesTable.TABLE))) {
            return note(change);
        }
        return user(change);
    }

    private List<Event> showSet(Change change) {
        ShowSet before = record(ShowSetsTable.SHOWSET, change.before());
        ShowSet after = record(ShowSetsTable.SHOWSET, change.after());
        ShowSet known = after == null ? before : after;
        return known == null
                ? List.of()
                : List.of(told(
                        "showset",
                        new ShowSetEvent(
                                happened(before, after), known.showSetId(), after == null ? null : Row.of(after))));
    }

    private List<Event> note(Change change) {
        Note before = record(NotesTable.NOTE, change.before());
        Note after = record(NotesTable.NOTE, change.after());
        Note known = after == null ? before : after;
        if (known == null) {
            return List.of();
        }
        Event told = told("note", new NoteEvent(happened(before, after), known.showSetId(), known.noteId(), after));
        return after == null ? List.of(told) : List.of(told, follower.item(NotesTable.TABLE, change));
    }

    /** Signs of life alone are no news. */
    private List<Event> session(Change change) {
        Session before = record(SessionsTable.SESSION, change.before());
        Session after = record(SessionsTable.SESSION, change.after());
        Session known = after == null ? before : after;
        boolean isSame = before != null
                && after != null
                && before.userName().equals(after.userName())
                && before.activity().equals(after.activity())
                && Objects.equals(before.showSetId(), after.showSetId());
        return known == null || isSame
                ? List.of()
                : List.of(told("session", new SessionEvent(happened(before, after), known.userId(), after)));
    }

    private List<Event> user(Change change) {
        User after = record(UsersTable.USER, change.after());
        if (after == null) {
            return List.of();
        }
        if (after.status() != UserStatus.ACTIVE) {
            Optional.ofNullable(listening.get(after.userId())).ifPresent(sinks -> sinks.forEach(EventSink::close));
        }
        return List.of(follower.item(UsersTable.TABLE, change));
    }

    /** Null for what is none, or cannot be read: lists leave it out as well. */
    private <T extends Record> @Nullable T record(Entity<T> entity, Map<String, AttributeValue> item) {
        return item.isEmpty() ? null : store.recordOf(entity, item).orElse(null);
    }

    private static String happened(@Nullable Object before, @Nullable Object after) {
        Happened what = before == null ? Happened.CREATED : after == null ? Happened.DELETED : Happened.CHANGED;
        return what.name().toLowerCase(Locale.ROOT);
    }

    private Event told(String type, Object data) {
        return new Event(type, data, listener -> !follower.isSelf(listener));
    }

    @Override
    public void close() {
        hub.close();
        follower.close();
    }
}
