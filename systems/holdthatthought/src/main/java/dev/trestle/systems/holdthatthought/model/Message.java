package dev.trestle.systems.holdthatthought.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wrote in a conversation.
 *
 * @param createdAt the {@code {timestamp}} of the key
 */
@RecordBuilder
public record Message(
        String messageId,
        String conversationId,
        String senderId,
        String senderName,
        String messageText,
        @Nullable List<MessageAttachment> attachments,
        Instant createdAt)
        implements MessageBuilder.With {}
