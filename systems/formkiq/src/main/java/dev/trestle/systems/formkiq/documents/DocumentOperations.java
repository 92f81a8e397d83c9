package dev.trestle.systems.formkiq.documents;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.attributes.DocumentValues;
import dev.trestle.systems.formkiq.documents.DocumentViews.AddDocument;
import dev.trestle.systems.formkiq.documents.DocumentViews.AddedDocument;
import dev.trestle.systems.formkiq.documents.DocumentViews.ByDocument;
import dev.trestle.systems.formkiq.documents.DocumentViews.ChildView;
import dev.trestle.systems.formkiq.documents.DocumentViews.DeleteDocument;
import dev.trestle.systems.formkiq.documents.DocumentViews.DocumentView;
import dev.trestle.systems.formkiq.documents.DocumentViews.DocumentsView;
import dev.trestle.systems.formkiq.documents.DocumentViews.ListDocuments;
import dev.trestle.systems.formkiq.documents.DocumentViews.NewDocument;
import dev.trestle.systems.formkiq.documents.DocumentViews.UpdateDocument;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.ChildDocument;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Permission;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The operations on documents as a whole: making, reading, listing, changing, deleting and restoring them. */
final class DocumentOperations {
    private static final int CHILDREN_MAX = 100;
    static final long BODY_BYTES_MAX = 16L << 20;

    private final Library library;
    private final Creation creation;
    private final Updating updating;
    private final Deletions deletions;
    private final DayLists lists;
    private final Folding folding;

    /** Makes a folder in place of a document whose path ends with a slash. */
    interface Folding {
        void make(Caller caller, java.time.Instant at, String path);
    }

    DocumentOperations(
            Library library,
            Creation creation,
            Updating updating,
            Deletions deletions,
            DayLists lists,
            Folding folding) {
        this.library = library;
        this.creation = creation;
        this.updating = updating;
        this.deletions = deletions;
        this.lists = lists;
        this.folding = folding;
    }

    void declare(Operations<Caller> api) {
        api.get("GetDocuments", "/documents", ListDocuments.class)
                .about("The documents of a day, newest first; the latest day that has any, unless one is named")
                .right(Rights.READ)
                .refuses(Kind.INVALID)
                .gives(DocumentsView.class, given -> lists.list(given.by(), given.asked()));
        api.post("AddDocument", "/documents", AddDocument.class)
                .about("Makes a document, with its content or an address to send it to")
                .right(Rights.WRITE)
                .created()
                .bodyBytesMax(BODY_BYTES_MAX)
                .refuses(Kind.INVALID, Kind.CONFLICT)
                .gives(AddedDocument.class, this::add);
        api.get("GetDocument", "/documents/{documentId}", ByDocument.class)
                .about("A document with its children")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(DocumentView.class, this::get);
        api.patch("UpdateDocument", "/documents/{documentId}", UpdateDocument.class)
                .about("Changes what is given of a document")
                .right(Rights.WRITE)
                .bodyBytesMax(BODY_BYTES_MAX)
                .refuses(Kind.INVALID, Kind.NOT_FOUND, Kind.CONFLICT)
                .gives(
                        AddedDocument.class,
                        given -> updating.update(
                                given.by(),
                                given.at().truncatedTo(ChronoUnit.SECONDS),
                                given.asked().documentId(),
                                given.asked().body()));
        api.delete("DeleteDocument", "/documents/{documentId}", DeleteDocument.class)
                .about("Deletes a document, softly or for good")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND)
                .changes(given -> isSoft(given)
                        ? deletions.softDelete(
                                given.by(),
                                store(given.by()),
                                given.at().truncatedTo(ChronoUnit.SECONDS),
                                given.asked().documentId())
                        : deletions.delete(
                                given.by(), store(given.by()), given.asked().documentId()))
                .gives(
                        Message.class,
                        (given, id) -> Reply.of(
                                new Message("'" + id + "' object " + (isSoft(given) ? "soft deleted" : "deleted"))));
        api.delete("PurgeDocument", "/documents/{documentId}/purge", ByDocument.class)
                .about("Deletes a document with all versions of its content")
                .right(Rights.ADMIN_OR_GOVERN)
                .refuses(Kind.NOT_FOUND)
                .gives(Message.class, given -> {
                    deletions.purge(given.by(), given.asked().documentId());
                    return new Message("'" + given.asked().documentId() + "' object deleted all versions");
                });
        api.put("SetDocumentRestore", "/documents/{documentId}/restore", ByDocument.class)
                .about("Brings a softly deleted document back")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND)
                .gives(Message.class, given -> {
                    deletions.restore(
                            given.by(),
                            given.at().truncatedTo(ChronoUnit.SECONDS),
                            given.asked().documentId());
                    return new Message("document restored");
                });
    }

    private ItemStore store(Caller caller) {
        return library.store(caller);
    }

    private static boolean isSoft(Given<Caller, DeleteDocument> given) {
        return "true".equals(given.asked().softDelete());
    }

    private AddedDocument add(Given<Caller, AddDocument> given) {
        NewDocument asked = given.asked().body();
        String path = asked.path();
        if (path != null && path.endsWith("/") && Checks.isEmpty(asked.content())) {
            folding.make(given.by(), given.at().truncatedTo(ChronoUnit.SECONDS), path);
            return new AddedDocument(null, given.by().site(), null, null, null);
        }
        Creation.check(asked, false);
        return creation.add(
                given.by(),
                given.at().truncatedTo(ChronoUnit.SECONDS),
                asked,
                new Incoming.Promise(asked.checksumType(), asked.checksum(), null, null),
                false,
                DocumentValues.Held.WHOLE);
    }

    private DocumentView get(Given<Caller, ByDocument> given) {
        String documentId = given.asked().documentId();
        Document document =
                library.require(given.by(), documentId, Permission.READ).record();
        library.show(given.by(), documentId);
        ItemStore store = store(given.by());
        List<String> ids = store.first(Documents.CHILDREN_OF_DOCUMENT.of(documentId), CHILDREN_MAX).stream()
                .map(ChildDocument::documentId)
                .toList();
        Map<String, Document> found = library.readable(given.by(), ids);
        List<ChildView> children = ids.stream()
                .map(found::get)
                .filter(Objects::nonNull)
                .map(child -> Showing.child(child, documentId))
                .toList();
        return Showing.view(given.by().site(), document, children);
    }
}
