package dev.trestle.systems.formkiq.workflows;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A step of a workflow, as it is sent, stored and shown: an action, or a queue in which somebody decides.
 *
 * @param decisions which step follows what is decided; null where each is followed by the next one
 */
public record Step(
        @Nullable String stepId,
        @Nullable StepAction action,
        @Nullable StepQueue queue,
        @Nullable List<StepDecision> decisions) {
    /** What somebody decides; an action that is done counts as approved. */
    public enum DecisionType {
        APPROVE,
        REJECT
    }

    /** What is done with a document. */
    public record StepAction(
            @Nullable ActionType type,
            @Nullable Map<String, Object> parameters,
            @Nullable String queueId) {}

    /**
     * A queue that a document waits in.
     *
     * @param approvalGroups whose members may decide; null for everybody who may write
     */
    public record StepQueue(
            @Nullable String queueId, @Nullable List<String> approvalGroups) {}

    /** The step that follows a decision. */
    public record StepDecision(
            @Nullable DecisionType type, @Nullable String nextStepId) {}

    /** What a workflow's item holds. */
    private record Stored(@Nullable List<Step> steps) {}

    String id() {
        return String.valueOf(stepId);
    }

    /** The queue that it waits in; null for other actions. */
    @Nullable
    String queueId() {
        if (queue != null) {
            return queue.queueId();
        }
        return action != null && action.type() == ActionType.QUEUE ? action.queueId() : null;
    }

    /** Whose members may decide; null for everybody who may write. */
    @Nullable
    List<String> groups() {
        return queue == null ? null : queue.approvalGroups();
    }

    ActionType type() {
        ActionType type = action == null ? null : action.type();
        return type == null ? ActionType.QUEUE : type;
    }

    /** The step that a decision names. */
    Optional<String> after(DecisionType decided) {
        return decisions == null
                ? Optional.empty()
                : decisions.stream()
                        .filter(each -> each.type() == decided && each.nextStepId() != null)
                        .map(StepDecision::nextStepId)
                        .findFirst();
    }

    /** The step that follows a decision about one of some steps; none if the workflow ends. */
    static Optional<Step> next(List<Step> steps, Step current, DecisionType decided) {
        Optional<String> named = current.after(decided);
        if (named.isPresent()) {
            return find(steps, named.get());
        }
        int at = steps.indexOf(current);
        return decided == DecisionType.REJECT || at + 1 >= steps.size()
                ? Optional.empty()
                : Optional.of(steps.get(at + 1));
    }

    static Optional<Step> find(List<Step> steps, @Nullable String stepId) {
        return steps.stream().filter(each -> each.id().equals(stepId)).findFirst();
    }

    static String json(List<Step> steps) {
        try {
            return Json.mapperWithoutNulls().writeValueAsString(new Stored(steps));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("Steps cannot be written as JSON.", e);
        }
    }

    /** The steps of an item; none, where another program has written something else. */
    static List<Step> of(String json) {
        try {
            List<Step> steps = Json.mapper().readValue(json, Stored.class).steps();
            return steps == null ? List.of() : steps;
        } catch (JsonProcessingException e) {
            return List.of();
        }
    }
}
