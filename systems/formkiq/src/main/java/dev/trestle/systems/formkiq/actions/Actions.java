package dev.trestle.systems.formkiq.actions;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.DocumentActions;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.systems.formkiq.model.Documents.Document;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * What documents can go through: who does each type of action, what each type has to have, and who is told. All of it
 * is known before the first action runs. For any number of threads.
 */
public final class Actions {
    private final Map<ActionType, ActionHandler> handlers = new EnumMap<>(ActionType.class);
    private final Map<ActionType, ActionRules> rules = new EnumMap<>(ActionType.class);
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

    /** Adds what is wrong with an action. */
    public void check(ItemStore store, NewAction action, Refusals refusals) {
        ActionRules own = rules.get(action.type());
        if (own != null) {
            own.check(store, action, refusals);
        }
    }

    /** The actions of a document, to be changed. */
    public ActionList list(ItemStore store, String site, String documentId) {
        return ActionList.read(store, site, documentId, listeners);
    }

    /** Has what waits for a document's content go on, and tells who listens. {@code before} is null for a new one. */
    public void contentCame(
            ItemStore store, Decision<?> decision, String site, @Nullable Document before, Document after, Actor by) {
        if (!hasContent(after)) {
            return;
        }
        boolean isFirst = before == null || !hasContent(before);
        if (isFirst
                && before != null
                && !store.first(DocumentActions.ACTIONS_OF_DOCUMENT.of(after.documentId()), 1)
                        .isEmpty()) {
            ActionJobs.wake(decision, site, after.documentId());
        }
        ContentListener.Event event = new ContentListener.Event(site, store, after, isFirst, by);
        contents.forEach(each -> each.came(event, decision));
    }

    /** Whether a document's content is there, here or where it links to. */
    public static boolean hasContent(Document document) {
        String link = document.deepLinkPath();
        return document.s3version() != null || document.contentLength() != null || link != null && !link.isEmpty();
    }
}
