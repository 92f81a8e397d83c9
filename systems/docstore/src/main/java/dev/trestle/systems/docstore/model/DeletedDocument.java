package dev.trestle.systems.docstore.model;

import dev.trestle.model.annotation.Derived;
import dev.trestle.model.operation.Stored;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A document that was deleted, whole, for as long as that can be undone. One id may be deleted more than once.
 *
 * @param unknown attributes that another program wrote on the document
 * @param marks of its versions; absent if none was named or pinned
 * @param purgedSince since when its contents are being deleted: from then on it cannot be restored
 */
@RecordBuilder
public record DeletedDocument(
        String documentId,
        Instant deletedAt,
        String deletedBy,
        Document document,
        List<DeletedVersion> versions,
        @Nullable Map<String, AttributeValue> unknown,
        @Nullable List<VersionMark> marks,
        @Nullable Instant purgedSince)
        implements DeletedDocumentBuilder.With {
    /** What is left of a document and its versions. */
    public static DeletedDocument of(
            Stored<Document> document,
            List<Stored<Version>> versions,
            List<VersionMark> marks,
            String deletedBy,
            Instant deletedAt) {
        return new DeletedDocument(
                document.record().id(),
                deletedAt,
                deletedBy,
                document.record(),
                versions.stream().map(DeletedVersion::of).toList(),
                nullIfEmpty(document.unknown(DocumentsTable.DOCUMENT)),
                marks.isEmpty() ? null : marks,
                null);
    }

    static @Nullable Map<String, AttributeValue> nullIfEmpty(Map<String, AttributeValue> unknown) {
        return unknown.isEmpty() ? null : unknown;
    }

    @Derived("document")
    public String owner() {
        return document.owner();
    }
}
