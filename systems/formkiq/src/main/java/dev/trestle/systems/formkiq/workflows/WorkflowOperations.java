package dev.trestle.systems.formkiq.workflows;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.actions.Actions;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.api.UseCounts;
import dev.trestle.systems.formkiq.documents.DocumentViews.ListedDocument;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.documents.Showing;
import dev.trestle.systems.formkiq.folders.FolderAccess;
import dev.trestle.systems.formkiq.model.ActiveStatus;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Workflows;
import dev.trestle.systems.formkiq.model.Workflows.DocumentWorkflow;
import dev.trestle.systems.formkiq.model.Workflows.DocumentWorkflowStatus;
import dev.trestle.systems.formkiq.model.Workflows.Workflow;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.AddWorkflow;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.ByWorkflow;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.DocumentsView;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.ListInWorkflow;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.ListWorkflows;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.MadeWorkflow;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.SetWorkflow;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.WorkflowFields;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.WorkflowSummary;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.WorkflowView;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.WorkflowsView;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The operations on workflows: the steps that documents go through. */
final class WorkflowOperations {
    private final Library library;
    private final Pages pages;
    private final Actions actions;

    WorkflowOperations(Library library, Pages pages, Actions actions) {
        this.library = library;
        this.pages = pages;
        this.actions = actions;
    }

