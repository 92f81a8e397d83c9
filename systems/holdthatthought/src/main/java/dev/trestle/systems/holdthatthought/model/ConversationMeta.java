package dev.trestle.systems.holdthatthought.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A conversation.
 *
 * @param conversationId of two people: their ids, sorted and joined with {@code _}
 * @param conversationType {@code direct} or {@code group}
 */
@RecordBuilder
public record ConversationMeta(
        String conversationId,
        String conversationType,
        @Nullable String conversationTitle,
        String creatorId,
        List<String> participantIds,
        Instant createdAt,
        Instant lastMessageAt)
        implements ConversationMetaBuilder.With {}
