package dev.trestle.systems.holdthatthought.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A draft in the lists by status and by uploader, with what lists show of it, but not its text. */
public record DraftListing(
        String draftId,
        DraftStatus status,
        String uploaderId,
        int fileCount,
        @Nullable String date,
        @Nullable String title,
        @Nullable String author,
        @Nullable String errorMessage,
        Instant createdAt,
        Instant updatedAt) {
    static DraftListing of(Draft draft) {
        ExtractedData data = draft.extractedData();
        return new DraftListing(
                draft.draftId(),
                draft.status(),
                draft.uploaderId(),
                draft.fileKeys().size(),
                data == null ? null : data.date(),
                data == null ? null : data.title(),
                data == null ? null : data.author(),
                draft.errorMessage(),
                draft.createdAt(),
                draft.updatedAt());
    }
}
