package dev.trestle.systems.unisync.model;

import java.time.Instant;

/** A file that belongs to a note. */
public record NoteAttachment(
        String id, String fileName, long fileSize, String mimeType, String s3Key, Instant uploadedAt) {}
