package dev.trestle.systems.holdthatthought.comments;

import dev.trestle.platform.api.Alias;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.OneOf;
import dev.trestle.platform.schema.Range;
import org.jspecify.annotations.Nullable;

/** The requests about comments and reactions. */
final class CommentRequests {
    private CommentRequests() {}

    record ListComments(
            String itemId,
            @Default("oldest") @OneOf({"oldest", "newest"}) String order,
            @Default("50") @Range(min = 1, max = 100) int limit,
            @Alias("lastEvaluatedKey") @Nullable String cursor) {}

    /** Lengths are counted once tags are stripped. */
    record NewComment(
            @Alias("content") String commentText,
            @Nullable String itemType,
            @Nullable String itemTitle) {}

    record AddComment(String itemId, NewComment body) {}

    /** {@code itemId} ends with the comment's id. */
    record EditComment(String itemId, NewComment body) {}

    /** {@code itemId} ends with the comment's id. */
    record DeleteComment(String itemId) {}

    record RestoreComment(String itemId, String commentId) {}

    record ByComment(String commentId) {}

    record OfUser(
            String userId,
            @Default("50") @Range(min = 1, max = 100) int limit,
            @Alias("lastEvaluatedKey") @Nullable String cursor) {}

    record GetReactions(String commentId, @Nullable String itemId) {}

    record NewReaction(
            @Alias("type") @Nullable String reactionType,
            @Nullable String itemId) {}

    record React(
            String commentId,
            @Nullable String itemId,
            @Nullable NewReaction body) {}
}
