package dev.trestle.systems.holdthatthought.model;

import java.time.Instant;

/** A comment that was taken away. */
public record DeletedComment(String commentId, Comment comment, Instant deletedAt, String deletedBy) {}
