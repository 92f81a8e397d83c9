package dev.trestle.systems.holdthatthought.model;

import java.time.Instant;

/** A draft in the lists by status and by uploader. */
public record DraftListing(
        String draftId, DraftStatus status, String uploaderId, Instant createdAt, Instant updatedAt) {
    static DraftListing of(Draft draft) {
        return new DraftListing(
                draft.draftId(), draft.status(), draft.uploaderId(), draft.createdAt(), draft.updatedAt());
    }
}
