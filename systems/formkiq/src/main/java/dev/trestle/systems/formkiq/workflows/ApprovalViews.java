package dev.trestle.systems.formkiq.workflows;

import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.documents.DocumentViews.ListedDocument;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.systems.formkiq.model.Workflows.DocumentWorkflowStatus;
import dev.trestle.systems.formkiq.workflows.Step.DecisionType;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.WorkflowFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the pages of queues and workflows need beside FormKiQ's own operations. */
final class ApprovalViews {
    /**
     * A queue, with how many documents wait in it that the caller may read.
     *
     * @param mine how many of them the caller may decide about
     * @param isMore whether there are more than were counted
     */
    record QueueLine(String queueId, String name, int waiting, int mine, boolean isMore) {}

    record QueueLines(List<QueueLine> queues) {}

    record OfSite(@Nullable String siteId) implements OnSite {}

    /** A document that waits. */
    record WaitingLine(
            ListedDocument document,
            @Nullable String workflowId,
            @Nullable String workflowName,
            @Nullable String stepId,
            String since,
            @Nullable List<String> approvalGroups,
            boolean mayDecide) {}

    record WaitingLines(
            String name,
            List<WaitingLine> documents,
            @Nullable String next) {}

    /** How far a step of a document's way is. */
    enum StepState {
        DONE,
        NOW,
        FAILED,
        AHEAD
    }

    /**
     * A step of a document's way through a workflow.
     *
     * @param decision what was decided
     * @param by who decided
     */
    record StepLine(
            String stepId,
            ActionType type,
            @Nullable String queueName,
            @Nullable List<String> approvalGroups,
            StepState state,
            @Nullable ActionStatus status,
            @Nullable DecisionType decision,
            @Nullable String by,
            @Nullable String comments,
            @Nullable String message,
            @Nullable String at) {}

    /**
     * A document's way through a workflow.
     *
     * @param approved the step that follows an approval now; null where the workflow ends then
     * @param rejected the same of a rejection
     */
    record WayView(
            String workflowId,
            String name,
            DocumentWorkflowStatus status,
            @Nullable String startedBy,
            @Nullable String startedDate,
            @Nullable String currentStepId,
            boolean mayDecide,
            @Nullable String approved,
            @Nullable String rejected,
            List<StepLine> steps) {}

    record CheckWorkflow(@Nullable String siteId, WorkflowFields body) implements OnSite {}

    /** What is wrong with a workflow: it could not be saved like this. */
    record Wrong(@Nullable String key, String error) {}

    /** What is remarkable about a step: {@code UNREACHABLE}, {@code REJECT_ENDS}, {@code ANYBODY}. */
    record Remark(String stepId, String code) {}

    record CheckView(List<Wrong> errors, List<Remark> remarks) {}

    private ApprovalViews() {}
}
