package dev.trestle.systems.docstore.model;

import java.time.Instant;

/** A version of a deleted document, within it. */
public record DeletedVersion(
        int version,
        String author,
        Instant createdAt,
        ChangeType changeType,
        String path,
        long fileSize,
        String fileType,
        String fileName) {
    static DeletedVersion of(Version version) {
        return new DeletedVersion(
                version.version(),
                version.author(),
                version.createdAt(),
                version.changeType(),
                version.path(),
                version.fileSize(),
                version.fileType(),
                version.fileName());
    }

    Version restored(String documentId) {
        return new Version(documentId, version, author, createdAt, changeType, path, fileSize, fileType, fileName);
    }
}
