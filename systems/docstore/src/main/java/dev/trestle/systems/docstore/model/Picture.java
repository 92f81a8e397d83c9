package dev.trestle.systems.docstore.model;

import java.time.Instant;

/**
 * A picture in a document.
 *
 * @param documentCreatedAt tells the document from an earlier one of the same id, whose pictures nobody sees any more
 * @param path the object that holds the bytes
 */
public record Picture(
        String documentId,
        String imageId,
        Instant documentCreatedAt,
        String contentType,
        long size,
        String path,
        String createdBy,
        Instant createdAt) {}
