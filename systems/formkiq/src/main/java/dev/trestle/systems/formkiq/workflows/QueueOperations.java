package dev.trestle.systems.formkiq.workflows;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.api.UseCounts;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.documents.Showing;
import dev.trestle.systems.formkiq.folders.FolderAccess;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.FlowRows;
import dev.trestle.systems.formkiq.model.FlowRows.Waiting;
import dev.trestle.systems.formkiq.model.Workflows;
import dev.trestle.systems.formkiq.model.Workflows.Queue;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.AddQueue;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.ByQueue;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.ListQueues;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.ListWaiting;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.ListedQueue;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.MadeQueue;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.QueueView;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.QueuesView;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.WaitingDocument;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.WaitingView;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.WorkflowSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The operations on queues, and what waits in them. */
final class QueueOperations {
    private final Library library;
    private final Pages pages;

    QueueOperations(Library library, Pages pages) {
        this.library = library;
        this.pages = pages;
    }

    void declare(Operations<Caller> api) {
        api.get("GetQueues", "/queues", ListQueues.class)
                .about("The queues of a site by name")
                .right(Rights.READ)
                .gives(QueuesView.class, this::list);
        api.post("AddQueue", "/queues", AddQueue.class)
                .about("Adds a queue")
                .right(Rights.WRITE)
                .created()
                .refuses(Kind.INVALID)
                .changes(MadeQueue.class, this::add);
        String one = "/queues/{queueId}";
        api.get("GetQueue", one, ByQueue.class)
                .about("A queue")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(
                        QueueView.class,
                        given -> new QueueView(require(given.by(), given.asked().queueId())
                                .record()
                                .name()));
        api.delete("DeleteQueue", one, ByQueue.class)
                .about("Deletes a queue in which nothing waits, and which no active workflow leads to")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::delete);
        api.get("GetWorkflowQueueDocuments", "/queues/{queueId}/documents", ListWaiting.class)
                .about("The documents that wait in a queue, longest first, with their workflows")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(WaitingView.class, this::waiting);
    }

    private Stored<Queue> require(Caller caller, String id) {
        return WorkflowRules.isId(id)
                ? library.store(caller)
                        .stored(Workflows.QUEUE_BY_ID.of(id))
                        .orElseThrow(() -> Refusals.notFound("Queue '" + id + "' not found"))
                : missing(id);
    }

    private static Stored<Queue> missing(String id) {
        throw Refusals.notFound("Queue '" + id + "' not found");
    }

    private QueuesView list(Given<Caller, ListQueues> given) {
        ListQueues asked = given.asked();
        ItemStore indexes = library.indexes(given.by());
        Pages.Listing<ListedQueue> page = pages.collect(
                pages.asked(given.by(), "GetQueues", List.of(), asked.limit(), asked.next(), null),
                (after, count) -> indexes.placed(Workflows.QUEUES.of(), count, after),
                Pages.each(row -> new ListedQueue(row.name(), row.documentId())));
        return new QueuesView(page.items(), page.next());
    }

    private Decision<MadeQueue> add(Given<Caller, AddQueue> given) {
        String name = given.asked().body().name();
        new Refusals().require(name, "name").check();
        WorkflowRules.checkFields(name, null, new Refusals());
        String id = UUID.randomUUID().toString();
        Decision<MadeQueue> decision =
                Decision.of(new MadeQueue(id)).create(Workflows.QUEUE, new Queue(id, String.valueOf(name)));
        UseCounts.begin(decision, Uses.ofQueue(id));
        return decision;
    }

    private Decision<Message> delete(Given<Caller, ByQueue> given) {
        String id = given.asked().queueId();
        Stored<Queue> before = require(given.by(), id);
        Decision<Message> decision =
                Decision.of(new Message("Queue '" + id + "' deleted")).delete(Workflows.QUEUE, before);
        if (!UseCounts.end(decision, library.store(given.by()), Uses.ofQueue(id))) {
            throw Refusals.message("Queue '" + id + "' in use");
        }
        return decision;
    }

    private WaitingView waiting(Given<Caller, ListWaiting> given) {
        ListWaiting asked = given.asked();
        Caller caller = given.by();
        String id = require(caller, asked.queueId()).record().documentId();
        ItemStore store = library.store(caller);
        FolderAccess access = FolderAccess.of(store, caller);
        Pages.Listing<WaitingDocument> page = pages.collect(
                pages.asked(caller, "GetWorkflowQueueDocuments", List.of(id), asked.limit(), asked.next(), null),
                (after, count) -> store.placed(FlowRows.QUEUED_LONGEST_FIRST.of(id), count, after),
                rows -> shown(caller, store, access, rows));
        return new WaitingView(page.items(), page.next());
    }

    /** Rules of folders and the site's policy hide a document here, as they hide it elsewhere. */
    private List<@Nullable WaitingDocument> shown(
            Caller caller, ItemStore store, FolderAccess access, List<Waiting> rows) {
        Map<String, Document> documents = library.readable(
                caller, access, rows.stream().map(Waiting::documentId).toList());
        Map<String, WorkflowSummary> workflows = Summaries.of(
                store,
                rows.stream()
                        .filter(row -> documents.containsKey(row.documentId()))
                        .map(Waiting::workflowId)
                        .toList());
        List<@Nullable WaitingDocument> shown = new ArrayList<>();
        for (Waiting row : rows) {
            Document document = documents.get(row.documentId());
            shown.add(
                    document == null
                            ? null
                            : new WaitingDocument(
                                    workflows.get(String.valueOf(row.workflowId())),
                                    Showing.listed(caller.site(), document)));
        }
        return shown;
    }
}
