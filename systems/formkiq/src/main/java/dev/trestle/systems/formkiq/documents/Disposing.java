package dev.trestle.systems.formkiq.documents;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.folders.PathIndex;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import java.util.Optional;

/** Deletes documents for good that nobody asked to delete just now: their time has come. */
public final class Disposing {
    private final Library library;
    private final DocumentLimits limits;

    Disposing(Library library, DocumentLimits limits) {
        this.library = library;
        this.limits = limits;
    }

    public ItemStore store(String site) {
        return library.store(site);
    }

    public ItemStore indexes(String site) {
        return library.indexes(site);
    }

    /** A document that is no part of another one; those go with theirs. */
    public Optional<Stored<Document>> find(ItemStore store, String documentId) {
        return library.find(store, documentId).filter(found -> found.record().belongsToDocumentId() == null);
    }

    /** Has a decision delete a document; its rows, children and versions are cleared by a job that it begins. */
    public void delete(Decision<?> decision, ItemStore store, String site, Stored<Document> before) {
        String documentId = before.record().documentId();
        PathIndex.entryOf(store, before.record().path(), documentId)
                .ifPresent(entry -> PathIndex.remove(decision, entry));
        decision.delete(Documents.DOCUMENT, before);
        decision.check(Documents.SOFT_DELETED_BY_ID.of(documentId), Expect.ABSENT);
        limits.count(decision, store, -1);
        Incoming.forget(decision, documentId);
        decision.job(Deletions.CLEAR, documentId, new Deletions.Clear(site, documentId));
    }
}
