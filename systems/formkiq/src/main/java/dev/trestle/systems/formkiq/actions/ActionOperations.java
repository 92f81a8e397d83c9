package dev.trestle.systems.formkiq.actions;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.actions.ActionViews.ActionView;
import dev.trestle.systems.formkiq.actions.ActionViews.ActionsView;
import dev.trestle.systems.formkiq.actions.ActionViews.AddAction;
import dev.trestle.systems.formkiq.actions.ActionViews.AddActions;
import dev.trestle.systems.formkiq.actions.ActionViews.ListActions;
import dev.trestle.systems.formkiq.actions.ActionViews.RetryActions;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.model.DocumentActions.Action;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.systems.formkiq.model.DocumentActionsActionBuilder;
import dev.trestle.systems.formkiq.model.Permission;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The operations on what documents go through. */
public final class ActionOperations {
    private static final Set<ActionStatus> FAILED = EnumSet.of(
            ActionStatus.FAILED,
            ActionStatus.RUNNING,
            ActionStatus.WAITING_FOR_RETRY,
            ActionStatus.MAX_RETRIES_REACHED);

    private final Library library;
    private final Pages pages;
    private final Actions actions;

    public ActionOperations(Library library, Pages pages, Actions actions) {
        this.library = library;
        this.pages = pages;
        this.actions = actions;
    }

    public void declare(Operations<Caller> api) {
        String all = "/documents/{documentId}/actions";
        api.get("GetDocumentActions", all, ListActions.class)
                .about("What a document goes through, and how far it is, in order")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(ActionsView.class, this::list);
        api.post("AddDocumentActions", all, AddActions.class)
                .about("Adds actions behind those that a document has")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::add);
        api.post("AddDocumentRetryAction", all + "/retry", RetryActions.class)
                .about("Tries the last failed action of a document again, then those behind it")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND)
                .changes(Message.class, this::retry);
    }

    private ActionsView list(Given<Caller, ListActions> given) {
        ListActions asked = given.asked();
        Object unused = library.require(given.by(), asked.documentId(), Permission.READ);
        List<ActionView> rows =
                actions.list(library.store(given.by()), given.by().site(), asked.documentId()).all().stream()
                        .map(ActionOperations::view)
                        .toList();
        Pages.Listing<ActionView> page = pages.of(
                pages.asked(
                        given.by(),
                        "GetDocumentActions",
                        List.of(asked.documentId()),
                        asked.limit(),
                        asked.next(),
                        null),
                rows);
        return new ActionsView(page.next(), page.items());
    }

    static ActionView view(Action action) {
        Map<String, String> metadata = action.metadata();
        return new ActionView(
                action.status(),
                action.type(),
                action.retryCount(),
                action.maxRetries(),
                action.queueId(),
                action.workflowId(),
                action.workflowStepId(),
                action.message(),
                action.userId(),
                Dates.text(action.inserteddate()),
                Dates.textOf(action.startDate()),
                Dates.textOf(action.completedDate()),
                ActionParameters.shown(action.parameters()),
                metadata == null || metadata.isEmpty() ? null : metadata);
    }

    private Decision<Message> add(Given<Caller, AddActions> given) {
        String documentId = given.asked().documentId();
        Object unusedDocument = library.require(given.by(), documentId, Permission.WRITE);
        ItemStore store = library.store(given.by());
        List<AddAction> asked = given.asked().body().actions();
        List<NewAction> wanted = actions.wanted(store, asked);
        if (wanted.isEmpty()) {
            throw Refusals.of("actions", "'actions' is required");
        }
        if (wanted.stream().anyMatch(each -> each.type() == ActionType.QUEUE)) {
            throw Refusals.of("type", "action type cannot be 'QUEUE'");
        }
        ActionList list = actions.list(store, given.by().site(), documentId);
        Decision<Message> decision = Decision.of(new Message("Actions saved"));
        List<Action> unused = list.add(Adder.of(given.by()), given.at().truncatedTo(ChronoUnit.SECONDS), wanted);
        list.into(decision);
        return decision;
    }

    private Decision<Message> retry(Given<Caller, RetryActions> given) {
        String documentId = given.asked().documentId();
        Object unused = library.require(given.by(), documentId, Permission.WRITE);
        ActionList list = actions.list(library.store(given.by()), given.by().site(), documentId);
        List<Action> failed = list.all().stream()
                .filter(each -> FAILED.contains(each.status()))
                .toList();
        if (failed.isEmpty()) {
            throw Refusals.notFound("Failed action not found");
        }
        Action last = failed.get(failed.size() - 1);
        // Behind those that were tried again before, in front of those that are still to be done.
        int place = list.all().stream()
                .filter(each -> each.idx() >= last.idx() && each.status() != ActionStatus.PENDING)
                .mapToInt(Action::idx)
                .max()
                .orElse(last.idx());
        if (!list.insertBehind(place, again(last, given.at().truncatedTo(ChronoUnit.SECONDS)))) {
            Decision<Message> step = Decision.step();
            list.into(step);
            return step;
        }
        Decision<Message> decision = Decision.of(new Message("Actions retrying"));
        Action unusedAfter = list.change(
                last,
                DocumentActionsActionBuilder.builder(last)
                        .status(ActionStatus.FAILED_RETRY)
                        .build(),
                decision);
        list.free();
        list.into(decision);
        return decision;
    }

    /** The same action, as if it were new. */
    private static Action again(Action failed, Instant at) {
        return DocumentActionsActionBuilder.builder(failed)
                .status(ActionStatus.PENDING)
                .inserteddate(at)
                .message(null)
                .startDate(null)
                .completedDate(null)
                .retryCount(null)
                .maxRetries(null)
                .build();
    }
}
