package dev.trestle.systems.docstore.model;

import java.time.Instant;
import java.util.List;

/**
 * The versions of a document that are kept, beside it, so that a save does not have to look for them among all that there ever were. It
 * holds for the document that it names by its {@code nextVersion}; otherwise somebody else has written, and the rows themselves are asked.
 *
 * @param versions the newest first
 */
public record KeptVersions(String documentId, Instant documentCreatedAt, int nextVersion, List<KeptVersion> versions) {
    public static KeptVersions of(Document document, int nextVersion, List<KeptVersion> versions) {
        return new KeptVersions(document.id(), document.createdAt(), nextVersion, versions);
    }

    /** Whether this is what is kept of a document. */
    public boolean isOf(Document document) {
        return document.nextVersion() != null
                && document.nextVersion() == nextVersion
                && document.createdAt().equals(documentCreatedAt)
                && document.currentVersion() < nextVersion
                && versions.stream().anyMatch(version -> version.version() == document.currentVersion());
    }
}
