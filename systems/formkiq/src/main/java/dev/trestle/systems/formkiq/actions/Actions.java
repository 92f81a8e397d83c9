package dev.trestle.systems.formkiq.actions;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.actions.ActionViews.AddAction;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.RowPlan;
import dev.trestle.systems.formkiq.model.ActionRows;
import dev.trestle.systems.formkiq.model.ActionRows.ActionAdder;
import dev.trestle.systems.formkiq.model.ActionRows.ActionLane;
import dev.trestle.systems.formkiq.model.DocumentActions;
import dev.trestle.systems.formkiq.model.DocumentActions.Action;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.systems.formkiq.model.Documents.Document;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * What documents can go through: who does each type of action, what each type has to have, and who is told. All of it
 * is known before the first action runs. For any number of threads.
 */
public final class Actions {
    private static final int ADDERS_MAX = 80;

    private final Map<ActionType, ActionHandler> handlers = new ConcurrentHashMap<>();
    private final Map<ActionType, ActionRules> rules = new ConcurrentHashMap<>();
    private final List<ActionListener> listeners = new CopyOnWriteArrayList<>();
    private final List<ContentListener> contents = new CopyOnWriteArrayList<>();

    /** Has actions of a type done. Those of a type that nobody does fail. */
    public Actions handle(ActionType type, ActionHandler handler) {
        if (handlers.putIfAbsent(type, handler) != null) {
            throw new IllegalArgumentException("Two handlers for actions of the type " + type + ".");
        }
        return this;
    }

    /** Says what actions of a type have to have. */
    public Actions rule(ActionType type, ActionRules check) {
        if (rules.putIfAbsent(type, check) != null) {
            throw new IllegalArgumentException("Two rules for actions of the type " + type + ".");
        }
        return this;
    }

    /** Tells somebody of every action that comes to another state, in the same transaction. */
    public Actions onChange(ActionListener listener) {
        listeners.add(listener);
        return this;
    }

    /** Tells somebody of every content that comes, in the same transaction. */
    public Actions onContent(ContentListener listener) {
        contents.add(listener);
        return this;
    }

    Optional<ActionHandler> handler(ActionType type) {
        return Optional.ofNullable(handlers.get(type));
    }

    List<ActionListener> listeners() {
        return listeners;
    }

    /** The actions that a request wants, or a refusal with all that is wrong with the first wrong one. */
    public List<NewAction> wanted(ItemStore store, @Nullable List<AddAction> asked) {
        List<NewAction> wanted = new ArrayList<>();
        for (AddAction each : asked == null ? List.<AddAction>of() : asked) {
            Refusals refusals = new Refusals();
            if (each == null || each.type() == null) {
                throw Refusals.of("type", "action 'type' is required");
            }
            String queue = each.queueId();
            NewAction action = NewAction.of(each.type())
                    .withParameters(ActionParameters.stored(each.parameters()))
                    .withQueue(queue == null || queue.isEmpty() ? null : queue);
            check(store, action, refusals);
            refusals.check();
            wanted.add(action);
        }
        if (wanted.size() > ActionList.AT_ONCE_MAX) {
            throw Refusals.of("actions", "maximum number is " + ActionList.AT_ONCE_MAX + " at a time");
        }
        return wanted;
    }

    /** Adds what is wrong with an action. */
    public void check(ItemStore store, NewAction action, Refusals refusals) {
        StandardRules.lengths(action, refusals);
        ActionRules own = rules.get(action.type());
        if (own != null) {
            own.check(store, action, refusals);
        }
    }

    /** The actions of a document, to be changed. */
    public ActionList list(ItemStore store, String site, String documentId) {
        return ActionList.read(store, site, documentId, listeners);
    }

    /**
     * Adds the actions of a document that is being made to a plan of its rows.
     *
     * @param isNamed whether its id was chosen, so that rows of an earlier document may be left
     */
    public void plan(
            RowPlan plan,
            ItemStore store,
            String documentId,
            Caller caller,
            Instant at,
            List<NewAction> added,
            boolean isNamed) {
        if (isNamed) {
            store.first(DocumentActions.ACTIONS_OF_DOCUMENT.of(documentId), ActionList.ROWS_MAX)
                    .forEach(row -> plan.add(
                            1,
                            decision -> decision.delete(
                                    DocumentActions.ACTION_BY_KEY.of(documentId, row.idx(), row.type()),
                                    Expect.ANYTHING)));
        }
        if (added.isEmpty()) {
            return;
        }
        for (int i = 0; i < added.size(); i++) {
            Action action = added.get(i).at(documentId, i, caller.user(), at);
            plan.add(1, decision -> decision.put(DocumentActions.ACTION, action));
        }
        ActionLane lane = new ActionLane(documentId, UUID.randomUUID().toString(), null, null, null);
        ActionAdder adder = Adder.kept(caller, documentId, null);
        plan.add(2, decision -> decision.put(ActionRows.ACTION_LANE, lane).put(ActionRows.ACTION_ADDER, adder));
    }

    /** Has the actions of a document begin that is made by a decision. */
    public void begin(Decision<?> decision, String site, Document document) {
        if (hasContent(document)) {
            ActionJobs.wake(decision, site, document.documentId());
        }
    }

    /** Has the actions of a document go on that comes back by a decision. */
    public void goOn(ItemStore store, Decision<?> decision, String site, String documentId) {
        if (!store.first(DocumentActions.ACTIONS_OF_DOCUMENT.of(documentId), 1).isEmpty()) {
            ActionJobs.wake(decision, site, documentId);
        }
    }

    /** Has what waits for a document's content go on, and tells who listens. {@code before} is null for a new one. */
    public void contentCame(
            ItemStore store, Decision<?> decision, String site, @Nullable Document before, Document after, Actor by) {
        if (!hasContent(after)) {
            return;
        }
        boolean isFirst = before == null || !hasContent(before);
        if (isFirst && before != null) {
            goOn(store, decision, site, after.documentId());
        }
        ContentListener.Event event = new ContentListener.Event(site, store, after, isFirst, by);
        contents.forEach(each -> each.came(event, decision));
    }

    /** What the actions of a document have left, once the document is gone. */
    public static void forget(Decision<?> decision, ItemStore store, String documentId) {
        decision.delete(ActionRows.LANE_OF_DOCUMENT.of(documentId), Expect.ANYTHING);
        store.first(ActionRows.ADDERS_OF_DOCUMENT.of(documentId), ADDERS_MAX)
                .forEach(row ->
                        decision.delete(ActionRows.ADDER_OF_ACTIONS.of(documentId, row.userId()), Expect.ANYTHING));
    }

    /** Whether a document's content is there, here or where it links to. */
    public static boolean hasContent(Document document) {
        String link = document.deepLinkPath();
        return document.s3version() != null || document.contentLength() != null || link != null && !link.isEmpty();
    }
}
