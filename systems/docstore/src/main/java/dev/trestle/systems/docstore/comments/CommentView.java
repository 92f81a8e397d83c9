package dev.trestle.systems.docstore.comments;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.identity.Directory;
import dev.trestle.systems.docstore.comments.Readers.ReaderView;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.model.Comment;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A comment as callers see it. Of a deleted one, which is there for its replies' sake, nothing is told but when.
 *
 * @param parentId the comment that it replies to; absent for the first of a thread
 * @param anchor what in the text it is about
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CommentView(
        String commentId,
        @Nullable String parentId,
        @Nullable String author,
        @Nullable String authorName,
        @Nullable String text,
        List<ReaderView> mentions,
        @Nullable AnchorView anchor,
        Instant createdAt,
        @Nullable Instant editedAt,
        @Nullable Instant resolvedAt,
        @Nullable String resolvedByName,
        @Nullable Instant deletedAt) {
    /** A part of the text of a version. */
    public record AnchorView(int version, String quote, int start) {}

    static CommentView of(Comment comment, Caller caller, Directory directory) {
        String tenant = caller.tenant();
        boolean isDeleted = comment.deletedAt() != null;
        Comment.Anchor anchor = comment.anchor();
        String resolver = comment.resolvedBy();
        return new CommentView(
                comment.commentId(),
                comment.parentId(),
                isDeleted ? null : comment.author(),
                isDeleted ? null : directory.nameOfMember(tenant, comment.author()),
                isDeleted ? null : comment.text(),
                isDeleted
                        ? List.of()
                        : comment.mentions().stream()
                                .map(person -> ReaderView.of(person, tenant, directory))
                                .toList(),
                anchor == null || isDeleted ? null : new AnchorView(anchor.version(), anchor.quote(), anchor.start()),
                comment.createdAt(),
                comment.editedAt(),
                comment.resolvedAt(),
                resolver == null ? null : directory.nameOfMember(tenant, resolver),
                comment.deletedAt());
    }
}
