package dev.trestle.systems.docstore.model;

import dev.trestle.model.annotation.KeyOnly;
import dev.trestle.model.annotation.Name;
import java.time.Instant;

/**
 * A kept version of a document.
 *
 * @param documentId stands in the key alone
 * @param path the object that holds the content
 */
public record Version(
        @KeyOnly @Name("id") String documentId,
        int version,
        String author,
        Instant createdAt,
        ChangeType changeType,
        String path,
        long fileSize,
        String fileType,
        String fileName) {
    /** The same, saved in another way. */
    public Version as(ChangeType changed) {
        return new Version(documentId, version, author, createdAt, changed, path, fileSize, fileType, fileName);
    }
}
