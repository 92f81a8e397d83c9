package dev.trestle.systems.docstore.model;

import dev.trestle.model.annotation.Derived;
import java.time.Instant;
import java.util.List;

/** A document that was deleted, whole, for as long as that can be undone. One id may be deleted more than once. */
public record DeletedDocument(
        String documentId, Instant deletedAt, String deletedBy, Document document, List<DeletedVersion> versions) {
    /** What is left of a document and its versions. */
    public static DeletedDocument of(Document document, List<Version> versions, String deletedBy, Instant deletedAt) {
        return new DeletedDocument(
                document.id(),
                deletedAt,
                deletedBy,
                document,
                versions.stream().map(DeletedVersion::of).toList());
    }

    /** The versions as they were. */
    public List<Version> restoredVersions() {
        return versions.stream().map(version -> version.restored(documentId)).toList();
    }

    @Derived("document")
    public String owner() {
        return document.owner();
    }
}
