package dev.trestle.systems.holdthatthought.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What somebody says about a letter, or another item of the archive.
 *
 * @param userPhotoUrl the key of the photo's object
 * @param reactionCount always the number of this comment's reactions
 * @param createdAt the {@code {timestamp}} of the keys
 */
@RecordBuilder
public record Comment(
        String itemId,
        String commentId,
        String userId,
        String userName,
        @Nullable String userPhotoUrl,
        String commentText,
        @Nullable String itemType,
        @Nullable String itemTitle,
        int reactionCount,
        Instant createdAt,
        @Nullable Instant updatedAt)
        implements CommentBuilder.With {}
