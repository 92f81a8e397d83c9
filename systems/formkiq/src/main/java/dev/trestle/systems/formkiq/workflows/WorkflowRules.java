package dev.trestle.systems.formkiq.workflows;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.actions.Actions;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.systems.formkiq.model.Workflows;
import dev.trestle.systems.formkiq.model.Workflows.Queue;
import dev.trestle.systems.formkiq.workflows.Step.DecisionType;
import dev.trestle.systems.formkiq.workflows.Step.StepAction;
import dev.trestle.systems.formkiq.workflows.Step.StepDecision;
import dev.trestle.systems.formkiq.workflows.Step.StepQueue;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.WorkflowFields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a workflow has to be: a name, a status, and steps that can be done, each of which leads to one that there is. */
final class WorkflowRules {
    static final int NAME_MAX = 200;
    private static final int DESCRIPTION_MAX = 1000;
    private static final int STEPS_MAX = 50;
    private static final int STEP_ID_MAX = 100;
    private static final int GROUPS_MAX = 50;
    private static final int JSON_MAX = 100_000;

    private WorkflowRules() {}

    /** The steps that are asked for, each with an id, or a refusal with all that is wrong. */
    static List<Step> checked(ItemStore store, Actions actions, WorkflowFields asked) {
        List<Step> given = asked.steps() == null ? List.of() : asked.steps();
        checkFields(
                asked.name(),
                asked.description(),
                new Refusals()
                        .require(asked.name(), "name")
                        .addIf(asked.status() == null, "status", "'status' is required")
                        .addIf(given.isEmpty(), "steps", "'steps' is required"));
        new Refusals()
                .addIf(given.size() > STEPS_MAX, "steps", "a workflow has at most " + STEPS_MAX + " steps")
                .check();
        List<Step> steps = given.stream().map(WorkflowRules::plain).toList();
        checkSizes(steps);
        Refusals wrong = new Refusals();
        checkSteps(store, actions, steps, wrong);
        wrong.check();
        checkEnd(steps);
        return steps;
    }

    static void checkFields(@Nullable String name, @Nullable String description, Refusals refusals) {
        refusals.addIf(name != null && name.length() > NAME_MAX, "name", "value cannot exceed " + NAME_MAX)
                .addIf(
                        description != null && description.length() > DESCRIPTION_MAX,
                        "description",
                        "value cannot exceed " + DESCRIPTION_MAX)
                .check();
    }

    /** A step as it is kept: with an id, and without what is empty. */
    private static Step plain(Step asked) {
        String id = asked.stepId();
        StepAction action = asked.action();
        boolean hasAction = action != null && action.type() != null;
        StepQueue queue = asked.queue();
        boolean hasQueue = queue != null && (queue.queueId() != null || filled(queue.approvalGroups()));
        return new Step(
                id == null || id.isEmpty() ? UUID.randomUUID().toString() : id,
                hasAction && action != null
                        ? new StepAction(action.type(), filled(action.parameters()), filled(action.queueId()))
                        : null,
                hasQueue && queue != null
                        ? new StepQueue(
                                filled(queue.queueId()), filled(queue.approvalGroups()) ? queue.approvalGroups() : null)
                        : null,
                decided(asked.decisions()));
    }

    private static @Nullable List<StepDecision> decided(@Nullable List<StepDecision> decisions) {
        return decisions == null || decisions.isEmpty()
                ? null
                : decisions.stream()
                        .map(each -> new StepDecision(each.type(), filled(each.nextStepId())))
                        .toList();
    }

    private static boolean filled(@Nullable List<?> values) {
        return values != null && !values.isEmpty();
    }

