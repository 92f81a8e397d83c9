package dev.trestle.systems.formkiq.workflows;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.actions.Actions;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.documents.Showing;
import dev.trestle.systems.formkiq.folders.FolderAccess;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.FlowRows;
import dev.trestle.systems.formkiq.model.FlowRows.Waiting;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.Workflows;
import dev.trestle.systems.formkiq.model.Workflows.DocumentWorkflow;
import dev.trestle.systems.formkiq.model.Workflows.Queue;
import dev.trestle.systems.formkiq.model.Workflows.Workflow;
import dev.trestle.systems.formkiq.workflows.ApprovalViews.CheckView;
import dev.trestle.systems.formkiq.workflows.ApprovalViews.CheckWorkflow;
import dev.trestle.systems.formkiq.workflows.ApprovalViews.OfSite;
import dev.trestle.systems.formkiq.workflows.ApprovalViews.QueueLine;
import dev.trestle.systems.formkiq.workflows.ApprovalViews.QueueLines;
import dev.trestle.systems.formkiq.workflows.ApprovalViews.Remark;
import dev.trestle.systems.formkiq.workflows.ApprovalViews.WaitingLine;
import dev.trestle.systems.formkiq.workflows.ApprovalViews.WaitingLines;
import dev.trestle.systems.formkiq.workflows.ApprovalViews.WayView;
import dev.trestle.systems.formkiq.workflows.ApprovalViews.Wrong;
import dev.trestle.systems.formkiq.workflows.Step.DecisionType;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.ByDocumentWorkflow;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.ListWaiting;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.WorkflowFields;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the pages of queues and workflows ask for: what waits for the caller, and how far a document is. */
final class ApprovalOperations {
    static final int QUEUES_MAX = 100;
    static final int COUNTED_MAX = 100;

    private final Library library;
    private final Pages pages;
    private final Actions actions;

    ApprovalOperations(Library library, Pages pages, Actions actions) {
        this.library = library;
        this.pages = pages;
        this.actions = actions;
    }

    void declare(Operations<Caller> api) {
        api.get("GetQueueLines", "/x/queues", OfSite.class)
                .about(
                        "The first 100 queues by name, with how many documents wait in each, and for the caller; at most 100 are counted")
                .right(Rights.READ)
                .gives(QueueLines.class, given -> new QueueLines(lines(given.by())));
        api.get("GetWaitingDocuments", "/x/queues/{queueId}/documents", ListWaiting.class)
                .about(
                        "The documents that wait in a queue, longest first, with their steps, and whether the caller may decide")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(WaitingLines.class, this::waiting);
        api.get("GetDocumentWay", "/x/documents/{documentId}/workflows/{workflowId}", ByDocumentWorkflow.class)
                .about("A document's way through a workflow: what was done, by whom, and what follows")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(WayView.class, this::way);
        api.post("CheckWorkflow", "/x/workflows/check", CheckWorkflow.class)
                .about("What is wrong with a workflow, or remarkable about its steps, before it is saved")
                .right(Rights.WRITE)
                .gives(CheckView.class, this::check);
    }

    private List<QueueLine> lines(Caller caller) {
        ItemStore store = library.store(caller);
        FolderAccess access = FolderAccess.of(store, caller);
        List<QueueLine> lines = new ArrayList<>();
        for (Queue queue : library.indexes(caller).first(Workflows.QUEUES.of(), QUEUES_MAX)) {
            List<Waiting> rows = store.first(FlowRows.QUEUED_LONGEST_FIRST.of(queue.documentId()), COUNTED_MAX + 1);
            List<Waiting> counted = rows.subList(0, Math.min(rows.size(), COUNTED_MAX));
            Map<String, Document> documents = library.readable(
                    caller, access, counted.stream().map(Waiting::documentId).toList());
            int waiting = 0;
            int mine = 0;
            for (Waiting row : counted) {
                Document document = documents.get(row.documentId());
                waiting += document == null ? 0 : 1;
                mine += document != null && mayDecide(caller, access, store, document, row) ? 1 : 0;
            }
            lines.add(new QueueLine(queue.documentId(), queue.name(), waiting, mine, rows.size() > COUNTED_MAX));
        }
        return lines;
    }

    private static boolean mayDecide(
            Caller caller, FolderAccess access, ItemStore store, Document document, Waiting row) {
        return row.workflowId() != null
                && Approvers.mayDecide(caller, access, FolderAccess.pathOf(store, document), row.groups());
    }

