package dev.trestle.systems.holdthatthought.model;

import java.time.Instant;

/** Where a comment is, by its id alone. */
public record CommentPointer(String commentId, String itemId, Instant createdAt) {
    static CommentPointer of(Comment comment) {
        return new CommentPointer(comment.commentId(), comment.itemId(), comment.createdAt());
    }
}
