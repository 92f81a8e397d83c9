package dev.trestle.systems.formkiq.reading;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.actions.ActionList;
import dev.trestle.systems.formkiq.actions.Actions;
import dev.trestle.systems.formkiq.actions.Adder;
import dev.trestle.systems.formkiq.actions.NewAction;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.model.DocumentActions;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.systems.formkiq.model.DocumentActions.Sync;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncService;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncType;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Permission;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The operations on what was written of documents to the index of words. */
public final class SyncOperations {
    private final Library library;
    private final Pages pages;
    private final Actions actions;
    private final FullTexts fullTexts;

    public SyncOperations(Library library, Pages pages, Actions actions, FullTexts fullTexts) {
        this.library = library;
        this.pages = pages;
        this.actions = actions;
        this.fullTexts = fullTexts;
    }

    /** What clients know of services: that of the pages' own name is none of them. */
    enum ShownService {
        TYPESENSE,
        OPENSEARCH;

        static ShownService of(SyncService service) {
            return service == SyncService.TYPESENSE ? TYPESENSE : OPENSEARCH;
        }
    }

    record SyncView(
            ShownService service,
            SyncStatus status,
            SyncType type,
            @Nullable String insertedDate,
            String syncDate,
            String userId,
            @Nullable String message) {
        static SyncView of(Sync row) {
            return new SyncView(
                    ShownService.of(row.service()),
                    row.status(),
                    row.type(),
                    Dates.textOf(row.inserteddate()),
                    Dates.text(row.syncDate()),
                    row.userId(),
                    row.message());
        }
    }

    record SyncsView(@Nullable String next, List<SyncView> syncs) {}

    record ListSyncs(
            String documentId,
            @Nullable String siteId,
            @Nullable String limit,
            @Nullable String shareKey,
            @Nullable String next)
            implements OnSite {}

    record AskedSync(@Nullable String service, @Nullable String type) {}

    record SyncBody(@Nullable AskedSync sync) {}

    record AddSync(String documentId, @Nullable String siteId, SyncBody body) implements OnSite {}

    public void declare(Operations<Caller> api) {
        String path = "/documents/{documentId}/syncs";
        api.get("GetDocumentSyncs", path, ListSyncs.class)
                .about("What was written of a document to the index of words, the latest first")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(SyncsView.class, this::list);
        api.post("AddDocumentSync", path, AddSync.class)
                .about("Has a document, or its content, written to the index of words again")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::add);
    }

    private SyncsView list(Given<Caller, ListSyncs> given) {
        ListSyncs asked = given.asked();
        Object unused = library.require(given.by(), asked.documentId(), Permission.READ);
        ItemStore store = library.store(given.by());
        Pages.Listing<SyncView> page = pages.collect(
                pages.asked(
                        given.by(), "GetDocumentSyncs", List.of(asked.documentId()), asked.limit(), asked.next(), null),
                (after, count) -> store.placed(DocumentActions.SYNCS_OF_DOCUMENT.of(asked.documentId()), count, after),
                Pages.each(SyncView::of));
        return new SyncsView(page.next(), page.items());
    }

    private Decision<Message> add(Given<Caller, AddSync> given) {
        String documentId = given.asked().documentId();
        AskedSync asked = given.asked().body().sync();
        if (asked == null) {
            throw Refusals.message("Invalid request");
        }
        if (!"FULLTEXT".equals(asked.service())) {
            throw Refusals.message("Invalid Sync Service");
        }
        Optional<SyncType> type = Arrays.stream(SyncType.values())
                .filter(each -> each.name().equals(asked.type()))
                .findFirst();
        if (type.isEmpty()) {
            throw Refusals.message("Invalid Sync Type");
        }
        Object unused = library.require(given.by(), documentId, Permission.WRITE);
        ItemStore store = library.store(given.by());
        Decision<Message> decision = Decision.of(new Message("Added Document sync"));
        switch (type.get()) {
            case CONTENT -> addAction(given.by(), store, decision, documentId, given.at());
            case METADATA -> {
                decision.check(Documents.DOCUMENT_BY_ID.of(documentId), Expect.PRESENT);
                fullTexts.touch(store, decision, documentId);
            }
            case SOFT_DELETE, DELETE ->
                throw Refusals.of("type", "unsupport type '" + type.get() + "' for service 'OPENSEARCH'");
        }
        Syncs.retryInto(store, decision, documentId, type.get());
        return decision;
    }

    private void addAction(Caller caller, ItemStore store, Decision<?> decision, String documentId, Instant at) {
        ActionList list = actions.list(store, caller.site(), documentId);
        List<?> unused = list.add(
                Adder.of(caller), at.truncatedTo(ChronoUnit.SECONDS), List.of(NewAction.of(ActionType.FULLTEXT)));
        list.into(decision);
    }
}
