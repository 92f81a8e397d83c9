package dev.trestle.systems.holdthatthought.model;

import dev.trestle.model.annotation.KeyOnly;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A conversation as one of its participants has it.
 *
 * @param userId stands in the key alone
 */
@RecordBuilder
public record ConversationMember(
        @KeyOnly String userId,
        String conversationId,
        String conversationType,
        @Nullable String conversationTitle,
        @Nullable Instant lastReadAt,
        int unreadCount,
        Instant lastMessageAt)
        implements ConversationMemberBuilder.With {}
