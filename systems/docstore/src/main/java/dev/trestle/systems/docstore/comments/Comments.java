package dev.trestle.systems.docstore.comments;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.systems.docstore.comments.CommentRequests.AddComment;
import dev.trestle.systems.docstore.comments.CommentRequests.AnchorGiven;
import dev.trestle.systems.docstore.comments.CommentRequests.EditComment;
import dev.trestle.systems.docstore.comments.CommentRequests.OfComment;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.documents.Documents;
import dev.trestle.systems.docstore.documents.Rights;
import dev.trestle.systems.docstore.documents.Rights.Role;
import dev.trestle.systems.docstore.model.Comment;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.SupportTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of comments. Everybody who may read a document comments on it. A comment is its author's to edit; the author or the
 * document's owner deletes it, which is undone for thirty days; the author and those who may edit the document resolve a thread.
 */
final class Comments {
    private static final Duration KEPT = Duration.ofDays(30);

    /** Deleted ones, which are kept for a while, are not counted. */
    private static final int READ_MAX = 4 * CommentRequests.COMMENTS_MAX;

    private final Documents documents;
    private final Readers readers;
    private final Mentions mentions;

    Comments(Documents documents, Readers readers, Mentions mentions) {
        this.documents = documents;
        this.readers = readers;
        this.mentions = mentions;
    }

    /** A document and one of its comments. */
    record WithComment(Stored<Document> document, @Nullable Stored<Comment> found) {
        Document record() {
            return document.record();
        }

        /** 404 if the document has no such comment. */
        Stored<Comment> comment() {
            if (found == null) {
                throw noComment();
            }
            return found;
        }
    }

    /** All comments of a document, oldest first, deleted ones among them. */
    List<Comment> all(Caller caller, Document document) {
        return documents.within(caller).first(SupportTable.COMMENTS.of(document.id()), READ_MAX).stream()
                .filter(comment -> comment.isOf(document))
                .sorted(Comparator.comparing(Comment::createdAt).thenComparing(Comment::commentId))
                .toList();
    }

    /** Those that are shown: not deleted ones, unless there is a reply to them. */
    List<Comment> shown(Caller caller, Document document) {
        List<Comment> all = all(caller, document);
        Set<String> answered = new HashSet<>();
        all.stream()
                .filter(comment -> comment.deletedAt() == null && comment.parentId() != null)
                .forEach(comment -> answered.add(comment.parentId()));
        return all.stream()
                .filter(comment -> comment.deletedAt() == null || answered.contains(comment.commentId()))
                .toList();
    }

    Decision<Comment> add(Given<Caller, AddComment> given, Stored<Document> read) {
        Caller caller = given.by();
        Document document = read.record();
        CommentRequests.NewComment asked = given.asked().body();
        String id = given.once().id();
        List<Comment> all = all(caller, document);
        for (Comment comment : all) {
            if (comment.commentId().equals(id)) {
                return Decision.of(comment); // The same request was here before.
            }
        }
        if (all.stream().filter(each -> each.deletedAt() == null).count() >= CommentRequests.COMMENTS_MAX) {
            throw ApiException.of(
                            Kind.UNPROCESSABLE, "A document has " + CommentRequests.COMMENTS_MAX + " comments at most.")
                    .withCode("comments-full");
        }
        @Nullable String parent = asked.parentId();
        if (parent != null && all.stream().noneMatch(each -> isThread(each, parent))) {
            throw ApiException.invalid("parentId", "names no comment that can be replied to")
                    .withCode("no-comment");
        }
        AnchorGiven anchor = asked.anchor();
        List<String> people = mentioned(document, asked.mentions());
        Comment comment = new Comment(
                document.tenantId(),
                document.id(),
                document.createdAt(),
                id,
                parent,
                caller.subject(),
                checkedText(asked.text()),
                people,
                anchor == null || parent != null
                        ? null
                        : new Comment.Anchor(anchor.version(), anchor.quote(), anchor.start()),
                given.at(),
                null,
                null,
                null,
                null,
                null);
        return told(
                Decision.of(comment)
                        .create(SupportTable.COMMENT, comment)
                        .check(
                                DocumentsTable.LATEST.of(document.id()),
                                Expect.equal("createdAt", document.createdAt())),
                caller,
                document,
                comment,
                List.of());
    }

    private static boolean isThread(Comment comment, String id) {
        return comment.commentId().equals(id) && comment.parentId() == null && comment.deletedAt() == null;
    }

