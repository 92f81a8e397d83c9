package dev.trestle.systems.holdthatthought.model;

import java.time.Instant;

/** A message that its sender deleted, for as long as that can be taken back. */
public record DeletedMessage(String conversationId, String messageId, Message message, Instant deletedAt) {}
