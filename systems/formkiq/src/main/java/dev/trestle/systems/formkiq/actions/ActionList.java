package dev.trestle.systems.formkiq.actions;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.ActionRows;
import dev.trestle.systems.formkiq.model.ActionRows.ActionAdder;
import dev.trestle.systems.formkiq.model.ActionRows.ActionLane;
import dev.trestle.systems.formkiq.model.ActionRowsActionLaneBuilder;
import dev.trestle.systems.formkiq.model.DocumentActions;
import dev.trestle.systems.formkiq.model.DocumentActions.Action;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.systems.formkiq.model.DocumentActionsActionBuilder;
import dev.trestle.systems.formkiq.model.Documents;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The actions of a document, read to be changed. {@link #into} adds what has changed to a decision, which is committed
 * only if nobody else has changed them since: all changes of a document's actions are in one order. For one thread.
 */
public final class ActionList {
    /** How many actions a document may be given. */
    public static final int ACTIONS_MAX = 100;

    /** How many one request may bring: they are written in one transaction. */
    public static final int AT_ONCE_MAX = 70;

    /** With the copies of those that were tried again, and the steps of workflows. */
    static final int ROWS_MAX = 400;

    /** How many may move by one place in a transaction: each is a row that goes and one that comes. */
    private static final int MOVES_MAX = 35;

    private static final Set<ActionStatus> OVER =
            EnumSet.of(ActionStatus.COMPLETE, ActionStatus.SKIPPED, ActionStatus.FAILED_RETRY);

    private final ItemStore store;
    private final String site;
    private final String documentId;
    private final List<ActionListener> listeners;
    private final @Nullable Stored<ActionLane> laneBefore;
    private final Map<Key, Stored<Action>> before = new LinkedHashMap<>();
    private final List<Action> now = new ArrayList<>();
    private final Map<String, ActionAdder> adders = new LinkedHashMap<>();
    private ActionLane lane;
    private boolean changed;

    private record Key(int idx, ActionType type) {
        static Key of(Action action) {
            return new Key(action.idx(), action.type());
        }
    }

    private ActionList(
            ItemStore store,
            String site,
            String documentId,
            List<ActionListener> listeners,
            @Nullable Stored<ActionLane> lane,
            List<Stored<Action>> rows) {
        this.store = store;
        this.site = site;
        this.documentId = documentId;
        this.listeners = listeners;
        this.laneBefore = lane;
        this.lane = lane == null ? new ActionLane(documentId, "", null, null, null) : lane.record();
        rows.forEach(row -> before.put(Key.of(row.record()), row));
        rows.stream()
                .map(Stored::record)
                .sorted(Comparator.comparingInt(Action::idx))
                .forEach(now::add);
    }

    /** Those of a document that is there. */
    static ActionList read(ItemStore reads, String site, String documentId, List<ActionListener> listeners) {
        ItemStore store = reads.consistent();
        // The lane first: whoever changes the rows after it was read changes it, too.
        Optional<Stored<ActionLane>> lane = store.stored(ActionRows.LANE_OF_DOCUMENT.of(documentId));
        List<Stored<Action>> rows = store.allStored(DocumentActions.ACTIONS_OF_DOCUMENT.of(documentId), ROWS_MAX * 2);
        return new ActionList(store, site, documentId, listeners, lane.orElse(null), rows);
    }

    public String site() {
        return site;
    }

    public String documentId() {
        return documentId;
    }

    /** All of them, in their order. */
    public List<Action> all() {
        return List.copyOf(now);
    }

    /** The one whose turn it is: the first that is not over. Behind one that failed or waits, it is that one. */
    public Optional<Action> current() {
        return now.stream().filter(each -> !OVER.contains(each.status())).findFirst();
    }

    /** Whether nothing is left to do, or to wait for. */
    public boolean isOver() {
        return current().isEmpty();
    }

    ActionLane lane() {
        return lane;
    }

    /** Adds actions behind all others. */
    public List<Action> add(Adder adder, Instant at, List<NewAction> added) {
        if (now.size() + added.size() > (adder.caller() == null ? ROWS_MAX : ACTIONS_MAX)) {
            throw Refusals.of("actions", "maximum number is " + ACTIONS_MAX);
        }
        List<Action> made = new ArrayList<>();
        int idx = now.isEmpty() ? 0 : now.get(now.size() - 1).idx() + 1;
        for (NewAction each : added) {
            Action action = each.at(documentId, idx++, adder.user(), at);
            now.add(action);
            made.add(action);
        }
        if (!added.isEmpty()) {
            changed = true;
            know(adder);
        }
        return made;
    }

    private void know(Adder adder) {
        if (adder.caller() != null) {
            ActionAdder known = store.get(ActionRows.ADDER_OF_ACTIONS.of(documentId, adder.user()))
                    .orElse(null);
            ActionAdder kept = Adder.kept(adder.caller(), documentId, known);
            if (!kept.equals(known)) {
                adders.put(adder.user(), kept);
            }
        }
    }

    /** Brings an action to another state, and tells whoever listens. Its place and type stay. */
    public Action change(Action from, Action to, Decision<?> decision) {
        int at = now.indexOf(from);
        if (at < 0 || !Key.of(from).equals(Key.of(to))) {
            throw new IllegalArgumentException("no action of this list, or of another place");
        }
        now.set(at, to);
        changed = true;
        ActionListener.Event event = new ActionListener.Event(site, store, this, from, to);
        listeners.forEach(each -> each.changed(event, decision));
        return to;
    }

    /** Puts another action at the place of one. */
    void replaceAt(Action from, Action to) {
        now.set(now.indexOf(from), to);
        changed = true;
    }

    /** Ends an action that waits for somebody, as that person decided. */
    public Action end(Action from, ActionStatus status, @Nullable String message, Instant at, Decision<?> decision) {
        Action to = DocumentActionsActionBuilder.builder(from)
                .status(status)
                .message(message)
                .completedDate(at)
                .build();
        return change(from, to, decision);
    }

    /**
     * Puts an action at the place behind another; those behind it move on as far as they have to.
     *
     * @return whether that fits into one transaction; if not, some have moved, and it has to be done again after that
     */
    boolean insertBehind(int idx, Action added) {
        List<Action> behind =
                now.stream().filter(each -> each.idx() > idx).collect(java.util.stream.Collectors.toList());
        int moving = 0;
        while (moving < behind.size() && behind.get(moving).idx() == idx + 1 + moving) {
            moving++;
        }
        changed = true;
        int from = Math.max(0, moving - MOVES_MAX);
        for (Action each : behind.subList(from, moving)) {
            now.set(
                    now.indexOf(each),
                    DocumentActionsActionBuilder.builder(each)
                            .idx(each.idx() + 1)
                            .build());
        }
        if (from > 0) {
            return false;
        }
        now.add(DocumentActionsActionBuilder.builder(added).idx(idx + 1).build());
        now.sort(Comparator.comparingInt(Action::idx));
        return true;
    }

    /** Takes the action that runs, or waits for its next attempt, from whoever has it. */
    void free() {
        free(null);
    }

    /** The same; the next attempt is not before a time. */
    void free(@Nullable Instant retryAt) {
        lane(ActionRowsActionLaneBuilder.builder(lane)
                .claim(null)
                .leasedUntil(null)
                .retryAt(retryAt)
                .build());
    }

    void lane(ActionLane after) {
        lane = after;
        changed = true;
    }

    /**
     * Adds to a decision what has changed, and has the document's actions go on. The decision holds only as long as
     * the document is there.
     */
    public void into(Decision<?> decision) {
        if (!changed) {
            return;
        }
        quietlyInto(decision);
        if (current().filter(each -> ActionJobs.mayGoOn(each.status())).isPresent()) {
            ActionJobs.wake(decision, site, documentId);
        }
    }

    /** The same for whoever has them go on. */
    void quietlyInto(Decision<?> decision) {
        ActionLane after = ActionRowsActionLaneBuilder.builder(lane)
                .token(UUID.randomUUID().toString())
                .build();
        if (laneBefore == null) {
            decision.put(ActionRows.ACTION_LANE, after, Expect.ABSENT);
        } else {
            decision.replace(ActionRows.ACTION_LANE, laneBefore, after, "token");
        }
        adders.values().forEach(each -> decision.put(ActionRows.ACTION_ADDER, each));
        Map<Key, Action> wanted = new LinkedHashMap<>();
        now.forEach(each -> wanted.put(Key.of(each), each));
        wanted.forEach((key, row) -> {
            Stored<Action> old = before.get(key);
            if (old == null) {
                decision.create(DocumentActions.ACTION, row);
            } else if (!old.record().equals(row)) {
                decision.replace(DocumentActions.ACTION, old, row);
            }
        });
        before.forEach((key, row) -> {
            if (!wanted.containsKey(key)) {
                decision.delete(DocumentActions.ACTION, row);
            }
        });
        boolean isOfDocument = decision.touches().stream().anyMatch(touch -> touch.entity() == Documents.DOCUMENT);
        if (!isOfDocument) {
            decision.check(Documents.DOCUMENT_BY_ID.of(documentId), Expect.PRESENT);
        }
    }
}
