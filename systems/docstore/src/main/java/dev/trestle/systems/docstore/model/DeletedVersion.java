package dev.trestle.systems.docstore.model;

import dev.trestle.model.operation.Stored;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A version of a deleted document, within it.
 *
 * @param unknown attributes that another program wrote on the version
 */
public record DeletedVersion(
        int version,
        String author,
        Instant createdAt,
        ChangeType changeType,
        String path,
        long fileSize,
        String fileType,
        String fileName,
        @Nullable Map<String, AttributeValue> unknown) {
    static DeletedVersion of(Stored<Version> stored) {
        Version version = stored.record();
        return new DeletedVersion(
                version.version(),
                version.author(),
                version.createdAt(),
                version.changeType(),
                version.path(),
                version.fileSize(),
                version.fileType(),
                version.fileName(),
                DeletedDocument.nullIfEmpty(stored.unknown(DocumentsTable.VERSION)));
    }

    /** The version as it was. */
    public Version restored(String documentId) {
        return new Version(documentId, version, author, createdAt, changeType, path, fileSize, fileType, fileName);
    }
}
