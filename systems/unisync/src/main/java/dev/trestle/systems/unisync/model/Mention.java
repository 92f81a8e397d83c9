package dev.trestle.systems.unisync.model;

import java.time.Instant;

/** That a note mentions a user. */
public record Mention(String userId, String noteId, String showSetId, Instant createdAt) {}
