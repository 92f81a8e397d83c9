package dev.trestle.systems.formkiq.workflows;

import dev.trestle.model.Bound;
import dev.trestle.model.Entity;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Decision.Effect;
import dev.trestle.platform.operation.Decision.Touch;
import dev.trestle.systems.formkiq.activity.Moments;
import dev.trestle.systems.formkiq.model.DocumentActions;
import dev.trestle.systems.formkiq.model.DocumentActions.Action;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus;
import dev.trestle.systems.formkiq.model.FlowRows;
import dev.trestle.systems.formkiq.model.FlowRows.Waiting;
import dev.trestle.systems.formkiq.model.Rulesets;
import dev.trestle.systems.formkiq.model.Workflows;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Attends every decision of the system: whatever brings an action into a queue, or out of it, puts the row that gives the queue its order
 * there and takes it away in the same transaction, and what queues and workflows are used by is counted. So no operation, job, deletion
 * or restoration gets around either. For any number of threads.
 */
public final class FlowWitness implements Changes.Witness {
    private static final Set<Entity<?>> KNOWN =
            Set.of(DocumentActions.ACTION, Workflows.WORKFLOW, Workflows.DOCUMENT_WORKFLOW, Rulesets.RULE);

    /** An action that began so long ago comes back with its document: it has waited since then. */
    private static final Duration BACK = Duration.ofSeconds(5);

    private final Moments moments;

    public FlowWitness(Clock clock) {
        this.moments = new Moments(clock);
    }

    /** What an action is before and after a decision. */
    private static final class ActionChange {
        @Nullable
        Action before;

        @Nullable
        Action after;
    }

    /** Where an action is. */
    private record Place(String documentId, int idx) {
        static Place of(Action action) {
            return new Place(action.documentId(), action.idx());
        }
    }

    @Override
    public void attend(ItemStore store, Decision<?> decision, @Nullable Object who) {
        List<Touch> touches = decision.touches().stream()
                .filter(touch -> KNOWN.contains(touch.entity()))
                .toList();
        if (touches.isEmpty()) {
            return;
        }
        ItemStore current = store.consistent();
        Uses uses = new Uses();
        Map<Place, ActionChange> actions = new LinkedHashMap<>();
        for (Touch touch : touches) {
            Record before = before(current, touch);
            uses.change(before, touch.after());
            if (before instanceof Action action) {
                actions.computeIfAbsent(Place.of(action), any -> new ActionChange()).before = action;
            }
            if (touch.after() instanceof Action action) {
                actions.computeIfAbsent(Place.of(action), any -> new ActionChange()).after = action;
            }
        }
        actions.forEach((place, change) -> queue(current, decision, place, change));
        uses.into(decision, current);
    }

    private static @Nullable Record before(ItemStore store, Touch touch) {
        Bound<?> bound = touch.bound();
        if (bound != null && touch.effect() == Effect.CHANGE) {
            throw new IllegalStateException("A change of " + touch.entity().name() + " without its record.");
        }
        if (bound != null) {
            return stored(store, bound);
        }
        return touch.before() == null && touch.effect() == Effect.PUT
                ? storedAt(store, touch.entity(), touch.after())
                : touch.before();
    }

    @SuppressWarnings("unchecked")
    private static @Nullable Record stored(ItemStore store, Bound<?> bound) {
        return store.stored((Bound<Record>) bound).map(Stored::record).orElse(null);
    }

    @SuppressWarnings("unchecked")
    private static @Nullable Record storedAt(ItemStore store, Entity<?> entity, @Nullable Record record) {
        return record == null
                ? null
                : store.storedAt((Entity<Record>) entity, record)
                        .map(Stored::record)
                        .orElse(null);
    }

    private static @Nullable String queueOf(@Nullable Action action) {
        return action == null || action.status() != ActionStatus.IN_QUEUE ? null : action.queueId();
    }

    private void queue(ItemStore store, Decision<?> decision, Place place, ActionChange change) {
        String from = queueOf(change.before);
        String to = queueOf(change.after);
        if (Objects.equals(from, to)) {
            return;
        }
        Stored<Waiting> row = store.stored(FlowRows.WAITING_OF_ACTION.of(place.documentId(), place.idx()))
                .orElse(null);
        Action after = change.after;
        if (to == null || after == null) {
            if (row != null) {
                decision.delete(FlowRows.WAITING, row);
            }
            return;
        }
        Waiting waiting = new Waiting(
                place.documentId(),
                place.idx(),
                to,
                since(after),
                after.workflowId(),
                after.workflowStepId(),
                Runs.groupsOf(store, after));
        if (row == null) {
            decision.create(FlowRows.WAITING, waiting);
        } else {
            decision.replace(FlowRows.WAITING, row, waiting);
        }
    }

    private Instant since(Action action) {
        Instant now = moments.next();
        Instant began = action.startDate();
        return began == null || began.isAfter(now.minus(BACK)) ? now : began;
    }
}
