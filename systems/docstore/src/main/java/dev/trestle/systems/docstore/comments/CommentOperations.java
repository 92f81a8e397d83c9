package dev.trestle.systems.docstore.comments;

import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.identity.Directory;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Item;
import dev.trestle.platform.operation.OnItem;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.operation.Permitted;
import dev.trestle.systems.docstore.comments.CommentRequests.ByComment;
import dev.trestle.systems.docstore.comments.CommentRequests.OfComment;
import dev.trestle.systems.docstore.comments.Comments.WithComment;
import dev.trestle.systems.docstore.comments.Readers.ReaderView;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.documents.Documents;
import dev.trestle.systems.docstore.documents.Requests.ById;
import dev.trestle.systems.docstore.documents.Rights;
import dev.trestle.systems.docstore.documents.Rights.Role;
import dev.trestle.systems.docstore.model.Comment;
import dev.trestle.systems.docstore.model.Document;
import java.util.List;

/** The operations about comments. */
public final class CommentOperations {
    private final Documents documents;
    private final Directory directory;
    private final Readers readers;
    private final Comments comments;
    private final Item<Caller, Document> read;

    public CommentOperations(Documents documents, Directory directory, Mentions mentions) {
        this.documents = documents;
        this.directory = directory;
        this.readers = new Readers(directory);
        this.comments = new Comments(documents, readers, mentions);
        this.read = documents.atLeast(Role.VIEWER);
    }

    public void declare(Operations<Caller> operations) {
        operations
                .get("listComments", "/documents/{id}/comments", ById.class)
                .about("The comments on a document, oldest first; replies name the comment that they answer")
                .right(Rights.READ)
                .on(read, documents::latest)
                .givesPage(
                        CommentView.class,
                        (given, found) -> new Page<>(
                                comments.shown(given.by(), found.record()).stream()
                                        .map(comment -> view(given, comment))
                                        .toList(),
                                null));
        operations
                .post("addComment", "/documents/{id}/comments", CommentRequests.AddComment.class)
                .about("Comments on a document, or replies to a comment")
                .right(Rights.COMMENT)
                .created()
                .refuses(Kind.UNPROCESSABLE)
                .on(read, documents::latest)
                .changes(comments::add)
                .gives(CommentView.class, this::shown);
        operations
                .get("listReaders", "/documents/{id}/readers", ById.class)
                .about("People and groups who may read a document and can be mentioned")
                .description("Groups are named as group:name. Of the members of its groups, the first "
                        + Readers.GROUP_MEMBERS_MAX + " of each are listed, " + Readers.READERS_MAX
                        + " readers in all.")
                .right(Rights.READ)
                .on(read, documents::latest)
                .givesPage(ReaderView.class, (given, found) -> new Page<>(readers(given, found.record()), null));
        declareChanges(operations);
    }

    private void declareChanges(Operations<Caller> operations) {
        on(operations
                        .patch("editComment", "/documents/{id}/comments/{commentId}", CommentRequests.EditComment.class)
                        .about("Changes a comment of the caller's")
                        .right(Rights.COMMENT))
                .changes(comments::edit)
                .gives(CommentView.class, this::shown);
        on(operations
                        .delete("deleteComment", "/documents/{id}/comments/{commentId}", ByComment.class)
                        .about("Deletes a comment of the caller's, or on a document of theirs; undone for thirty days")
                        .right(Rights.COMMENT))
                .changes(comments::delete)
                .givesNothing();
        on(operations
                        .post("restoreComment", "/documents/{id}/comments/{commentId}/restore", ByComment.class)
                        .about("Undoes the deletion")
                        .right(Rights.COMMENT))
                .changes(comments::restore)
                .gives(CommentView.class, this::shown);
        on(operations
                        .post("resolveComment", "/documents/{id}/comments/{commentId}/resolve", ByComment.class)
                        .about("Says that a thread is settled; its author and editors may")
                        .right(Rights.COMMENT))
                .changes((given, found) -> comments.resolve(given, found, true))
                .gives(CommentView.class, this::shown);
        on(operations
                        .post("reopenComment", "/documents/{id}/comments/{commentId}/reopen", ByComment.class)
                        .about("Says that a thread is not settled any more")
                        .right(Rights.COMMENT))
                .changes((given, found) -> comments.resolve(given, found, false))
                .gives(CommentView.class, this::shown);
    }

    private <Q extends Record & OfComment> OnItem<Caller, Q, Document, WithComment> on(Permitted<Caller, Q> permitted) {
        return permitted.refuses(Kind.FORBIDDEN).on(read, comments::read, WithComment::record);
    }

    private List<ReaderView> readers(Given<Caller, ById> given, Document document) {
        List<String> authors = comments.all(given.by(), document).stream()
                .map(Comment::author)
                .distinct()
                .toList();
        return readers.of(document, authors);
    }

    private CommentView view(Given<Caller, ?> given, Comment comment) {
        return CommentView.of(comment, given.by(), directory);
    }

    private Reply shown(Given<Caller, ?> given, Comment comment) {
        return Reply.of(view(given, comment));
    }
}
