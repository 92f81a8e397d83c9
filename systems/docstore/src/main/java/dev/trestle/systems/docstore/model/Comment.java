package dev.trestle.systems.docstore.model;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A comment on a document, or a reply to one.
 *
 * @param documentCreatedAt tells the document from an earlier one of the same id
 * @param parentId the comment that it replies to; absent for the first of a thread
 * @param mentions people, as tokens name them
 * @param anchor what in the text it is about; absent if it is about the document
 * @param expiresAt when a deleted comment is removed
 */
@RecordBuilder
public record Comment(
        String tenantId,
        String documentId,
        Instant documentCreatedAt,
        String commentId,
        @Nullable String parentId,
        String author,
        String text,
        List<String> mentions,
        @Nullable Anchor anchor,
        Instant createdAt,
        @Nullable Instant editedAt,
        @Nullable String resolvedBy,
        @Nullable Instant resolvedAt,
        @Nullable Instant deletedAt,
        @Nullable @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt)
        implements CommentBuilder.With {
    /**
     * A part of a text.
     *
     * @param version the version that it was chosen in
     * @param quote the text itself
     * @param start where it began, in characters
     */
    public record Anchor(int version, String quote, int start) {}

    public boolean isOf(Document document) {
        return documentId.equals(document.id()) && documentCreatedAt.equals(document.createdAt());
    }
}
