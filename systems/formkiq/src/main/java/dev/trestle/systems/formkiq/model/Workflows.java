package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.DocumentsTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Chapters "Queue" and "Workflows". */
public final class Workflows {
    /** A queue in which documents wait for somebody's decision. */
    public record Queue(String documentId, String name) {}

    /**
     * A sequence of steps that documents go through.
     *
     * @param json the steps
     */
    public record Workflow(
            String documentId,
            String name,
            boolean inUse,
            ActiveStatus status,
            @Nullable String description,
            String userId,
            String json,
            @Nullable Instant inserteddate) {}

    /** How far a document is in a workflow. */
    public enum DocumentWorkflowStatus {
        COMPLETE,
        IN_PROGRESS,
        FAILED
    }

    /**
     * A document in a workflow.
     *
     * @param actionPk the partition key of the action that it is at
     * @param actionSk the sort key of that action
     */
    public record DocumentWorkflow(
            String documentId,
            String workflowId,
            String workflowName,
            DocumentWorkflowStatus status,
            @Nullable String actionPk,
            @Nullable String actionSk,
            @Nullable String currentStepId,
            @Nullable Instant inserteddate) {}

    public static final Entity<Queue> QUEUE = TABLE.entity(Queue.class)
            .about("Queue entity object")
            .key("queues#{documentId}", "queue")
            .index("GSI1", "queues#", "queue#{name}#{documentId}")
            .accept("HOT_PARTITION", "documented so; a site has some dozens of queues, seldom changed");

    public static final Entity<Workflow> WORKFLOW = TABLE.entity(Workflow.class)
            .about("A workflow")
            .key("workflows#{documentId}", "workflow")
            .index("GSI1", "workflows#", "workflow#{name}#{documentId}")
            .index("GSI2", "workflows#", "workflow#{status}#{name}#{documentId}")
            .accept("HOT_PARTITION", "documented so; a site has some hundred workflows, seldom changed");

    public static final Entity<DocumentWorkflow> DOCUMENT_WORKFLOW = TABLE.entity(DocumentWorkflow.class)
            .about("A document in a workflow")
            .key("wfdoc#{documentId}", "wf#{workflowId}")
            .index("GSI1", "wfdoc#{documentId}", "wf#{workflowName}#{workflowId}")
            .index("GSI2", "wf#{workflowId}", "wfdoc#{documentId}")
            .belongsTo(WORKFLOW, "handles")
            .belongsTo(Documents.DOCUMENT, "goes through");

    public static final Pattern<Queue> QUEUE_BY_ID = QUEUE.get("Get a queue by ID");

    public static final Pattern<Queue> QUEUES =
            QUEUE.query("List queues by name").on("GSI1").beginsWith("queue#");

    public static final Pattern<Workflow> WORKFLOW_BY_ID = WORKFLOW.get("Get a workflow by ID");

    public static final Pattern<Workflow> WORKFLOWS =
            WORKFLOW.query("List workflows by name").on("GSI1").beginsWith("workflow#");

    public static final Pattern<Workflow> WORKFLOWS_BY_STATUS =
            WORKFLOW.query("List workflows by status and name").on("GSI2").beginsWith("workflow#{status}#");

    public static final Pattern<DocumentWorkflow> WORKFLOW_OF_DOCUMENT =
            DOCUMENT_WORKFLOW.get("Get how far a document is in a workflow");

    public static final Pattern<DocumentWorkflow> WORKFLOWS_OF_DOCUMENT =
            DOCUMENT_WORKFLOW.query("List the workflows of a document").beginsWith("wf#");

    public static final Pattern<DocumentWorkflow> WORKFLOWS_OF_DOCUMENT_BY_NAME = DOCUMENT_WORKFLOW
            .query("List the workflows of a document by name")
            .on("GSI1")
            .beginsWith("wf#");

    public static final Pattern<DocumentWorkflow> DOCUMENTS_IN_WORKFLOW = DOCUMENT_WORKFLOW
            .query("List the documents in a workflow")
            .on("GSI2")
            .beginsWith("wfdoc#");

    private Workflows() {}
}
