package dev.trestle.systems.docstore.model;

import java.time.Instant;
import java.util.List;

/** Records of documents and versions as the design document describes them. */
final class Samples {
    static final Instant NOON = Instant.parse("2024-05-01T12:00:00Z");

    private Samples() {}

    /** A document that was never rolled back. */
    static Document document(String tenant, String id, String owner, Instant modified, List<String> editors) {
        return new Document(
                id,
                tenant,
                "Survey",
                "survey.md",
                "text/markdown",
                1200,
                1,
                null,
                owner,
                editors,
                List.of(),
                modified,
                NOON,
                modified,
                null,
                null,
                null);
    }

    /** The same document with its pointer moved back from one version to another, and with viewers. */
    static Document rolledBack(Document document, int from, int to, String by, List<String> viewers) {
        return new Document(
                document.id(),
                document.tenantId(),
                document.displayName(),
                document.fileName(),
                document.fileType(),
                document.size(),
                to,
                from + 1,
                document.owner(),
                document.editors(),
                viewers,
                document.lastModified(),
                document.createdAt(),
                document.updatedAt(),
                by,
                document.lastModified(),
                from);
    }

    static Version version(String document, int number, ChangeType changeType) {
        return new Version(
                document,
                number,
                "ann",
                NOON,
                changeType,
                "documents/tenant1/" + document + "/k3x9.md",
                1200,
                "text/markdown",
                "survey.md");
    }
}