    void declare(Operations<Caller> api) {
        api.get("GetWorkflows", "/workflows", ListWorkflows.class)
                .about("The workflows of a site by name, all or those of a status")
                .right(Rights.READ)
                .gives(WorkflowsView.class, this::list);
        api.post("AddWorkflow", "/workflows", AddWorkflow.class)
                .about("Adds a workflow")
                .right(Rights.WRITE)
                .created()
                .refuses(Kind.INVALID)
                .changes(MadeWorkflow.class, this::add);
        String one = "/workflows/{workflowId}";
        api.get("GetWorkflow", one, ByWorkflow.class)
                .about("A workflow with its steps")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(WorkflowView.class, this::get);
        api.put("SetWorkflow", one, SetWorkflow.class)
                .about("Replaces a workflow. Documents that are in it finish the steps that it had")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::set);
        api.patch("UpdateWorkflow", one, SetWorkflow.class)
                .about("Changes the name, the description or the status of a workflow")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::update);
        api.delete("DeleteWorkflow", one, ByWorkflow.class)
                .about("Deletes a workflow that no document is in and no rule starts")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::delete);
        api.get("GetWorkflowDocuments", one + "/documents", ListInWorkflow.class)
                .about("The documents that are in a workflow, those that have failed in it among them")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(DocumentsView.class, this::documents);
    }

    private Stored<Workflow> require(Caller caller, String id) {
        return Optional.of(id)
                .filter(WorkflowRules::isId)
                .flatMap(known -> library.store(caller).stored(Workflows.WORKFLOW_BY_ID.of(known)))
                .orElseThrow(() -> Refusals.notFound("Workflow '" + id + "' not found"));
    }

    private WorkflowsView list(Given<Caller, ListWorkflows> given) {
        ListWorkflows asked = given.asked();
        ActiveStatus status = asked.status();
        ItemStore indexes = library.indexes(given.by());
        ItemStore store = library.store(given.by());
        Bound<Workflow> bound = status == null ? Workflows.WORKFLOWS.of() : Workflows.WORKFLOWS_BY_STATUS.of(status);
        String list = status == null ? "" : status.name();
        Pages.Listing<WorkflowSummary> page = pages.collect(
                pages.asked(given.by(), "GetWorkflows", List.of(list), asked.limit(), asked.next(), null),
                (after, count) -> indexes.placed(bound, count, after),
                rows -> {
                    Set<String> used = Uses.workflows(
                            store, rows.stream().map(Workflow::documentId).toList());
                    List<@Nullable WorkflowSummary> shown = new ArrayList<>();
                    rows.forEach(row -> shown.add(Summaries.of(row, used)));
                    return shown;
                });
        return new WorkflowsView(page.items(), page.next());
    }

    private WorkflowView get(Given<Caller, ByWorkflow> given) {
        Workflow row = require(given.by(), given.asked().workflowId()).record();
        return new WorkflowView(
                row.name(),
                row.description(),
                !Uses.workflows(library.store(given.by()), Set.of(row.documentId()))
                        .isEmpty(),
                row.status(),
                Step.of(row.json()));
    }

    private Decision<MadeWorkflow> add(Given<Caller, AddWorkflow> given) {
        WorkflowFields asked = given.asked().body();
        List<Step> steps = WorkflowRules.checked(library.store(given.by()), actions, asked);
        String id = UUID.randomUUID().toString();
        Decision<MadeWorkflow> decision = Decision.of(new MadeWorkflow(id))
                .create(
                        Workflows.WORKFLOW,
                        new Workflow(
                                id,
                                String.valueOf(asked.name()),
                                false,
                                active(asked.status()),
                                described(asked.description()),
                                given.by().user(),
                                Step.json(steps),
                                given.at().truncatedTo(ChronoUnit.SECONDS)));
        UseCounts.begin(decision, Uses.ofWorkflow(id));
        return decision;
    }

    private static ActiveStatus active(@Nullable ActiveStatus status) {
        return status == null ? ActiveStatus.INACTIVE : status;
    }

    private static @Nullable String described(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    private Decision<Message> set(Given<Caller, SetWorkflow> given) {
        WorkflowFields asked = given.asked().body();
        Stored<Workflow> before = require(given.by(), given.asked().workflowId());
        List<Step> steps = WorkflowRules.checked(library.store(given.by()), actions, asked);
        return replace(
                given.by(),
                before,
                String.valueOf(asked.name()),
                active(asked.status()),
                described(asked.description()),
                Step.json(steps));
    }

    private Decision<Message> update(Given<Caller, SetWorkflow> given) {
        WorkflowFields asked = given.asked().body();
        Stored<Workflow> before = require(given.by(), given.asked().workflowId());
        Workflow old = before.record();
        String name = asked.name();
        WorkflowRules.checkFields(name, asked.description(), new Refusals());
        return replace(
                given.by(),
                before,
                name == null || name.isEmpty() ? old.name() : name,
                asked.status() == null ? old.status() : active(asked.status()),
                asked.description() == null ? old.description() : described(asked.description()),
                old.json());
    }

    private Decision<Message> replace(
            Caller caller,
            Stored<Workflow> before,
            String name,
            ActiveStatus status,
            @Nullable String description,
            String json) {
        Workflow old = before.record();
        boolean inUse =
                !Uses.workflows(library.store(caller), Set.of(old.documentId())).isEmpty();
        return Decision.of(new Message("Workflow '" + old.documentId() + "' saved"))
                .replace(
                        Workflows.WORKFLOW,
                        before,
                        new Workflow(
                                old.documentId(),
                                name,
                                inUse,
                                status,
                                description,
                                old.userId(),
                                json,
                                old.inserteddate()));
    }

    private Decision<Message> delete(Given<Caller, ByWorkflow> given) {
        Stored<Workflow> before = require(given.by(), given.asked().workflowId());
        String id = before.record().documentId();
        Decision<Message> decision =
                Decision.of(new Message("Workflow '" + id + "' deleted")).delete(Workflows.WORKFLOW, before);
        if (!UseCounts.end(decision, library.store(given.by()), Uses.ofWorkflow(id))) {
            throw Refusals.message("Workflow '" + id + "' in use");
        }
        return decision;
    }

    private DocumentsView documents(Given<Caller, ListInWorkflow> given) {
        ListInWorkflow asked = given.asked();
        Caller caller = given.by();
        String id = require(caller, asked.workflowId()).record().documentId();
        ItemStore indexes = library.indexes(caller);
        FolderAccess access = FolderAccess.of(library.store(caller), caller);
        Pages.Listing<ListedDocument> page = pages.collect(
                pages.asked(caller, "GetWorkflowDocuments", List.of(id), asked.limit(), asked.next(), null),
                (after, count) -> indexes.placed(Workflows.DOCUMENTS_IN_WORKFLOW.of(id), count, after),
                rows -> {
                    Map<String, Document> documents = library.readable(
                            caller,
                            access,
                            rows.stream().map(DocumentWorkflow::documentId).toList());
                    List<@Nullable ListedDocument> shown = new ArrayList<>();
                    for (DocumentWorkflow row : rows) {
                        Document document = documents.get(row.documentId());
                        boolean isOver = row.status() == DocumentWorkflowStatus.COMPLETE;
                        shown.add(document == null || isOver ? null : Showing.listed(caller.site(), document));
                    }
                    return shown;
                });
        return new DocumentsView(page.items(), page.next());
    }
}
