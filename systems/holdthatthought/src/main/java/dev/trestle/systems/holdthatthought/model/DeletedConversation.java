package dev.trestle.systems.holdthatthought.model;

import java.time.Instant;

/** A conversation that is deleted, while its messages are removed. Nobody opens one of that id until they are. */
public record DeletedConversation(String conversationId, Instant deletedAt) {}
