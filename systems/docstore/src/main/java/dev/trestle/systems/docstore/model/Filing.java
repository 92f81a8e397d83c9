package dev.trestle.systems.docstore.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a document is filed: its folder, its tags, and whether it is a template. A document without one is at the top, without tags.
 *
 * @param documentCreatedAt tells the document from an earlier one of the same id, whose filing is not this one's
 * @param titlePattern what a document made from this template is called; absent if it is no template
 */
@RecordBuilder
public record Filing(
        String tenantId,
        String documentId,
        Instant documentCreatedAt,
        @Nullable String folderId,
        List<String> tags,
        @Nullable String titlePattern,
        String updatedBy,
        Instant updatedAt)
        implements FilingBuilder.With {
    /** Whether it is about this document. */
    public boolean isOf(Document document) {
        return documentId.equals(document.id()) && documentCreatedAt.equals(document.createdAt());
    }

    /** That of a document that was never filed. */
    public static Filing none(Document document) {
        return new Filing(
                document.tenantId(),
                document.id(),
                document.createdAt(),
                null,
                List.of(),
                null,
                document.owner(),
                document.createdAt());
    }
}
