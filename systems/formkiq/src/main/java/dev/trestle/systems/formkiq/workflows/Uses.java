package dev.trestle.systems.formkiq.workflows;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.UseCounts;
import dev.trestle.systems.formkiq.model.ActiveStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.Action;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus;
import dev.trestle.systems.formkiq.model.Rulesets.Rule;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.model.SupportTable.AttributeUse;
import dev.trestle.systems.formkiq.model.Workflows;
import dev.trestle.systems.formkiq.model.Workflows.DocumentWorkflow;
import dev.trestle.systems.formkiq.model.Workflows.DocumentWorkflowStatus;
import dev.trestle.systems.formkiq.model.Workflows.Workflow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What queues and workflows are used by: a queue by actions that are not at their end and by active workflows, a workflow by documents
 * that are in it and by rules. The uses of a decision's records are counted in its transaction. For one decision, on one thread.
 */
final class Uses {
    /** Those of an action that will not do anything any more, unless somebody retries it. */
    static final Set<ActionStatus> ENDED = EnumSet.of(
            ActionStatus.COMPLETE,
            ActionStatus.SKIPPED,
            ActionStatus.FAILED,
            ActionStatus.FAILED_RETRY,
            ActionStatus.MAX_RETRIES_REACHED);

    private static final String QUEUE = "Queue::";
    private static final String WORKFLOW = "Workflow::";

    private final Map<Place, Integer> changes = new LinkedHashMap<>();

    /** A part of a count. */
    private record Place(String key, int part) {}

    static String ofQueue(String queueId) {
        return QUEUE + queueId;
    }

    static String ofWorkflow(String workflowId) {
        return WORKFLOW + workflowId;
    }

    /** Takes in that a record becomes another one. */
    void change(@Nullable Record before, @Nullable Record after) {
        add(before, -1);
        add(after, 1);
    }

    private void add(@Nullable Record record, int sign) {
        if (record instanceof Action action && action.queueId() != null && !ENDED.contains(action.status())) {
            add(ofQueue(action.queueId()), action.documentId(), sign);
        } else if (record instanceof Workflow workflow && workflow.status() == ActiveStatus.ACTIVE) {
            Set<String> queues = new HashSet<>();
            Step.of(workflow.json()).forEach(step -> queues.add(String.valueOf(step.queueId())));
            queues.remove("null");
            queues.forEach(queue -> add(ofQueue(queue), workflow.documentId(), sign));
        } else if (record instanceof DocumentWorkflow run && run.status() == DocumentWorkflowStatus.IN_PROGRESS) {
            add(ofWorkflow(run.workflowId()), run.documentId(), sign);
        } else if (record instanceof Rule rule && rule.workflowId() != null) {
            add(ofWorkflow(rule.workflowId()), rule.documentId(), sign);
        }
    }

    private void add(String key, String user, int more) {
        int unused = changes.merge(new Place(key, UseCounts.partOf(user)), more, Integer::sum);
    }

    /** Adds what has changed to a decision. Uses of what is not there, or not any more, are not counted. */
    void into(Decision<?> decision, ItemStore store) {
        changes.forEach((place, more) -> {
            if (more != 0 && place.key().indexOf('#') < 0) {
                count(decision, store, place, more);
            }
        });
    }

    private static void count(Decision<?> decision, ItemStore store, Place place, int more) {
        Bound<AttributeUse> part = SupportTable.USE_OF_ATTRIBUTE.of(place.key(), place.part());
        if (store.stored(part).isPresent()) {
            // Whoever deletes what is counted ends the count: then this is decided anew.
            decision.change(part, change -> change.expect(Expect.PRESENT).add("uses", more));
            return;
        }
        Bound<? extends Record> used = place.key().startsWith(QUEUE)
                ? Workflows.QUEUE_BY_ID.of(place.key().substring(QUEUE.length()))
                : Workflows.WORKFLOW_BY_ID.of(place.key().substring(WORKFLOW.length()));
        if (more > 0 && store.stored(used).isPresent()) {
            decision.check(used, Expect.PRESENT)
                    .put(SupportTable.ATTRIBUTE_USE, new AttributeUse(place.key(), place.part(), more), Expect.ABSENT);
        }
    }

    /** Which of some workflows are in use. */
    static Set<String> workflows(ItemStore store, Collection<String> workflowIds) {
        List<Bound<AttributeUse>> parts = new ArrayList<>();
        for (String id : workflowIds) {
            for (int part = 0; part < UseCounts.PARTS; part++) {
                parts.add(SupportTable.USE_OF_ATTRIBUTE.of(ofWorkflow(id), part));
            }
        }
        Map<String, Long> sums = new TreeMap<>();
        if (!parts.isEmpty()) {
            store.getAll(parts).stream()
                    .flatMap(java.util.Optional::stream)
                    .forEach(row -> sums.merge(row.key(), row.uses(), Long::sum));
        }
        Set<String> used = new HashSet<>();
        workflowIds.stream()
                .filter(id -> Objects.requireNonNullElse(sums.get(ofWorkflow(id)), 0L) > 0)
                .forEach(used::add);
        return used;
    }
}
