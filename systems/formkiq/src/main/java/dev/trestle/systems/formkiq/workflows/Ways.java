package dev.trestle.systems.formkiq.workflows;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.actions.ActionList;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.model.DocumentActions.Action;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus;
import dev.trestle.systems.formkiq.model.FlowRows;
import dev.trestle.systems.formkiq.model.FlowRows.WorkflowRun;
import dev.trestle.systems.formkiq.model.Workflows;
import dev.trestle.systems.formkiq.model.Workflows.DocumentWorkflow;
import dev.trestle.systems.formkiq.model.Workflows.DocumentWorkflowStatus;
import dev.trestle.systems.formkiq.model.Workflows.Queue;
import dev.trestle.systems.formkiq.workflows.ApprovalViews.StepLine;
import dev.trestle.systems.formkiq.workflows.ApprovalViews.StepState;
import dev.trestle.systems.formkiq.workflows.ApprovalViews.WayView;
import dev.trestle.systems.formkiq.workflows.Step.DecisionType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A document's way through a workflow, put together: the steps that it had when the document began, and what has become of them. */
final class Ways {
    private Ways() {}

    static WayView of(ItemStore store, DocumentWorkflow row, ActionList list, Predicate<Action> mayDecide) {
        WorkflowRun run = store.get(FlowRows.RUN_OF_DOCUMENT.of(row.documentId(), row.workflowId()))
                .orElse(null);
        List<Step> steps = run == null ? List.of() : Step.of(run.steps());
        Map<String, Action> latest = new TreeMap<>();
        for (Action each : list.all()) {
            boolean isOfRun = row.workflowId().equals(each.workflowId())
                    && (run == null || !each.inserteddate().isBefore(run.startedAt()));
            if (isOfRun && each.workflowStepId() != null) {
                latest.put(each.workflowStepId(), each);
            }
        }
        Map<String, String> queues = queues(store, steps);
        List<StepLine> lines = new ArrayList<>();
        steps.forEach(step -> lines.add(line(step, latest.get(step.id()), queues)));
        Optional<Action> waiting = Runs.waiting(list, row.workflowId());
        Optional<Step> current = waiting.flatMap(action -> Step.find(steps, action.workflowStepId()));
        return new WayView(
                row.workflowId(),
                row.workflowName(),
                row.status(),
                run == null ? null : run.startedBy(),
                run == null ? null : Dates.text(run.startedAt()),
                row.status() == DocumentWorkflowStatus.COMPLETE ? null : row.currentStepId(),
                waiting.filter(mayDecide).isPresent(),
                follows(steps, current, DecisionType.APPROVE),
                follows(steps, current, DecisionType.REJECT),
                lines);
    }

    private static @Nullable String follows(List<Step> steps, Optional<Step> current, DecisionType decided) {
        return current.flatMap(step -> Step.next(steps, step, decided))
                .map(Step::id)
                .orElse(null);
    }

    private static Map<String, String> queues(ItemStore store, List<Step> steps) {
        Set<String> ids = new HashSet<>();
        steps.forEach(step -> Optional.ofNullable(step.queueId()).ifPresent(ids::add));
        List<Bound<Queue>> bounds = ids.stream().map(Workflows.QUEUE_BY_ID::of).toList();
        Map<String, String> names = new TreeMap<>();
        if (!bounds.isEmpty()) {
            store.getAll(bounds).stream()
                    .flatMap(Optional::stream)
                    .forEach(queue -> names.put(queue.documentId(), queue.name()));
        }
        return names;
    }

    private static StepLine line(Step step, @Nullable Action action, Map<String, String> queues) {
        String queueId = step.queueId();
        String queue = queueId == null ? null : queues.get(queueId);
        if (action == null) {
            return new StepLine(
                    step.id(), step.type(), queue, step.groups(), StepState.AHEAD, null, null, null, null, null, null);
        }
        Map<String, String> facts =
                action.metadata() == null || action.status() != ActionStatus.COMPLETE ? Map.of() : action.metadata();
        String decided = facts.get(DocumentWorkflowOperations.DECISION);
        return new StepLine(
                step.id(),
                step.type(),
                queue,
                step.groups(),
                state(action.status()),
                action.status(),
                decided == null ? null : DecisionType.valueOf(decided),
                facts.get(DocumentWorkflowOperations.BY),
                facts.get(DocumentWorkflowOperations.COMMENTS),
                decided == null ? action.message() : null,
                Dates.textOf(
                        action.completedDate() == null
                                ? Optional.ofNullable(action.startDate()).orElse(action.inserteddate())
                                : action.completedDate()));
    }

    private static StepState state(ActionStatus status) {
        return switch (status) {
            case COMPLETE, SKIPPED -> StepState.DONE;
            case FAILED, MAX_RETRIES_REACHED, FAILED_RETRY -> StepState.FAILED;
            case PENDING, RUNNING, IN_QUEUE, WAITING_FOR_RETRY -> StepState.NOW;
        };
    }
}
