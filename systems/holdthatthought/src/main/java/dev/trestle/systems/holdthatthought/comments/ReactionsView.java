package dev.trestle.systems.holdthatthought.comments;

import dev.trestle.platform.api.Alias;
import java.time.Instant;
import java.util.List;

/**
 * The reactions to a comment, as somebody sees them.
 *
 * @param liked whether the caller reacted
 * @param reactions the first hundred
 */
public record ReactionsView(String commentId, String itemId, boolean liked, int count, List<One> reactions) {
    /** One person's reaction. */
    public record One(
            String userId,
            String userName,
            @Alias("reactionType") String type,
            Instant createdAt) {}

    /** A reaction in its author's own list. */
    public record Given(
            String itemId, String commentId, @Alias("type") String reactionType, Instant createdAt) {}
}
