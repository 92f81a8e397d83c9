package dev.trestle.systems.holdthatthought.model;

import java.time.Instant;

/**
 * What one person feels about a comment.
 *
 * @param createdAt the {@code {timestamp}} of the keys
 */
public record Reaction(
        String itemId, String commentId, String userId, String userName, String reactionType, Instant createdAt) {}