    Optional<WithComment> read(Given<Caller, ? extends OfComment> given) {
        ItemStore tenant = documents.within(given.by());
        Optional<Stored<Document>> document = tenant.stored(documents.latest(given));
        return document.map(found -> new WithComment(
                found,
                tenant.stored(SupportTable.COMMENT_BY_ID.of(
                                given.asked().id(), given.asked().commentId()))
                        .filter(comment -> comment.record().isOf(found.record()))
                        .orElse(null)));
    }

    Decision<Comment> edit(Given<Caller, EditComment> given, WithComment read) {
        Comment before = own(given, read, false);
        String text = checkedText(given.asked().body().text());
        List<String> people = mentioned(read.record(), given.asked().body().mentions());
        if (text.equals(before.text()) && people.equals(before.mentions())) {
            return Decision.of(before);
        }
        Comment after = before.with(to -> to.text(text).mentions(people).editedAt(given.at()));
        return told(replaced(read, after), given.by(), read.record(), after, before.mentions());
    }

    /** Deletes it softly: it is removed after thirty days, and can be restored until then. */
    Decision<Comment> delete(Given<Caller, ? extends OfComment> given, WithComment read) {
        Comment before = own(given, read, true);
        if (before.deletedAt() != null) {
            return Decision.of(before);
        }
        return replaced(
                read,
                before.with(to -> to.deletedAt(given.at()).expiresAt(given.at().plus(KEPT))));
    }

    Decision<Comment> restore(Given<Caller, ? extends OfComment> given, WithComment read) {
        Comment before = own(given, read, true);
        return before.deletedAt() == null
                ? Decision.of(before)
                : replaced(read, before.with(to -> to.deletedAt(null).expiresAt(null)));
    }

    Decision<Comment> resolve(Given<Caller, ? extends OfComment> given, WithComment read, boolean isResolved) {
        Comment before = read.comment().record();
        if (before.deletedAt() != null || before.parentId() != null) {
            throw noComment();
        }
        boolean isAuthor = before.author().equals(given.by().subject());
        if (!isAuthor && Rights.roleOf(given.by(), read.record()) == Role.VIEWER) {
            throw ApiException.forbidden("a viewer resolves own comments only");
        }
        if (isResolved == (before.resolvedAt() != null)) {
            return Decision.of(before);
        }
        return replaced(
                read,
                before.with(to -> to.resolvedAt(isResolved ? given.at() : null)
                        .resolvedBy(isResolved ? given.by().subject() : null)));
    }

    private static Decision<Comment> replaced(WithComment read, Comment after) {
        return Decision.of(after).replace(SupportTable.COMMENT, read.comment(), after);
    }

    /** The comment, for its author and, where {@code ownerToo}, the document's owner. A deleted one is nobody's else. */
    private static Comment own(Given<Caller, ?> given, WithComment read, boolean ownerToo) {
        Comment comment = read.comment().record();
        boolean isAuthor = comment.author().equals(given.by().subject());
        boolean isOwner = ownerToo && Rights.roleOf(given.by(), read.record()) == Role.OWNER;
        if (comment.deletedAt() != null && (!ownerToo || (!isAuthor && !isOwner))) {
            throw noComment();
        }
        if (!isAuthor && !isOwner) {
            throw ApiException.forbidden("it is somebody else's comment");
        }
        return comment;
    }

    private static ApiException noComment() {
        return ApiException.notFound("There is no such comment.");
    }

    private <R> Decision<R> told(
            Decision<R> decision, Caller by, Document document, Comment comment, List<String> before) {
        Set<String> people = new LinkedHashSet<>(comment.mentions());
        before.forEach(people::remove);
        people.remove(comment.author());
        if (!people.isEmpty()) {
            mentions.tell(decision, by, document, comment, people);
        }
        return decision;
    }

    private List<String> mentioned(Document document, @Nullable List<String> asked) {
        List<String> people = new ArrayList<>(new LinkedHashSet<>(asked == null ? List.of() : asked));
        for (String person : people) {
            if (!readers.mayRead(document, person)) {
                throw ApiException.invalid("mentions", "names somebody who may not read the document")
                        .withCode("mention-no-reader");
            }
        }
        return people;
    }

    private static String checkedText(String text) {
        String clean = text.strip();
        if (clean.isEmpty() || clean.chars().anyMatch(c -> c < ' ' && c != '\n' && c != '\t' && c != '\r')) {
            throw ApiException.invalid("text", "must not be blank, nor have control characters")
                    .withCode("blank-or-control");
        }
        return clean;
    }
}