    private static @Nullable String filled(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    /** Without what is empty: clients send empty lists for what was never set. */
    private static @Nullable Map<String, Object> filled(@Nullable Map<String, Object> parameters) {
        if (parameters == null) {
            return null;
        }
        Map<String, Object> kept = new java.util.LinkedHashMap<>();
        parameters.forEach((name, value) -> {
            boolean isEmpty = value == null || value.equals("") || value instanceof List<?> list && list.isEmpty();
            if (!isEmpty) {
                kept.put(name, value);
            }
        });
        return kept.isEmpty() ? null : kept;
    }

    private static void checkSizes(List<Step> steps) {
        Refusals sizes = new Refusals();
        for (Step step : steps) {
            List<String> groups = step.groups() == null ? List.of() : step.groups();
            sizes.addIf(step.id().length() > STEP_ID_MAX, "stepId", "value cannot exceed " + STEP_ID_MAX)
                    .addIf(
                            groups.size() > GROUPS_MAX
                                    || groups.stream().anyMatch(each -> each.isEmpty() || each.length() > NAME_MAX),
                            "approvalGroups",
                            "at most " + GROUPS_MAX + " groups with names of " + NAME_MAX + " characters each")
                    .addIf(
                            step.decisions() != null && step.decisions().size() > DecisionType.values().length,
                            "decisions",
                            "a step has one decision of each type");
        }
        sizes.addIf(Step.json(steps).length() > JSON_MAX, "steps", "value cannot exceed " + JSON_MAX)
                .check();
    }

    private static void checkSteps(ItemStore store, Actions actions, List<Step> steps, Refusals wrong) {
        Set<String> ids = new HashSet<>();
        boolean twice = !steps.stream().map(Step::id).allMatch(ids::add);
        wrong.addIf(twice, "stepId", "duplicate 'stepId'");
        boolean unclear = steps.stream().anyMatch(step -> (step.action() == null) == (step.queue() == null));
        wrong.addIf(unclear, "steps", "step requires 'action' or 'queue'");
        checkQueues(store, steps, wrong);
        if (wrong.isEmpty()) {
            // Of the actions, the first that is wrong is told.
            for (Step step : steps) {
                StepAction action = step.action();
                if (action != null && action.type() != ActionType.QUEUE && wrong.isEmpty()) {
                    actions.check(store, StepActions.of(step), wrong);
                }
            }
        }
        boolean isLost = steps.stream()
                .filter(step -> step.decisions() != null)
                .flatMap(step -> step.decisions().stream())
                .map(StepDecision::nextStepId)
                .anyMatch(next -> next != null && !ids.contains(next));
        boolean isUntyped = steps.stream()
                .filter(step -> step.decisions() != null)
                .flatMap(step -> step.decisions().stream())
                .anyMatch(each -> each.type() == null);
        wrong.addIf(isUntyped, "type", "'type' is required").addIf(isLost, "nextStepId", "'nextStepId' not found");
    }

    private static void checkQueues(ItemStore store, List<Step> steps, Refusals wrong) {
        boolean isMissing = steps.stream()
                .anyMatch(step -> (step.queue() != null || step.type() == ActionType.QUEUE && step.action() != null)
                        && step.queueId() == null);
        wrong.addIf(isMissing, "queueId", "'queueId' is required");
        List<Bound<Queue>> queues = new ArrayList<>();
        Set<String> named = steps.stream()
                .map(Step::queueId)
                .filter(java.util.Objects::nonNull)
                .collect(Collectors.toSet());
        named.stream().filter(WorkflowRules::isId).forEach(id -> queues.add(Workflows.QUEUE_BY_ID.of(id)));
        long found = queues.isEmpty()
                ? 0
                : store.getAll(queues).stream().filter(Optional::isPresent).count();
        wrong.addIf(found < named.size(), "queueId", "'queueId' does not exist");
    }

    /** Texts with a number sign would reach into other keys. */
    static boolean isId(String text) {
        return !text.isEmpty() && text.length() <= NAME_MAX && text.indexOf('#') < 0;
    }

    /** Actions that lead back to one another, with nobody who decides between them, would go round for ever. */
    private static void checkEnd(List<Step> steps) {
        for (Step first : steps) {
            Step step = first;
            for (int i = 0; i <= steps.size() && step.queueId() == null; i++) {
                Optional<Step> next = Step.next(steps, step, DecisionType.APPROVE);
                if (next.isEmpty()) {
                    break;
                }
                if (i == steps.size()) {
                    throw Refusals.of("nextStepId", "step '" + first.id() + "' leads back to itself without a queue");
                }
                step = next.get();
            }
        }
    }
}
