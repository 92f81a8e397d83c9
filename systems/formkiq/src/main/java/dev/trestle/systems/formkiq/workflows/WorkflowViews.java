package dev.trestle.systems.formkiq.workflows;

import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.documents.DocumentViews.ListedDocument;
import dev.trestle.systems.formkiq.model.ActiveStatus;
import dev.trestle.systems.formkiq.model.Workflows.DocumentWorkflowStatus;
import dev.trestle.systems.formkiq.workflows.Step.DecisionType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the operations on queues and workflows take and give. */
final class WorkflowViews {
    record NewQueue(@Nullable String name) {}

    record MadeQueue(String queueId) {}

    record QueueView(String name) {}

    record ListedQueue(String name, String queueId) {}

    record QueuesView(List<ListedQueue> queues, @Nullable String next) {}

    record ListQueues(
            @Nullable String siteId,
            @Nullable String limit,
            @Nullable String next) implements OnSite {}

    record AddQueue(@Nullable String siteId, NewQueue body) implements OnSite {}

    record ByQueue(String queueId, @Nullable String siteId) implements OnSite {}

    record ListWaiting(
            String queueId,
            @Nullable String siteId,
            @Nullable String limit,
            @Nullable String next) implements OnSite {}

    /** A workflow without its steps. */
    record WorkflowSummary(
            String name,
            String workflowId,
            @Nullable String description,
            @Nullable String insertedDate,
            String userId,
            boolean inUse,
            ActiveStatus status) {}

    record WaitingDocument(@Nullable WorkflowSummary workflow, ListedDocument document) {}

    record WaitingView(
            List<WaitingDocument> documents, @Nullable String next) {}

    record WorkflowFields(
            @Nullable String name,
            @Nullable String description,
            @Nullable ActiveStatus status,
            @Nullable List<Step> steps) {}

    record MadeWorkflow(String workflowId) {}

    record WorkflowView(
            String name, @Nullable String description, boolean inUse, ActiveStatus status, List<Step> steps) {}

    record WorkflowsView(
            List<WorkflowSummary> workflows, @Nullable String next) {}

    record ListWorkflows(
            @Nullable String siteId,
            @Nullable ActiveStatus status,
            @Nullable String limit,
            @Nullable String next) implements OnSite {}

    record AddWorkflow(@Nullable String siteId, WorkflowFields body) implements OnSite {}

    record ByWorkflow(String workflowId, @Nullable String siteId) implements OnSite {}

    record SetWorkflow(String workflowId, @Nullable String siteId, WorkflowFields body) implements OnSite {}

    record ListInWorkflow(
            String workflowId,
            @Nullable String siteId,
            @Nullable String limit,
            @Nullable String next) implements OnSite {}

    record DocumentsView(
            List<ListedDocument> documents, @Nullable String next) {}

    /** A document's way through a workflow. */
    record DocumentWorkflowView(
            String workflowId,
            String name,
            @Nullable String description,
            @Nullable String currentStepId,
            DocumentWorkflowStatus status,
            @Nullable String insertedDate) {}

    record DocumentWorkflowsView(List<DocumentWorkflowView> workflows) {}

    record OneDocumentWorkflow(DocumentWorkflowView workflow) {}

    record ByDocument(String documentId, @Nullable String siteId) implements OnSite {}

    record ByDocumentWorkflow(
            String documentId, String workflowId, @Nullable String siteId) implements OnSite {}

    record NewDocumentWorkflow(@Nullable String workflowId) {}

    record AddDocumentWorkflow(String documentId, @Nullable String siteId, NewDocumentWorkflow body)
            implements OnSite {}

    record NewDecision(
            @Nullable String stepId,
            @Nullable String comments,
            @Nullable DecisionType decision) {}

    record Decide(
            String documentId, String workflowId, @Nullable String siteId, NewDecision body) implements OnSite {}

    static boolean empty(@Nullable String text) {
        return text == null || text.isEmpty();
    }

    private WorkflowViews() {}
}