    private WaitingLines waiting(Given<Caller, ListWaiting> given) {
        ListWaiting asked = given.asked();
        Caller caller = given.by();
        ItemStore store = library.store(caller);
        Queue queue = Optional.of(asked.queueId())
                .filter(WorkflowRules::isId)
                .flatMap(id -> store.get(Workflows.QUEUE_BY_ID.of(id)))
                .orElseThrow(() -> Refusals.notFound("Queue '" + asked.queueId() + "' not found"));
        FolderAccess access = FolderAccess.of(store, caller);
        String id = queue.documentId();
        Pages.Listing<WaitingLine> page = pages.collect(
                pages.asked(caller, "GetWaitingDocuments", List.of(id), asked.limit(), asked.next(), null),
                (after, count) -> store.placed(FlowRows.QUEUED_LONGEST_FIRST.of(id), count, after),
                rows -> shown(caller, store, access, rows));
        return new WaitingLines(queue.name(), page.items(), page.next());
    }

    private List<@Nullable WaitingLine> shown(Caller caller, ItemStore store, FolderAccess access, List<Waiting> rows) {
        Map<String, Document> documents = library.readable(
                caller, access, rows.stream().map(Waiting::documentId).toList());
        Map<String, Workflow> workflows =
                Summaries.rows(store, rows.stream().map(Waiting::workflowId).toList());
        List<@Nullable WaitingLine> shown = new ArrayList<>();
        for (Waiting row : rows) {
            Document document = documents.get(row.documentId());
            Workflow workflow = workflows.get(String.valueOf(row.workflowId()));
            shown.add(
                    document == null
                            ? null
                            : new WaitingLine(
                                    Showing.listed(caller.site(), document),
                                    row.workflowId(),
                                    workflow == null ? null : workflow.name(),
                                    row.stepId(),
                                    Dates.text(row.since()),
                                    row.groups(),
                                    mayDecide(caller, access, store, document, row)));
        }
        return shown;
    }

    private WayView way(Given<Caller, ByDocumentWorkflow> given) {
        ByDocumentWorkflow asked = given.asked();
        Caller caller = given.by();
        Document document =
                library.require(caller, asked.documentId(), Permission.READ).record();
        ItemStore store = library.store(caller);
        DocumentWorkflow run = Optional.of(asked.workflowId())
                .filter(WorkflowRules::isId)
                .flatMap(id -> store.get(Workflows.WORKFLOW_OF_DOCUMENT.of(document.documentId(), id)))
                .orElseThrow(() -> Refusals.notFound("Workflow '" + asked.workflowId() + "' not found"));
        FolderAccess access = FolderAccess.of(store, caller);
        return Ways.of(
                store,
                run,
                actions.list(store, caller.site(), document.documentId()),
                waiting -> Approvers.mayDecide(
                        caller, access, FolderAccess.pathOf(store, document), Runs.groupsOf(store, waiting)));
    }

    private CheckView check(Given<Caller, CheckWorkflow> given) {
        WorkflowFields asked = given.asked().body();
        try {
            List<Step> steps = WorkflowRules.checked(library.store(given.by()), actions, asked);
            return new CheckView(List.of(), remarks(steps));
        } catch (ApiException refused) {
            List<Wrong> wrong = refused.problem().violations().stream()
                    .map(each -> new Wrong(each.field().isEmpty() ? null : each.field(), each.message()))
                    .toList();
            return new CheckView(
                    wrong.isEmpty() ? List.of(new Wrong(null, String.valueOf(refused.getMessage()))) : wrong,
                    List.of());
        }
    }

    private static List<Remark> remarks(List<Step> steps) {
        List<Remark> remarks = new ArrayList<>();
        Set<String> reached = reached(steps);
        for (Step step : steps) {
            if (!reached.contains(step.id())) {
                remarks.add(new Remark(step.id(), "UNREACHABLE"));
            }
            if (step.queue() != null
                    && Step.next(steps, step, DecisionType.REJECT).isEmpty()) {
                remarks.add(new Remark(step.id(), "REJECT_ENDS"));
            }
            if (step.queue() != null && step.groups() == null) {
                remarks.add(new Remark(step.id(), "ANYBODY"));
            }
        }
        return remarks;
    }

    private static Set<String> reached(List<Step> steps) {
        Set<String> reached = new LinkedHashSet<>();
        List<Step> open = new ArrayList<>(steps.subList(0, Math.min(1, steps.size())));
        while (!open.isEmpty()) {
            Step step = open.remove(open.size() - 1);
            if (reached.add(step.id())) {
                for (DecisionType type : DecisionType.values()) {
                    Step.next(steps, step, type).ifPresent(open::add);
                }
            }
        }
        return reached;
    }
}
