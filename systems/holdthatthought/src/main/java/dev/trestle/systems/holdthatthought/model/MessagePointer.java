package dev.trestle.systems.holdthatthought.model;

import java.time.Instant;

/** Where a message is, by its id alone. */
public record MessagePointer(String conversationId, String messageId, Instant createdAt) {
    static MessagePointer of(Message message) {
        return new MessagePointer(message.conversationId(), message.messageId(), message.createdAt());
    }
}
