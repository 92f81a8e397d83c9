package dev.trestle.systems.docstore.documents;

import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.home.SystemHome;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.docstore.documents.Requests.ById;
import dev.trestle.systems.docstore.documents.Rights.Role;
import dev.trestle.systems.docstore.filing.FilingView;
import dev.trestle.systems.docstore.filing.Filings;
import dev.trestle.systems.docstore.model.Document;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Operations about documents as a whole. */
public final class DocumentOperations {
    private static final long BODY_BYTES_MAX = 7 * 1024 * 1024;

    private final Documents documents;
    private final Creation creation;
    private final Lists lists;
    private final Deletions deletions;
    private final HomePage home;

    public DocumentOperations(Documents documents, Operations<Caller> operations, Lists lists, Deletions deletions) {
        this.documents = documents;
        this.creation = new Creation(documents, operations.changes());
        this.lists = lists;
        this.deletions = deletions;
        this.home = new HomePage(lists);
    }

    public void declare(Operations<Caller> operations) {
        operations
                .get("listDocuments", "/documents", Requests.ListDocuments.class)
                .about("Documents, newest change first")
                .description(
                        "With a text, a page has what was found in a part of the list, and a next one as long as there is"
                                + " more to look through. The tenant's list is for its administrators.")
                .right(Rights.LIST)
                .givesPage(DocumentView.class, given -> lists.list(given.by(), given.asked()));
        operations
                .get("getHome", "/home")
                .about(
                        "What the caller's home page shows: what changed last among their documents and those shared with them")
                .right(Rights.LIST_OWN)
                .gives(SystemHome.class, given -> home.of(given.by()));
        operations
                .post("createDocument", "/documents", Requests.Create.class)
                .about("Makes a document with its first version")
                .description("The ETag is the content's: If-Match of the next save.")
                .right(Rights.CREATE)
                .tagged()
                .created()
                .bodyBytesMax(BODY_BYTES_MAX)
                .refuses(Kind.CONFLICT)
                .replies(DocumentView.class, given -> {
                    Document made = creation.create(given);
                    return made(given.by(), made);
                });
        operations
                .get("getDocument", "/documents/{id}", ById.class)
                .about("What is known about a document")
                .right(Rights.READ)
                .tagged()
                .on(documents.atLeast(Role.VIEWER), documents::latest)
                .replies(DocumentView.class, (given, read) -> filed(given.by(), read.record()));
        operations
                .post("copyDocument", "/documents/{id}/copies", Requests.Copy.class)
                .about("Makes a document of the caller's with the content of another")
                .description("Without a name it is called by the template's title pattern, or else like the other."
                        + " The ETag is the content's: If-Match of the next save.")
                .right(Rights.CREATE)
                .tagged()
                .created()
                .refuses(Kind.CONFLICT)
                .on(documents.atLeast(Role.VIEWER), documents::withShown, Documents.WithVersions::document)
                .replies(DocumentView.class, (given, read) -> made(given.by(), creation.copy(given, read)));
        operations
                .patch("renameDocument", "/documents/{id}", Requests.Rename.class)
                .about("Gives it another name to show")
                .right(Rights.RENAME)
                .tagged()
                .on(documents.atLeast(Role.EDITOR), documents::latest)
                .changes(Creation::rename)
                .gives(DocumentView.class, (given, renamed) -> shown(given.by(), renamed));
        operations
                .delete("deleteDocument", "/documents/{id}", ById.class)
                .about("Deletes it, which can be undone for thirty days")
                .right(Rights.DELETE)
                .on(documents.atLeast(Role.OWNER), documents::latest)
                .changes(deletions::delete)
                .givesNothing();
        operations
                .post("restoreDocument", "/documents/{id}/restore", ById.class)
                .about("Undoes the last deletion")
                .right(Rights.RESTORE)
                .tagged()
                .on(deletions.item(), deletions::last, Stored::record)
                .changes(deletions::restore)
                .gives(DocumentView.class, (given, restored) -> shown(given.by(), restored));
    }

    private Reply shown(Caller caller, Document document) {
        return Reply.of(documents.view(caller, document)).tag(Tags.document(document));
    }

    /** With its folder, tags and template. */
    private Reply filed(Caller caller, Document document) {
        FilingView filing =
                Filings.views(documents.within(caller), List.of(document)).get(document.id());
        return Reply.of(documents.view(caller, document).withFiling(filing)).tag(Tags.document(document));
    }

    /** With the tag of the content, which the first save starts from. */
    private Reply made(Caller caller, Document document) {
        return Reply.of(documents.view(caller, document))
                .tag(Tags.content(document.currentVersion()))
                .header("location", "/docstore/v1/documents/" + encoded(document.id()));
    }

    private static String encoded(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
