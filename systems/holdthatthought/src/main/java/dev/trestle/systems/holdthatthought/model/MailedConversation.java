package dev.trestle.systems.holdthatthought.model;

import java.time.Instant;

/** When somebody was last told of a conversation by mail. */
public record MailedConversation(String userId, String conversationId, Instant mailedAt) {}
