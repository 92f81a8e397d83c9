package dev.trestle.systems.formkiq.publications;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.documents.Handing;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Documents.Publication;
import dev.trestle.systems.formkiq.model.DocumentsDocumentBuilder;
import dev.trestle.systems.formkiq.model.Permission;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The operations on what is published. */
public final class PublicationOperations {
    private static final Duration LIFE = Duration.ofHours(1);

    private final Library library;
    private final Handing handing;

    public PublicationOperations(Library library, Handing handing) {
        this.library = library;
        this.handing = handing;
    }

    record ByDocument(String documentId, @Nullable String siteId) implements OnSite {}

    public void declare(Operations<Caller> api) {
        api.get("GetPublishedDocumentContent", "/publications/{documentId}", ByDocument.class)
                .about("Leads to the version of a document that is published")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .redirects(this::get);
        api.delete("DeletePublishedDocumentContent", "/publications/{documentId}", ByDocument.class)
                .about("Ends the publication of a document; the document stays")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND)
                .changes(Message.class, this::delete);
    }

    private Optional<Stored<Publication>> find(Caller caller, String documentId) {
        ItemStore store = library.store(caller);
        return store.stored(Documents.PUBLICATION_OF_DOCUMENT.of(documentId));
    }

    private String get(Given<Caller, ByDocument> given) {
        String documentId = given.asked().documentId();
        Document document =
                library.require(given.by(), documentId, Permission.READ).record();
        Publication publication = find(given.by(), documentId)
                .orElseThrow(() -> Refusals.noDocument(documentId))
                .record();
        Document published = DocumentsDocumentBuilder.builder(document)
                .path(publication.path())
                .contentType(publication.contentType())
                .s3version(publication.s3Version())
                .deepLinkPath(null)
                .build();
        return handing.hand(given.by(), published, LIFE).url();
    }

    private Decision<Message> delete(Given<Caller, ByDocument> given) {
        String documentId = given.asked().documentId();
        Stored<Document> unused = library.require(given.by(), documentId, Permission.DELETE);
        Stored<Publication> publication =
                find(given.by(), documentId).orElseThrow(() -> Refusals.noDocument(documentId));
        Decision<Message> decision = Decision.of(new Message("'" + documentId + "' object deleted"));
        Publishing.end(library.store(given.by()), decision, publication);
        return decision;
    }
}
