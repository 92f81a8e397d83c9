package dev.trestle.systems.holdthatthought.model;

import java.time.Instant;

/**
 * What a comment said before.
 *
 * @param writtenAt when it was written
 */
public record FormerText(String commentText, Instant writtenAt) {}
