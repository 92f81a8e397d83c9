package dev.trestle.systems.holdthatthought.comments;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.api.Alias;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A comment as somebody sees it.
 *
 * @param userName never an address
 * @param userPhotoUrl signed, for an hour; absent where the author's profile is private
 * @param reactions how many of each type; those of the most reactions first
 * @param myReaction the caller's own
 * @param editHistory what it said before, the newest first
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CommentView(
        String commentId,
        String itemId,
        @Alias("authorId") String userId,
        @Alias("authorEmail") String userName,
        @Nullable String userPhotoUrl,
        @Alias("content") String commentText,
        @Nullable String itemType,
        @Nullable String itemTitle,
        int reactionCount,
        List<TypeCount> reactions,
        @Nullable String myReaction,
        boolean isEdited,
        List<Former> editHistory,
        boolean isDeleted,
        Instant createdAt,
        @Nullable Instant updatedAt) {
    /** How many reactions of a type there are. */
    public record TypeCount(String type, int count) {}

    /** What it said before. */
    public record Former(@Alias("content") String commentText, Instant writtenAt) {}
}
