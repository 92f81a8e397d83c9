package dev.trestle.systems.formkiq.workflows;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.actions.ActionList;
import dev.trestle.systems.formkiq.actions.Adder;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.folders.FolderAccess;
import dev.trestle.systems.formkiq.model.DocumentActions.Action;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.Workflows;
import dev.trestle.systems.formkiq.model.Workflows.DocumentWorkflow;
import dev.trestle.systems.formkiq.model.Workflows.Workflow;
import dev.trestle.systems.formkiq.workflows.Step.DecisionType;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.AddDocumentWorkflow;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.ByDocument;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.ByDocumentWorkflow;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.Decide;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.DocumentWorkflowView;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.DocumentWorkflowsView;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.NewDecision;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.OneDocumentWorkflow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The operations on the workflows of a document: it begins, waits, and somebody decides. */
final class DocumentWorkflowOperations {
    static final String DECISION = "decision";
    static final String BY = "userId";
    static final String COMMENTS = "comments";

    private static final int WORKFLOWS_MAX = 1000;
    private static final int COMMENTS_MAX = 2000;

    private final Library library;
    private final Runs runs;
    private final Changes changes;

    DocumentWorkflowOperations(Library library, Runs runs, Changes changes) {
        this.library = library;
        this.runs = runs;
        this.changes = changes;
    }

    void declare(Operations<Caller> api) {
        String all = "/documents/{documentId}/workflows";
        api.get("GetDocumentWorkflows", all, ByDocument.class)
                .about("The workflows of a document by name, with how far it is")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(DocumentWorkflowsView.class, this::list);
        api.post("AddDocumentWorkflow", all, AddDocumentWorkflow.class)
                .about("Has a document begin a workflow")
                .right(Rights.WRITE)
                .created()
                .refuses(Kind.NOT_FOUND, Kind.INVALID, Kind.CONFLICT)
                .changes(Message.class, this::start);
        api.get("GetDocumentWorkflow", all + "/{workflowId}", ByDocumentWorkflow.class)
                .about("How far a document is in a workflow")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(OneDocumentWorkflow.class, this::get);
        api.post(
                        "AddDocumentWorkflowDecisions",
                        "/documents/{documentId}/workflow/{workflowId}/decisions",
                        Decide.class)
                .about("Decides about a document that waits in a queue")
                .description("For a member of the step's approval groups; for whoever may write, where it has none.")
                .right(Rights.READ)
                .created()
                .refuses(Kind.NOT_FOUND, Kind.INVALID, Kind.CONFLICT)
                .gives(Message.class, this::decide);
    }

    private DocumentWorkflowsView list(Given<Caller, ByDocument> given) {
        String documentId = given.asked().documentId();
        var unused = library.require(given.by(), documentId, Permission.READ);
        ItemStore store = library.store(given.by());
        List<DocumentWorkflow> rows = store.all(Workflows.WORKFLOWS_OF_DOCUMENT.of(documentId), WORKFLOWS_MAX);
        Map<String, Workflow> workflows = Summaries.rows(
                store, rows.stream().map(DocumentWorkflow::workflowId).toList());
        List<DocumentWorkflowView> shown = new ArrayList<>();
        rows.stream()
                .sorted(Comparator.comparing(DocumentWorkflow::workflowName)
                        .thenComparing(DocumentWorkflow::workflowId))
                .forEach(row -> shown.add(view(row, workflows.get(row.workflowId()))));
        return new DocumentWorkflowsView(shown);
    }

    private static DocumentWorkflowView view(DocumentWorkflow row, @Nullable Workflow workflow) {
        return new DocumentWorkflowView(
                row.workflowId(),
                row.workflowName(),
                workflow == null ? null : workflow.description(),
                row.currentStepId(),
                row.status(),
                Dates.textOf(row.inserteddate()));
    }

    private static DocumentWorkflow require(ItemStore store, String documentId, String workflowId) {
        return Optional.of(workflowId)
                .filter(WorkflowRules::isId)
                .flatMap(id -> store.get(Workflows.WORKFLOW_OF_DOCUMENT.of(documentId, id)))
                .orElseThrow(() -> Refusals.notFound("Workflow '" + workflowId + "' not found"));
    }

    private OneDocumentWorkflow get(Given<Caller, ByDocumentWorkflow> given) {
        ByDocumentWorkflow asked = given.asked();
        var unused = library.require(given.by(), asked.documentId(), Permission.READ);
        ItemStore store = library.store(given.by());
        DocumentWorkflow row = require(store, asked.documentId(), asked.workflowId());
        Workflow workflow =
                store.get(Workflows.WORKFLOW_BY_ID.of(row.workflowId())).orElse(null);
        return new OneDocumentWorkflow(view(row, workflow));
    }

