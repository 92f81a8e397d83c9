package dev.trestle.systems.formkiq.cases;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.cases.CaseViews.DocumentsView;
import dev.trestle.systems.formkiq.documents.DocumentViews.ListedDocument;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.documents.Showing;
import dev.trestle.systems.formkiq.folders.FolderAccess;
import dev.trestle.systems.formkiq.model.Cases;
import dev.trestle.systems.formkiq.model.Cases.CaseDocument;
import dev.trestle.systems.formkiq.model.Cases.ObjectType;
import dev.trestle.systems.formkiq.model.Documents.Document;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The documents of cases, tasks and nigos, which each have their own. A caller links, sees and unlinks those that they
 * may read; to all others a document is not there.
 */
final class CaseLinks {
    private final Library library;
    private final Pages pages;

    CaseLinks(Library library, Pages pages) {
        this.library = library;
        this.pages = pages;
    }

    /** What documents belong to: a case, or a task or a nigo of it. */
    record Owner(String caseId, ObjectType type, String id) {}

    /** Has a decision link documents, which must be there for the caller. */
    void add(Decision<?> decision, Caller caller, Owner owner, List<String> documentIds, Instant at) {
        if (documentIds.isEmpty()) {
            return;
        }
        Map<String, Document> known = library.readable(caller, documentIds);
        Refusals refusals = new Refusals();
        documentIds.forEach(id -> refusals.addIf(!known.containsKey(id), id, "document '" + id + "' does not exist"));
        refusals.check();
        documentIds.forEach(id ->
                decision.put(Cases.CASE_DOCUMENT, new CaseDocument(id, owner.caseId(), owner.id(), owner.type(), at)));
    }

    DocumentsView list(Caller caller, String operation, Owner owner, @Nullable String limit, @Nullable String next) {
        ItemStore store = library.store(caller);
        FolderAccess access = FolderAccess.of(store, caller);
        Pages.Listing<ListedDocument> page = pages.collect(
                pages.asked(caller, operation, List.of(owner.caseId(), owner.id()), limit, next, null),
                (after, count) -> store.placed(
                        Cases.DOCUMENTS_OF_CASE_OBJECT.of(owner.caseId(), owner.type(), owner.id()), count, after),
                links -> {
                    Map<String, Document> found = library.readable(
                            caller,
                            access,
                            links.stream().map(CaseDocument::documentId).toList());
                    List<@Nullable ListedDocument> shown = new ArrayList<>();
                    for (CaseDocument link : links) {
                        Document document = found.get(link.documentId());
                        shown.add(document == null ? null : Showing.listed(caller.site(), document));
                    }
                    return shown;
                });
        return new DocumentsView(page.next(), page.items());
    }

    /** Has a decision take a document from what it belongs to. */
    void remove(Decision<?> decision, Caller caller, Owner owner, String documentId) {
        ItemStore store = library.store(caller);
        CaseDocument link = library.readable(caller, List.of(documentId)).isEmpty()
                ? null
                : store.get(Cases.CASE_DOCUMENT_BY_KEY.of(owner.caseId(), owner.type(), owner.id(), documentId))
                        .orElse(null);
        if (link == null) {
            throw Refusals.noDocument(documentId);
        }
        decision.delete(Cases.CASE_DOCUMENT, link, Expect.PRESENT);
    }
}
