package dev.trestle.systems.holdthatthought.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/**
 * What one person feels about a comment.
 *
 * @param createdAt the {@code {timestamp}} of the keys
 */
@RecordBuilder
public record Reaction(
        String itemId, String commentId, String userId, String userName, String reactionType, Instant createdAt)
        implements ReactionBuilder.With {}