    private Decision<Message> start(Given<Caller, AddDocumentWorkflow> given) {
        AddDocumentWorkflow asked = given.asked();
        Caller caller = given.by();
        var unused = library.require(caller, asked.documentId(), Permission.WRITE);
        String workflowId = asked.body().workflowId();
        new Refusals().require(workflowId, "workflowId").check();
        if (workflowId == null || !WorkflowRules.isId(workflowId)) {
            throw Refusals.of("workflowId", "workflow is not ACTIVE");
        }
        Decision<Message> decision = Decision.of(new Message("Workflow '" + workflowId + "' started"));
        runs.start(
                library.store(caller),
                caller.site(),
                asked.documentId(),
                workflowId,
                new Runs.Starter(caller.user(), caller.actor().identity(), Adder.of(caller)),
                given.at(),
                decision);
        return decision;
    }

    /** The action that a decision was about when it was first looked at: of two who decide at once, one is told. */
    private static final class Seen {
        @Nullable
        Integer idx;
    }

    private Message decide(Given<Caller, Decide> given) {
        Caller caller = given.by();
        Seen seen = new Seen();
        return changes.as(caller).run(library.store(caller), () -> decided(given, seen));
    }

    private Decision<Message> decided(Given<Caller, Decide> given, Seen seen) {
        Decide asked = given.asked();
        Caller caller = given.by();
        NewDecision body = asked.body();
        var unused = library.require(caller, asked.documentId(), Permission.READ);
        ItemStore store = library.store(caller);
        DocumentWorkflow run = require(store, asked.documentId(), asked.workflowId());
        DecisionType decision = body.decision();
        String comments = body.comments();
        new Refusals()
                .addIf(decision == null, "decision", "'decision' is required")
                .addIf(
                        comments != null && comments.length() > COMMENTS_MAX,
                        "comments",
                        "value cannot exceed " + COMMENTS_MAX)
                .check();
        ActionList list = runs.list(store, caller.site(), asked.documentId());
        Action waiting = waiting(list, run, body.stepId(), seen);
        requireApprover(caller, store, waiting);
        DecisionType type = decision == null ? DecisionType.REJECT : decision;
        Decision<Message> made = Decision.of(new Message(
                "Document '" + asked.documentId() + "' " + (type == DecisionType.APPROVE ? "approved" : "rejected")));
        Runs.decide(list, store, waiting, decided(type, caller, comments, given.at()), made);
        return made;
    }

    private static Action waiting(ActionList list, DocumentWorkflow run, @Nullable String stepId, Seen seen) {
        Action waiting = Runs.waiting(list, run.workflowId()).orElse(null);
        boolean names = stepId != null && !stepId.isEmpty();
        boolean isAt = waiting != null && (!names || String.valueOf(stepId).equals(waiting.workflowStepId()));
        if (names && !isAt && !wasAt(list, run, String.valueOf(stepId))) {
            throw Refusals.of("stepId", "document is not at step '" + stepId + "'");
        }
        boolean isSame = waiting != null && (seen.idx == null || seen.idx == waiting.idx());
        if (waiting == null || !isAt || !isSame) {
            throw notWaiting();
        }
        seen.idx = waiting.idx();
        return waiting;
    }

    private static ApiException notWaiting() {
        return Refusals.conflict("document is not waiting for a decision");
    }

    /** Whether a step is at its end, or about to begin: then somebody else was first, or somebody is early. */
    private static boolean wasAt(ActionList list, DocumentWorkflow run, String stepId) {
        return list.all().stream()
                .filter(each -> run.workflowId().equals(each.workflowId()) && stepId.equals(each.workflowStepId()))
                .anyMatch(each -> each.status() != ActionStatus.IN_QUEUE);
    }

    private static void requireApprover(Caller caller, ItemStore store, Action waiting) {
        Document document = store.get(Documents.DOCUMENT_BY_ID.of(waiting.documentId()))
                .orElseThrow(() -> Refusals.noDocument(waiting.documentId()));
        if (!Approvers.mayDecide(
                caller,
                FolderAccess.of(store, caller),
                FolderAccess.pathOf(store, document),
                Runs.groupsOf(store, waiting))) {
            throw Refusals.denied();
        }
    }

    private static Runs.Decided decided(DecisionType type, Caller caller, @Nullable String comments, Instant at) {
        Map<String, String> facts = new TreeMap<>();
        facts.put(DECISION, type.name());
        facts.put(BY, caller.user());
        String told = type.name() + " by " + caller.user();
        if (comments == null || comments.isBlank()) {
            return new Runs.Decided(type, told, facts, at);
        }
        facts.put(COMMENTS, comments.strip());
        return new Runs.Decided(type, told + ": " + comments.strip(), facts, at);
    }
}
