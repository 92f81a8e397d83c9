package dev.trestle.systems.formkiq.actions;

import dev.trestle.systems.formkiq.model.DocumentActions.Action;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.systems.formkiq.model.DocumentActionsActionBuilder;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An action that a document is to go through.
 *
 * @param parameters by name: text, or a list of maps for queries
 * @param workflowLastStep {@code true} on the last step of a workflow
 */
public record NewAction(
        ActionType type,
        Map<String, AttributeValue> parameters,
        Map<String, String> metadata,
        @Nullable String queueId,
        @Nullable String workflowId,
        @Nullable String workflowStepId,
        @Nullable String workflowLastStep) {
    public NewAction {
        parameters = Map.copyOf(parameters);
        metadata = Map.copyOf(metadata);
    }

    public static NewAction of(ActionType type) {
        return new NewAction(type, Map.of(), Map.of(), null, null, null, null);
    }

    public NewAction withParameters(Map<String, AttributeValue> others) {
        return new NewAction(type, others, metadata, queueId, workflowId, workflowStepId, workflowLastStep);
    }

    public NewAction withQueue(@Nullable String id) {
        return new NewAction(type, parameters, metadata, id, workflowId, workflowStepId, workflowLastStep);
    }

    public NewAction withMetadata(Map<String, String> other) {
        return new NewAction(type, parameters, other, queueId, workflowId, workflowStepId, workflowLastStep);
    }

    /** As a step of a workflow. */
    public NewAction ofWorkflow(String id, String stepId, boolean isLast) {
        return new NewAction(type, parameters, metadata, queueId, id, stepId, isLast ? "true" : null);
    }

    Action at(String documentId, int idx, String userId, Instant at) {
        return DocumentActionsActionBuilder.builder()
                .documentId(documentId)
                .idx(idx)
                .type(type)
                .status(ActionStatus.PENDING)
                .parameters(parameters.isEmpty() ? null : parameters)
                .metadata(metadata.isEmpty() ? null : metadata)
                .userId(userId)
                .inserteddate(at)
                .queueId(queueId)
                .workflowId(workflowId)
                .workflowStepId(workflowStepId)
                .workflowLastStep(workflowLastStep)
                .build();
    }
}
